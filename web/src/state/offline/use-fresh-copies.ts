import type { Event } from '@snug/protocol';
import { useEffect } from 'react';
import { useChat, useMe } from '../chat-context.ts';
import { deleteCopiesWith } from './list-copies.ts';

/** Deletes the copies of lists that have a message which somebody edits or deletes. */
export function useFreshCopies(): void {
  const { events } = useChat().connection;
  const { uid } = useMe();
  useEffect(
    () =>
      events.subscribe((event: Event) => {
        if (event.type === 'message_edited' || event.type === 'message_deleted')
          deleteCopiesWith(uid, event.message.id);
      }),
    [events, uid],
  );
}
