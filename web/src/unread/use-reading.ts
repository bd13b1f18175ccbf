import type { RoomLog } from '@snug/client';
import { useEffect } from 'react';
import { useChat } from '../chat/chat-context.ts';
import { useReadState } from './use-unread.ts';

/** Marks the room as read while its newest message is on screen and the page is visible. */
export function useReading(roomId: string, log: RoomLog | undefined, isScrolledUp: boolean): void {
  const { cursors } = useChat();
  const isKnown = useReadState(roomId) !== undefined;
  const seq = log?.hasNewer ? undefined : log?.messages.at(-1)?.seq;
  useEffect(() => {
    if (seq === undefined || !isKnown) return undefined;
    const markRead = () => {
      if (!isScrolledUp && document.visibilityState === 'visible') cursors.markRead(roomId, seq);
    };
    markRead();
    document.addEventListener('visibilitychange', markRead);
    return () => document.removeEventListener('visibilitychange', markRead);
  }, [cursors, roomId, seq, isKnown, isScrolledUp]);
}
