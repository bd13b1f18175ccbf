import type { Trim } from '@snug/client';
import type { Event } from '@snug/protocol';
import { useEffect } from 'react';
import { IdleTask } from '../../ui/browser/idle-task.ts';
import { useChat, useMe } from '../chat-context.ts';
import { deleteCopiesWith, deleteTrimmedCopies } from './list-copies.ts';

/** Deletes the copies of lists that have a message which somebody edits or deletes, or which is trimmed. */
export function useFreshCopies(): void {
  const { connection, listTrims, trimmed } = useChat();
  const { events } = connection;
  const { uid } = useMe();
  useEffect(
    () =>
      events.subscribe((event: Event) => {
        if (event.type === 'message_edited' || event.type === 'message_deleted')
          deleteCopiesWith(uid, event.message.id);
      }),
    [events, uid],
  );
  useEffect(() => {
    // This can run after the first trims, and a list of rooms can have many.
    let trims: readonly Trim[] = listTrims();
    const deleting = new IdleTask(() => {
      if (trims.length > 0) deleteTrimmedCopies(uid, trims);
      trims = [];
    });
    deleting.schedule();
    const stop = trimmed.subscribe(trim => {
      trims = [...trims, trim];
      deleting.schedule();
    });
    return () => {
      stop();
      deleting.cancel();
    };
  }, [listTrims, trimmed, uid]);
}
