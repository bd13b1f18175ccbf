import type { RoomLog } from '@snug/client';
import { useEffect } from 'react';
import { useChat, useUnreadCounter } from '../chat/chat-context.ts';
import { useStore } from '../chat/use-store.ts';

export function useUnreadTotal(): number {
  const counts = useStore(useUnreadCounter().counts);
  const options = useStore(useChat().memberships.options);
  return [...counts].reduce((sum, [roomId, count]) => (options.get(roomId)?.muted ? sum : sum + count), 0);
}

/** Marks the room as read while its newest message is on screen and the page is visible. */
export function useMarkRead(roomId: string, log: RoomLog | undefined, isScrolledUp: boolean): void {
  const unread = useUnreadCounter();
  const seq = log?.seq;
  useEffect(() => {
    if (seq === undefined) return undefined;
    const markRead = () => {
      unread.markVisited(roomId, seq);
      if (!isScrolledUp && document.visibilityState === 'visible') unread.markRead(roomId, seq);
    };
    markRead();
    document.addEventListener('visibilitychange', markRead);
    return () => document.removeEventListener('visibilitychange', markRead);
  }, [unread, roomId, seq, isScrolledUp]);
}
