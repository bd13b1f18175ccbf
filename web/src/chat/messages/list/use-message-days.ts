import type { Action, RoomLog } from '@snug/client';
import { useMemo } from 'react';
import { useChat, useMe } from '../../../state/chat-context.ts';
import { useFilteredStore, useStore } from '../../../state/use-store.ts';
import { useTimeZone } from '../../../ui/browser/time-zone.ts';
import { editPendingItems } from '../edit/pending-edits.ts';
import { applyPendingChanges } from '../pending-changes.ts';
import { type Day, groupByDay } from '../rows.ts';

/** `rootId`: the first message of a conversation; without it, all messages. */
export function useMessageDays(roomId: string, log: RoomLog | undefined, rootId?: string): Day[] {
  const me = useMe();
  const timeZone = useTimeZone();
  const { outbox, actions } = useChat();
  const items = useStore(outbox.items);
  const pending = useFilteredStore(actions.pending, changesMessages);
  const roomItems = useMemo(
    () =>
      editPendingItems(
        items.filter(item => item.roomId === roomId && (rootId === undefined || item.rootId === rootId)),
        pending,
      ),
    [items, roomId, rootId, pending],
  );
  const messages = useMemo(() => applyPendingChanges(log?.messages ?? [], pending), [log?.messages, pending]);
  return useMemo(
    // Outbox items come after the newest message, which must be loaded.
    () => groupByDay(messages, log?.hasNewer ? [] : roomItems, me, log?.replies),
    // oxlint-disable-next-line react/exhaustive-deps -- the time zone decides which messages are of one day
    [messages, log?.hasNewer, roomItems, me, timeZone, log?.replies],
  );
}

/** Each message that somebody reads moves a cursor. */
function changesMessages({ command }: Action): boolean {
  return command !== 'set_read' && command !== 'set_reads';
}
