import type { Event } from '@snug/protocol';
import { expect, test } from 'vitest';
import { MUTATIONS } from '../../commands/mutations.ts';
import type { WriteJob } from '../../db/store.ts';
import { createCounts } from '../../testing/counts.ts';
import { createSendJob, createTestRoom, NOW, readSeq, runBatch } from '../../testing/database.ts';
import { isInHistory } from './room-incarnations.ts';
import { RoomStateReader } from './room-state-reader.ts';

/** A room, and a function that sends messages under an incarnation. */
async function createHistory() {
  const { db, uid, roomId } = await createTestRoom();
  const send = async (incarnation: string, count = 1): Promise<Event[]> => {
    const jobs: WriteJob[] = Array.from({ length: count }, () => createSendJob(uid, { roomId }));
    const outcomes = await runBatch(
      db,
      MUTATIONS,
      jobs,
      () => NOW,
      () => incarnation,
    );
    return outcomes
      .flatMap(outcome => ('output' in outcome ? outcome.publications : []))
      .map(({ event }) => event);
  };
  const has = (incarnation: string, seq: number) => isInHistory(db, roomId, { seq, incarnation });
  const states = new RoomStateReader({
    read: db,
    counts: createCounts(db),
    maxCatchUp: 10,
    setTimer: () => {},
  });
  const readFrom = async (incarnation: string | undefined, since: number) => {
    const { reset, ...state } = await states.read({ uid, now: NOW }, roomId, { since, incarnation });
    return { reset, incarnation: state.incarnation };
  };
  const parts = () =>
    db.selectFrom('room_incarnations').selectAll().where('roomId', '=', roomId).orderBy('firstSeq').execute();
  return { db, uid, roomId, send, has, readFrom, parts };
}

test('L6 a room’s first change under an incarnation is recorded, once', async () => {
  const { roomId, send, parts } = await createHistory();
  const events = [...(await send('A', 3)), ...(await send('B', 2))];
  expect(events).toMatchObject(
    ['A', 'A', 'A', 'B', 'B'].map((incarnation, index) => ({ seq: index + 1, incarnation })),
  );
  expect(await parts()).toEqual([
    { roomId, firstSeq: 1, incarnation: 'A' },
    { roomId, firstSeq: 4, incarnation: 'B' },
  ]);
});

test('L6 a rejected change begins no incarnation', async () => {
  const { db, roomId, uid, send, parts } = await createHistory();
  await send('A');
  const refused: WriteJob = {
    mutation: 'edit_room',
    caller: { uid: 'nobody' },
    input: { roomId, name: 'Other' },
  };
  await runBatch(
    db,
    MUTATIONS,
    [refused],
    () => NOW,
    () => 'B',
  );
  const id = '01890a5d-ac96-774b-bcce-b302099a8057';
  const jobs = [createSendJob(uid, { roomId, id }), createSendJob(uid, { roomId, id, text: 'other' })];
  await runBatch(
    db,
    MUTATIONS,
    jobs,
    () => NOW,
    () => 'C',
  );
  expect((await parts()).map(({ incarnation }) => incarnation)).toEqual(['A', 'C']);
  expect(await readSeq(db, roomId)).toBe(2);
});

test('L6 a position is in the history until the next incarnation begins, and one of an unknown incarnation is not', async () => {
  const { send, has } = await createHistory();
  expect(await has('', 0)).toBe(true);
  await send('A', 2);
  await send('B', 2);
  const expected = {
    '': [true, false, false, false, false],
    A: [true, true, true, false, false],
    B: [true, true, true, true, true],
    C: [false, false, false, false, false],
  };
  for (const [incarnation, known] of Object.entries(expected))
    expect(await Promise.all([0, 1, 2, 3, 4].map(seq => has(incarnation, seq)))).toEqual(known);
});

test('L6 the newest hundred incarnations of a room are known, and a client with an older one starts over', async () => {
  const { send, has, parts } = await createHistory();
  for (let part = 1; part <= 102; part++) await send(`part-${part}`);
  expect((await parts()).map(({ firstSeq }) => firstSeq)).toEqual(
    Array.from({ length: 100 }, (_, index) => index + 3),
  );
  expect([await has('', 0), await has('part-2', 2), await has('part-3', 3)]).toEqual([false, false, true]);
});

test('L6 C4 a catch-up from another history is a reset; from this history, or without an incarnation, it is not', async () => {
  const { send, readFrom } = await createHistory();
  await send('A', 3);
  expect(await readFrom('A', 3)).toEqual({ reset: false, incarnation: 'A' });
  await send('B', 2);
  const current = { incarnation: 'B' };
  expect(await readFrom('A', 3)).toEqual({ ...current, reset: false });
  expect(await readFrom('A', 4)).toEqual({ ...current, reset: true });
  expect(await readFrom('other', 1)).toEqual({ ...current, reset: true });
  expect(await readFrom(undefined, 4)).toEqual({ ...current, reset: false });
});
