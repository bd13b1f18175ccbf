import type { ReadState, RoomEvent, SummaryChange } from '@snug/protocol';
import { getAddedMessage } from './apply-event.ts';

/** The position alone is nothing to show. */
export function isSameState(one: ReadState, other: ReadState): boolean {
  return (
    one.readSeq === other.readSeq &&
    one.version === other.version &&
    one.unread === other.unread &&
    one.mentions === other.mentions
  );
}

/** What an event means for counts. */
export function toChanges(event: RoomEvent): SummaryChange[] {
  const added = getAddedMessage(event);
  const message = event.type === 'message_deleted' ? event.message : added;
  if (!message) return [];
  const everyone = message.mentions?.some(({ uid }) => uid === null) ?? false;
  return [
    {
      at: event.seq,
      seq: message.seq,
      authorId: message.author.uid,
      kind: added ? 'added' : 'deleted',
      ...(everyone && { everyone: true as const }),
    },
  ];
}
