import { MAX_UNREAD, type Message, type ReadState, type RoomEvent, type SummaryChange } from '@snug/protocol';
import { getAddedMessage } from '../rooms/apply-event.ts';
import type { RoomLog } from '../rooms/room-log.ts';
import { getConversationSeq, isReadBy, mergeCursors, withCursors } from './rule-r.ts';

/** Steps that are kept, so that a result with an earlier position can replace the count. */
const MAX_STEPS = 300;

/** A message began to mention this person, or stopped doing so. */
export interface MentionStep {
  at: number;
  seq: number;
  on: boolean;
}

/** The numbers of a room that the server counted, and what happened since. */
export interface RoomCount {
  /** As counted. */
  base: ReadState;
  /** All steps after `from` and up to `to` are known. */
  from: number;
  to: number;
  changes: readonly SummaryChange[];
  mentions: readonly MentionStep[];
}

/** Whose messages do not count. */
export type IsSilent = (authorId: string) => boolean;

export function startCount(base: ReadState): RoomCount {
  return { base, from: base.seq, to: base.seq, changes: [], mentions: [] };
}

/** Undefined if steps between the two are unknown. */
export function rebaseCount(count: RoomCount, next: ReadState): RoomCount | undefined {
  const base = keepKnownCursors(count.base, next);
  const isOther = (base.incarnation ?? '') !== (count.base.incarnation ?? '');
  if (isOther || base.seq > count.to) return { ...startCount(base), mentions: isOther ? [] : count.mentions };
  return base.seq < count.from ? undefined : { ...count, base };
}

/** A result with many rooms leaves out cursors of conversations. Within a version they only rise. */
function keepKnownCursors(known: ReadState, next: ReadState): ReadState {
  if (!next.more || next.version !== known.version) return next;
  return withCursors(next, next.readSeq, mergeCursors(known.conversations, next.conversations));
}

/** Whether `next` is about an earlier cursor, of the room or of a conversation. */
export function isOlderCursor(next: ReadState, known: ReadState): boolean {
  if (next.version !== known.version) return next.version < known.version;
  if (next.readSeq < known.readSeq) return true;
  const cursors = Object.entries(known.conversations ?? {});
  return !next.more && cursors.some(([rootId, seq]) => seq > getConversationSeq(next, rootId));
}

/** The caller ensures that `from` is not above `count.to`. */
export function addChanges(count: RoomCount, changes: readonly SummaryChange[], to: number): RoomCount {
  const all = [...count.changes, ...changes.filter(({ at }) => at > count.to)];
  const dropped = all.at(-MAX_STEPS - 1);
  return {
    ...count,
    // Never after the position of the count, whose later steps must stay.
    from: Math.min(count.base.seq, Math.max(count.from, dropped?.at ?? 0)),
    changes: all.filter(({ at }) => at > count.base.seq || at > (dropped?.at ?? 0)),
    to: Math.max(count.to, to),
  };
}

export function addMention(count: RoomCount, step: MentionStep): RoomCount {
  return { ...count, mentions: [...count.mentions, step].slice(-MAX_STEPS) };
}

/** `isExact`: false if only the server can count. */
export function deriveState(
  { base, to, changes, mentions }: RoomCount,
  isSilent: IsSilent,
): { state: ReadState; isExact: boolean } {
  // The cursor is not stored: nothing is unread.
  if (base.version === 0)
    return { state: { ...base, seq: to, readSeq: to, unread: 0, mentions: 0 }, isExact: true };
  const { readSeq } = base;
  let { unread, mentions: counted = 0 } = base;
  let isExact = true;
  /** After the last step that left nothing unread. */
  let firstAt = base.seq + 1;
  const toEveryone: MentionStep[] = [];
  for (const { at, seq, authorId, kind, everyone, rootId } of changes) {
    if (at <= base.seq || seq <= readSeq || isSilent(authorId)) continue;
    const cursor = rootId === undefined ? undefined : base.conversations?.[rootId];
    if (cursor !== undefined && seq <= cursor) continue;
    // Its conversation may be one whose cursor is unknown.
    if (base.more && kind === 'deleted' && cursor === undefined && seq <= base.seq) isExact = false;
    if (everyone) toEveryone.push({ at, seq, on: kind === 'added' });
    if (unread < MAX_UNREAD) unread = kind === 'added' ? unread + 1 : Math.max(0, unread - 1);
    else if (kind === 'deleted') isExact = false;
    if (unread === 0) [counted, firstAt] = [0, at + 1];
  }
  const own = mentions.filter(({ seq }) => seq > readSeq);
  // An older message that stops mentioning the person may be read in its conversation.
  const hasCursors = base.more === true || base.conversations !== undefined;
  if (hasCursors && own.some(({ at, seq, on }) => !on && at > base.seq && seq <= base.seq)) isExact = false;
  const steps = [...own, ...toEveryone].filter(({ at }) => at >= firstAt);
  const mentioned = Math.min(unread, deriveMentions(counted, steps));
  // A deleted message no longer shows whether it mentioned everyone.
  if (mentioned > 0 && changes.some(change => change.kind === 'deleted' && change.at > base.seq))
    isExact = false;
  const state: ReadState = { ...base, seq: to, unread, mentions: mentioned };
  return { state, isExact };
}

/** A message counts once, however often it mentions the person. */
function deriveMentions(counted: number, steps: readonly MentionStep[]): number {
  const added = new Set<number>();
  const removed = new Set<number>();
  for (const { seq, on } of steps) {
    if (on) added.add(seq);
    else if (!added.delete(seq)) removed.add(seq);
  }
  return Math.max(0, Math.min(MAX_UNREAD, counted + added.size - removed.size));
}

/** The count of a log that has all messages after `readSeq`; undefined if it has not. */
export function countLog(
  { messages, seq, incarnation, hasOlder, hasNewer }: RoomLog,
  base: ReadState,
  isSilent: IsSilent,
  me: string | undefined,
): ReadState | undefined {
  const isCovered =
    !hasNewer && (!hasOlder || (messages[0]?.seq ?? Number.POSITIVE_INFINITY) <= base.readSeq + 1);
  if (!isCovered || base.more) return undefined;
  const unread = messages.filter(
    message => message.seq <= seq && !isReadBy(base, message) && !isSilent(message.author.uid),
  );
  const mentions = unread.filter(message => concerns(message, me));
  return {
    ...base,
    seq,
    incarnation,
    unread: Math.min(MAX_UNREAD, unread.length),
    mentions: Math.min(MAX_UNREAD, mentions.length),
  };
}

function concerns({ mentions = [], reply }: Message, me: string | undefined): boolean {
  return reply?.author?.uid === me || mentions.some(({ uid }) => uid === null || uid === me);
}

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
