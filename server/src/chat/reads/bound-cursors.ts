import type { ReadState } from '@snug/protocol';

/** Of conversations, in one result: half of its bytes. */
const MAX_CURSORS = 700;

/** With the cursors of conversations in as many rooms as a result has space for. */
export function boundCursors(reads: ReadonlyMap<string, ReadState>): Record<string, ReadState> {
  let left = MAX_CURSORS;
  return Object.fromEntries(
    [...reads].map(([roomId, read]) => {
      left -= Object.keys(read.conversations ?? {}).length;
      return [roomId, left < 0 ? omitCursors(read) : read];
    }),
  );
}

/** For a result without space for the cursors of conversations. */
export function omitCursors({ conversations, ...read }: ReadState): ReadState {
  return conversations ? { ...read, more: true } : read;
}
