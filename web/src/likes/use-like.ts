import { HEART } from '@snug/protocol';
import { useRef, useState } from 'react';
import { useChat } from '../chat/chat-context.ts';
import { showCommandError } from '../ui/feedback/toast.ts';

export interface Like {
  isLiked: boolean;
  count: number;
  toggle: () => void;
}

/** Optimistic: it changes before the server's result arrives. */
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
      // The result of an earlier click must not undo a later, pending one.
      if (thisToggle === lastToggle.current) setOptimistic(undefined);
    }
  }

  return { isLiked, count: likeCount + Number(isLiked) - Number(liked), toggle: () => void toggle() };
}
