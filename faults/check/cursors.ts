import type { ReadState } from '@snug/protocol';
import type { Observer } from '@snug/testkit/assert-view.ts';
import { stableStringify } from '@snug/testkit/compare.ts';
import { countReads, pickShownReads } from '@snug/testkit/stored-reads.ts';
import type { Journal, Operation } from '../journal.ts';
import { isEarlierCursor } from '../observed-events.ts';
import type { Problem } from './problem.ts';
import type { StoredState } from './stored.ts';

/** Each cursor is that of the person's requests, and never behind one that a device received. */
export function checkCursors(journal: Journal, { reads, rooms }: StoredState): Problem[] {
  const byPerson = Map.groupBy(
    journal.getOperations('set_read'),
    ({ uid, input }) => `${uid} ${input.roomId}`,
  );
  const ends = new Map(rooms.map(({ id, seq }) => [id, seq]));
  const wrong = reads.flatMap(({ userId, roomId, seq, version }) => {
    const key = `${userId} ${roomId}`;
    const stored = { readSeq: seq, version };
    const last = journal.observed.cursors.get(key);
    const moves = byPerson.get(key) ?? [];
    const final = findFinalCursor(moves);
    return [
      ...(last && isEarlierCursor(stored, last) ? [`${key} at ${seq}, and was at ${last.readSeq}`] : []),
      ...(seq > (ends.get(roomId) ?? 0) ? [`${key} at ${seq}, after the end`] : []),
      ...findWrongResults(moves),
      ...(final && (final.readSeq !== seq || final.version !== version)
        ? [`${key} at ${seq} in ${version}, not at ${final.readSeq} in ${final.version}`]
        : []),
    ];
  });
  return wrong.map(what => ({ fault: 'read cursor', what }));
}

type Move = Operation<'set_read'>;

/** A person sends one after the other, so each result follows from the one before. */
function findWrongResults(moves: readonly Move[]): string[] {
  let known: { readSeq: number; version: number } | undefined;
  const wrong: string[] = [];
  for (const { input, results, outcome } of moves) {
    const [first] = results;
    if (outcome !== 'acknowledged' || !first) break;
    const expected = known && applyMove(known, input);
    const isRight = results.every(
      ({ read: { readSeq, version } }) =>
        !expected || (readSeq === expected.readSeq && version === expected.version),
    );
    if (!isRight) wrong.push(`${JSON.stringify(input)} led to ${JSON.stringify(results[0])}`);
    known = first.read;
  }
  return wrong;
}

/** Undefined if a request has no result. */
function findFinalCursor(moves: readonly Move[]) {
  return moves.every(({ outcome }) => outcome === 'acknowledged')
    ? moves.at(-1)?.results[0]?.read
    : undefined;
}

function applyMove(
  known: { readSeq: number; version: number },
  { seq, version, back }: Move['input'],
): { readSeq: number; version: number } {
  if (version !== known.version) return known;
  if (back) return { readSeq: Math.min(seq, known.readSeq), version: version + 1 };
  return { readSeq: Math.max(seq, known.readSeq), version };
}

/** The server counts right for everyone, and all devices of a person show that. */
export function checkCounts(
  { counts }: Journal,
  readers: readonly Observer[],
  stored: StoredState,
  roomIds: readonly string[],
): Problem[] {
  const check = (what: string, uid: string, roomId: string, read: ReadState | undefined): Problem[] => {
    const shown = read && pickShownReads(read);
    const expected = countReads(stored, uid, roomId);
    if (stableStringify(shown) === stableStringify(expected)) return [];
    const difference = `${JSON.stringify(shown)}, not ${JSON.stringify(expected)}, in ${roomId}`;
    return [{ fault: 'unread count', what: `${what} ${difference}` }];
  };
  return roomIds.flatMap(roomId => [
    ...[...counts].flatMap(([uid, reads]) =>
      check(`the server counts for ${uid}`, uid, roomId, reads[roomId]),
    ),
    ...readers.flatMap(({ person, chat }, index) =>
      check(`device ${index} of ${person.name} shows`, person.uid, roomId, chat.cursors.get(roomId)),
    ),
  ]);
}
