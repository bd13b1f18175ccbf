import { HEART } from '@snug/protocol';
import { useRef, useState } from 'react';
import { useChat } from '../chat/chat-context.ts';
import { showRefusal } from '../ui/feedback/toast.ts';

/** A reader's like of a message: the reaction with the heart. */
export interface Like {
  isLiked: boolean;
  /** How many people like it. */
  count: number;
  /** Likes it, or takes that back. */
  turn: () => void;
}

/** It turns at once; the answer of the server follows. */
export function useLike(roomId: string, messageId: string, liked: boolean, likeCount: number): Like {
  const chat = useChat();
  const [wanted, setWanted] = useState<boolean>();
  const lastTurn = useRef(0);
  const isLiked = wanted ?? liked;

  async function turn(): Promise<void> {
    const thisTurn = ++lastTurn.current;
    setWanted(!isLiked);
    try {
      await chat.setReaction({ roomId, messageId, emoji: HEART, on: !isLiked });
    } catch (error) {
      showRefusal(error);
    } finally {
      // An earlier answer does not turn the heart back while a later one is on its way.
      if (thisTurn === lastTurn.current) setWanted(undefined);
    }
  }

  return { isLiked, count: likeCount + Number(isLiked) - Number(liked), turn: () => void turn() };
}
