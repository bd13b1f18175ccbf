import type { ReadState } from '@snug/protocol';

export type ReadStates = ReadonlyMap<string, Pick<ReadState, 'seq' | 'readSeq' | 'unread'>>;

const PREFIX = 'room-';

export function toTag(roomId: string): string {
  return PREFIX + roomId;
}

/** Up to where nothing of a room is unread: beyond the cursor if the rest is read in conversations. */
function getReadSeq({ seq, readSeq, unread }: Pick<ReadState, 'seq' | 'readSeq' | 'unread'>): number {
  return unread === 0 ? Math.max(seq, readSeq) : readSeq;
}

/** What changed between two states of the rooms: by tag, up to which `seq` the person has read. */
export function findReadTags(before: ReadStates, now: ReadStates): Record<string, number> {
  const read: Record<string, number> = {};
  for (const [roomId, state] of now) {
    const known = before.get(roomId);
    // Each state is a new object if something of it changed.
    if (known === state) continue;
    const seq = getReadSeq(state);
    if (seq > (known ? getReadSeq(known) : 0)) read[toTag(roomId)] = seq;
  }
  return read;
}

/** Of the notifications that are on the screen. */
export function findReadAmong(tags: readonly string[], now: ReadStates): Record<string, number> {
  const states = tags.map(tag => [tag, now.get(tag.slice(PREFIX.length))] as const);
  return Object.fromEntries(states.flatMap(([tag, state]) => (state ? [[tag, getReadSeq(state)]] : [])));
}
