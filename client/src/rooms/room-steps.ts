import type { Message, ReadState, RoomEvent, SummaryChange } from '@snug/protocol';
import { getAddedMessage } from './apply-event.ts';

/** The position alone is nothing to show. */
export function isSameState(one: ReadState, other: ReadState): boolean {
  return (
    one.readSeq === other.readSeq &&
    one.version === other.version &&
    one.unread === other.unread &&
    one.mentions === other.mentions &&
    one.more === other.more &&
    isSameCursors(one.conversations ?? {}, other.conversations ?? {})
  );
}

type Cursors = NonNullable<ReadState['conversations']>;

function isSameCursors(one: Cursors, other: Cursors): boolean {
  const ids = Object.keys(one);
  return ids.length === Object.keys(other).length && ids.every(id => one[id] === other[id]);
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
      ...toRoot(message, added !== undefined),
    },
  ];
}

/** A deleted first message no longer shows that it was one. */
function toRoot({ id, rootId }: Message, isAdded: boolean): Pick<SummaryChange, 'rootId'> {
  const root = isAdded ? rootId : (rootId ?? id);
  return root === undefined ? {} : { rootId: root };
}
