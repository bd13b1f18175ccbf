import { type CommandOutput, selfTopic } from '@snug/protocol';
import { sampleRuns } from '@snug/testkit/test-scope.ts';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { newId } from '../../base/ids.ts';
import type { Publication } from '../../db/mutation.ts';
import type { Db } from '../../db/schema.ts';
import { readRates } from '../../limits/default-rates.ts';
import { RateLimits } from '../../limits/rate-limits.ts';
import { createCounts } from '../../testing/counts.ts';
import { addPerson, createRoomJob, NOW, runJob, temporaryDatabase } from '../../testing/database.ts';
import { countRooms } from './count-store.ts';

const PEOPLE = 5;
const TURN = 2_000;

/** Everyone is a member of each room with so many messages, all of a person whom they block, and their cursors are at the beginning. */
async function createRooms(sizes: readonly number[]) {
  const { db } = await temporaryDatabase();
  const author = await addPerson(db, 'Cem');
  const people: string[] = [];
  for (let index = 0; index < PEOPLE; index++) people.push(await addPerson(db, `Person ${index}`));
  for (const uid of people)
    await runJob(db, { mutation: 'set_block', caller: { uid }, input: { uid: author, blocked: true } });
  const roomIds: string[] = [];
  for (const size of sizes) {
    const { output } = await runJob<CommandOutput<'create_room'>>(db, createRoomJob(author));
    const roomId = output.room.id;
    for (const uid of people) await runJob(db, { mutation: 'join_room', caller: { uid }, input: { roomId } });
    await append(db, roomId, author, size);
    roomIds.push(roomId);
  }
  return { db, people, roomIds };
}

async function append(db: Db, roomId: string, authorId: string, size: number): Promise<void> {
  const seqs = Array.from({ length: size }, (_, index) => index + 1);
  for (let from = 0; from < size; from += 500) {
    const some = seqs.slice(from, from + 500);
    await db
      .insertInto('messages')
      .values(
        some.map(seq => ({
          id: newId(),
          roomId,
          seq,
          authorId,
          text: 'hi',
          createdAt: NOW,
          changedSeq: seq,
          deletedAt: null,
        })),
      )
      .execute();
  }
  await db.updateTable('rooms').set({ seq: size }).where('id', '=', roomId).execute();
}

interface Turn {
  uid: string;
  rows: number;
}

/** Turns end only when the test ends them. */
function createSteppedCounts(db: Db, options: Parameters<typeof createCounts>[1] = {}) {
  const turns: Turn[] = [];
  const ends: (() => void)[] = [];
  const limits = {
    take: () => {},
    charge: (_name: string, uid: string, rows: number) => void turns.push({ uid, rows }),
  };
  const counts = createCounts(db, { limits, defer: run => ends.push(run), ...options });
  const endTurn = async () => {
    // A turn reads the database before its end.
    await expect.poll(() => ends.length).toBeGreaterThan(0);
    ends.shift()?.();
    await new Promise(setImmediate);
  };
  const endTurnsUntil = async <Value>(reading: Promise<Value>): Promise<Value> => {
    const over = new AbortController();
    void reading.finally(() => over.abort());
    while (!over.signal.aborted) await endTurn();
    return reading;
  };
  return { counts, turns, ends, endTurn, endTurnsUntil };
}

test('U3 a turn examines at most 2,000 rows, and every room gets what one statement would count', async () => {
  const { db, people, roomIds } = await createRooms([1_500, 0, 3, 700, 20, 1_000, 300, 1_200]);
  const [ann = ''] = people;
  const { counts, turns, endTurnsUntil } = createSteppedCounts(db);
  const states = await endTurnsUntil(counts.read(ann, roomIds));
  expect(Object.fromEntries(states)).toEqual(
    Object.fromEntries((await countRooms(db, ann, roomIds)).map(({ roomId, read }) => [roomId, read])),
  );
  expect(turns.length).toBeGreaterThan(3);
  for (const { rows } of turns) expect(rows).toBeLessThanOrEqual(TURN);
});

