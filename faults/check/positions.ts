import type { Operation } from '../journal.ts';
import type { Problem } from './problem.ts';
import { messageKey, type StoredMessage, type StoredState } from './stored.ts';

/** Each position of a log belongs to one change, and times never decrease along it. */
export function checkPositions({ rooms, messages }: StoredState): Problem[] {
  return rooms.flatMap(({ id, seq }) => {
    const rows = messages.filter(({ roomId }) => roomId === id);
    const places = rows.flatMap(row => (row.changedSeq === row.seq ? [row.seq] : [row.seq, row.changedSeq]));
    const used = new Set<number>();
    const wrong = places.filter(place => place < 1 || place > seq || used.size === used.add(place).size);
    return [
      ...wrong.map(place => ({
        fault: 'position not used once' as const,
        what: `${place} of ${seq} in ${id}`,
      })),
      ...rows
        .filter(isBeforePrevious)
        .map(row => ({ fault: 'time decreases' as const, what: `at ${row.seq} in ${id}` })),
    ];
  });
}

function isBeforePrevious(row: StoredMessage, index: number, rows: readonly StoredMessage[]): boolean {
  return row.createdAt < (rows[index - 1]?.createdAt ?? 0);
}

/** The messages of one author in a room are stored in the order in which they were sent. */
export function checkAuthors(sends: readonly Operation<'send_message'>[], { byKey }: StoredState): Problem[] {
  const bySender = Map.groupBy(sends, ({ uid, input }) => `${uid} in ${input.roomId}`);
  return [...bySender.values()].flatMap(own => checkAuthor(own, byKey));
}

function checkAuthor(own: readonly Operation<'send_message'>[], byKey: StoredState['byKey']): Problem[] {
  const rows = own.flatMap(({ input }) => byKey.get(messageKey(input.roomId, input.id)) ?? []);
  return rows
    .filter((row, index) => row.seq <= (rows[index - 1]?.seq ?? 0))
    .map(row => ({ fault: "author's order", what: `${row.text} (${row.id}) at ${row.seq}` }));
}
