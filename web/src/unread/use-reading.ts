import type { RoomLog } from '@snug/client';
import { useEffect } from 'react';
import { useChat } from '../chat/chat-context.ts';
import { useReadState } from './use-unread.ts';

/** Marks the room as read while its newest message is on screen and the page is visible. */
export function useReading(roomId: string, log: RoomLog | undefined, isScrolledUp: boolean): void {
  const { cursors } = useChat();
  // Also after the cursor moved back: a move from before the room was opened can take effect later.
  const readSeq = useReadState(roomId)?.readSeq;
  const seq = log?.hasNewer ? undefined : log?.messages.at(-1)?.seq;
  useEffect(() => {
    if (seq === undefined || readSeq === undefined || seq <= readSeq) return undefined;
    const markRead = () => {
      if (!isScrolledUp && document.visibilityState === 'visible') cursors.markRead(roomId, seq);
    };
    markRead();
    document.addEventListener('visibilitychange', markRead);
    return () => document.removeEventListener('visibilitychange', markRead);
  }, [cursors, roomId, seq, readSeq, isScrolledUp]);
}