test('U3 whatever people ask for at once, nobody has two turns while another person waits for one', async () => {
  const { db, people, roomIds } = await createRooms([0, 2, 400, 900, 1_100, 60, 1_000]);
  const request = fc.record({
    uid: fc.constantFrom(...people),
    rooms: fc.subarray(roomIds, { minLength: 1 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(request, { minLength: 2, maxLength: 12 }), async requests => {
      const { counts, turns } = createSteppedCounts(db, { defer: setImmediate });
      const ask = async ({ uid, rooms }: (typeof requests)[number]) => {
        const states = await counts.read(uid, rooms);
        expect([...states.keys()].toSorted()).toEqual(rooms.toSorted());
      };
      await Promise.all(requests.map(ask));
      for (const { rows } of turns) expect(rows).toBeLessThanOrEqual(TURN);
      for (const uid of people) expect(listTurnsOfOthers(turns, uid).filter(hasRepetition)).toEqual([]);
    }),
    { numRuns: sampleRuns(50) },
  );
});

/** Before each turn of the person. The first turn of all began before the others asked. */
function listTurnsOfOthers(turns: readonly Turn[], uid: string): string[][] {
  const own = turns.flatMap((turn, index) => (turn.uid === uid ? [index] : []));
  return own.map((end, index) =>
    turns.slice(Math.max(1, (own[index - 1] ?? 0) + 1), end).map(turn => turn.uid),
  );
}

function hasRepetition(uids: readonly string[]): boolean {
  return new Set(uids).size < uids.length;
}

test('U3 a person with one room waits for one turn of each other person', async () => {
  const { db, people, roomIds } = await createRooms([1_200, 1_200, 1_200]);
  const [eve = '', dan = '', ann = ''] = people;
  const { counts, turns, endTurnsUntil } = createSteppedCounts(db);
  for (let count = 0; count < 20; count++) void counts.read(eve, roomIds);
  for (let count = 0; count < 5; count++) void counts.read(dan, roomIds);
  await endTurnsUntil(counts.read(ann, roomIds.slice(0, 1)));
  expect(turns.length).toBeLessThanOrEqual(6);
});

test('U3 a count ends with the connection that asked for it', async () => {
  const { db, people, roomIds } = await createRooms([1_200, 1_200, 1_200, 1_200]);
  const [eve = '', ann = ''] = people;
  const { counts, turns, ends, endTurn, endTurnsUntil } = createSteppedCounts(db);
  const connection = new AbortController();
  const asked = Array.from({ length: 10 }, () => counts.read(eve, roomIds, connection.signal));
  const outcomes = Promise.allSettled(asked);
  await endTurn();
  await expect.poll(() => ends).toHaveLength(1);
  connection.abort();
  const states = await endTurnsUntil(counts.read(ann, roomIds.slice(0, 1)));
  expect(states.size).toBe(1);
  expect(turns.map(({ uid }) => uid)).toEqual([eve, eve, ann]);
  for (const outcome of await outcomes)
    expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'unavailable' } });
  await expect(counts.read(eve, roomIds, connection.signal)).rejects.toMatchObject({ code: 'unavailable' });
});

test('Q2 counts are charged by the rows that they examine, and a long one ends at the limit', async () => {
  const { db, people, roomIds } = await createRooms([1_200, 1_200, 1_200, 1_200, 1_200]);
  const [ann = '', ben = ''] = people;
  let now = 0;
  const rates = { ...readRates({}, 1), counted_rows: { times: 600, seconds: 60, burst: 3_000 } };
  const counts = createCounts(db, { limits: new RateLimits(rates, () => now) });
  await expect(counts.read(ann, roomIds)).rejects.toMatchObject({ code: 'rate_limited' });
  await expect(counts.read(ann, roomIds.slice(0, 1))).rejects.toMatchObject({ code: 'rate_limited' });
  expect((await counts.read(ben, roomIds.slice(0, 1))).size).toBe(1);
  now += 200_000;
  expect((await counts.read(ann, roomIds.slice(0, 1))).size).toBe(1);
});

test('U2 after a commit the counts of the moved cursors go to all devices of the person', async () => {
  const { db, people, roomIds } = await createRooms([3, 5]);
  const [ann = ''] = people;
  const published: Publication[] = [];
  const counts = createCounts(db, { publish: publications => void published.push(...publications) });
  const states = await counts.readMoved(ann, roomIds, roomIds.slice(1));
  expect([...states.keys()].toSorted()).toEqual(roomIds.toSorted());
  const [, roomId = ''] = roomIds;
  const event = { type: 'read_moved', roomId, read: states.get(roomId) };
  expect(published).toEqual([{ topic: selfTopic(ann), event }]);
});
