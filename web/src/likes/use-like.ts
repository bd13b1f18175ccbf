import { HEART } from '@snug/protocol';
import { useRef, useState } from 'react';
import { useChat } from '../chat/chat-context.ts';
import { showCommandError } from '../ui/feedback/toast.ts';

/** A reader's like of a message: the reaction with the heart. */
export interface Like {
  isLiked: boolean;
  /** How many people like it. */
  count: number;
  /** Likes it, or takes that back. */
  toggle: () => void;
}

/** It turns at once; the answer of the server follows. */
export function useLike(roomId: string, messageId: string, liked: boolean, likeCount: number): Like {
  const chat = useChat();
  const [optimistic, setOptimistic] = useState<boolean>();
  const lastToggle = useRef(0);
  const isLiked = optimistic ?? liked;

  async function toggle(): Promise<void> {
    const thisToggle = ++lastToggle.current;
    setOptimistic(!isLiked);
    try {
      await chat.setReaction({ roomId, messageId, emoji: HEART, on: !isLiked });
    } catch (error) {
      showCommandError(error);
    } finally {
      // An earlier answer does not turn the heart back while a later one is on its way.
      if (thisToggle === lastToggle.current) setOptimistic(undefined);
    }
  }

  return { isLiked, count: likeCount + Number(isLiked) - Number(liked), toggle: () => void toggle() };
}
