import type { RoomLog } from '@snug/client';
import { useEffect } from 'react';
import { useUnread } from '../chat/chat-context.ts';
import { useStore } from '../chat/use-store.ts';

/** How many messages this person has not read in all rooms together. */
export function useUnreadTotal(): number {
  const counts = useStore(useUnread().counts);
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}

/** A room on screen is read, as long as its newest message is where the reader is, and somebody looks at the page. */
export function useRead(roomId: string, log: RoomLog | undefined, isAway: boolean): void {
  const unread = useUnread();
  const seq = log?.seq;
  useEffect(() => {
    if (seq === undefined) return undefined;
    const read = () => {
      unread.visit(roomId, seq);
      if (!isAway && document.visibilityState === 'visible') unread.read(roomId, seq);
    };
    read();
    document.addEventListener('visibilitychange', read);
    return () => document.removeEventListener('visibilitychange', read);
  }, [unread, roomId, seq, isAway]);
}
