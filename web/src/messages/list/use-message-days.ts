import type { RoomLog } from '@snug/client';
import { useMemo } from 'react';
import { useChat, useMe } from '../../chat/chat-context.ts';
import { useStore } from '../../chat/use-store.ts';
import { type Day, groupByDay } from '../rows.ts';

/** The rows of a room, and the id of the newest message of this person's that is on its way. */
export function useMessageDays(
  roomId: string,
  log: RoomLog | undefined,
): { days: Day[]; ownMessageId: string | undefined } {
  const me = useMe();
  const items = useStore(useChat().outbox.items);
  const roomItems = useMemo(() => items.filter(item => item.roomId === roomId), [items, roomId]);
  const days = useMemo(
    // What is on its way comes after the newest message, which may not be here.
    () => groupByDay(log?.messages ?? [], log?.hasNewer ? [] : roomItems, me),
    [log?.messages, log?.hasNewer, roomItems, me],
  );
  return { days, ownMessageId: roomItems.at(-1)?.id };
}
