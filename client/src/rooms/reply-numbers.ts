import type { Message, ReplyCounts, RoomEvent } from '@snug/protocol';

/** Beyond them, only numbers of loaded conversations are kept. */
const MAX_NUMBERS = 1_000;

/** The number of replies of a conversation, and the position of the log to which it belongs. */
export interface ReplyNumber {
  count: number;
  at: number;
}

/** By the id of the first message. */
export type ReplyNumbers = Readonly<Record<string, ReplyNumber>>;

/** Numbers are absolute: one that belongs to an earlier position than the known one changes nothing. */
export function putReplyCounts(
  known: ReplyNumbers | undefined,
  counts: ReplyCounts | undefined,
  at: number,
): ReplyNumbers | undefined {
  const newer = Object.entries(counts ?? {}).filter(([rootId]) => (known?.[rootId]?.at ?? -1) < at);
  if (newer.length === 0) return known;
  return { ...known, ...Object.fromEntries(newer.map(([rootId, count]) => [rootId, { count, at }])) };
}

/** The number of the conversation to which the message of an event belongs. */
export function putEventCount(known: ReplyNumbers | undefined, event: RoomEvent): ReplyNumbers | undefined {
  if (event.type !== 'message_sent' && event.type !== 'message_deleted') return known;
  const { rootId } = event.message;
  if (rootId === undefined || event.replies === undefined) return known;
  return putReplyCounts(known, { [rootId]: event.replies }, event.seq);
}

export function boundReplyNumbers(
  known: ReplyNumbers,
  messages: readonly Pick<Message, 'id' | 'rootId'>[],
): ReplyNumbers {
  if (Object.keys(known).length <= MAX_NUMBERS) return known;
  const rootIds = new Set(messages.map(({ id, rootId = id }) => rootId));
  return Object.fromEntries(Object.entries(known).filter(([rootId]) => rootIds.has(rootId)));
}

/** Of the conversations of these messages, as of the position of the log, for the cache. */
export function toReplyCounts(
  known: ReplyNumbers,
  messages: readonly Pick<Message, 'id' | 'rootId'>[],
): ReplyCounts {
  const rootIds = new Set(messages.map(({ id, rootId = id }) => rootId));
  const shown = Object.entries(known).filter(([rootId]) => rootIds.has(rootId));
  return Object.fromEntries(shown.map(([rootId, { count }]) => [rootId, count]));
}
