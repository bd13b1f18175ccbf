import type { Message, ReadState } from '@snug/protocol';

type Cursors = Pick<ReadState, 'readSeq' | 'conversations'>;

/** Up to where the person has read a conversation: a room that is read further covers it. */
export function getConversationSeq({ readSeq, conversations }: Cursors, rootId: string): number {
  return Math.max(readSeq, conversations?.[rootId] ?? 0);
}

/** Rule R: a message is read if it is at or below the room's cursor, or at or below that of its conversation. */
export function isReadBy(state: Cursors, { seq, id, rootId = id }: Pick<Message, 'seq' | 'id' | 'rootId'>) {
  return seq <= getConversationSeq(state, rootId);
}

/** `readSeq` and the cursors of conversations, without those that the room covers. */
export function withCursors(
  state: ReadState,
  readSeq: number,
  cursors: Readonly<Record<string, number>>,
): ReadState {
  const { conversations: _, ...rest } = state;
  const above = Object.entries(cursors).filter(([, seq]) => seq > readSeq);
  return { ...rest, readSeq, ...(above.length > 0 && { conversations: Object.fromEntries(above) }) };
}

/** The higher one of each. */
export function mergeCursors(
  one: ReadState['conversations'] = {},
  other: ReadState['conversations'] = {},
): Record<string, number> {
  const merged = { ...one };
  for (const [rootId, seq] of Object.entries(other)) merged[rootId] = Math.max(seq, merged[rootId] ?? 0);
  return merged;
}
