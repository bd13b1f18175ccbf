import { expect, test } from 'vitest';
import { newId } from '../../base/ids.ts';
import type { Db } from '../../db/schema.ts';
import { createRoomJob, createSendJob, NOW, runJob, sendMany } from '../../testing/database.ts';
import { createRoomWithFiles } from '../../testing/files.ts';
import { makeOlder } from '../../testing/trims.ts';
import { createTrimJob, type TrimRules } from './trim-job.ts';

const DAY_MS = 24 * 60 * 60_000;

async function createRooms(count: number) {
  const setup = await createRoomWithFiles();
  const { db, uid, writer, removal } = setup;
  const roomIds: string[] = [];
  for (let index = 0; index < count; index++) {
    const { output } = await runJob<{ room: { id: string } }>(db, createRoomJob(uid));
    await sendMany(db, uid, output.room.id, 3);
    await makeOlder(db, output.room.id, 2);
    roomIds.push(output.room.id);
  }
  const held = new Set<string>();
  const rules: TrimRules = {
    hasAny: async () => true,
    getLimit: async ({ id }) => (held.has(id) ? undefined : { before: NOW - 50 * DAY_MS, keepsPins: false }),
    isHeld: async roomId => held.has(roomId),
  };
  let rests = 0;
  const createJob = (changed: Partial<TrimRules> = {}) =>
    createTrimJob({
      read: db,
      writer,
      removal,
      rules: { ...rules, ...changed },
      now: () => NOW,
      rest: async () => void rests++,
    });
  return { ...setup, roomIds, held, createJob, getRests: () => rests };
}

/** Each step by a job that has just started, as after a kill. */
async function runJobToEnd(createJob: () => ReturnType<typeof createTrimJob>): Promise<number> {
  let steps = 0;
  for (let cursor: string | undefined = ''; cursor !== undefined; steps++) {
    if (steps > 1_000) throw new Error('The job does not end');
    cursor = await createJob().step(cursor === '' ? undefined : cursor);
  }
  return steps;
}

async function countMessages(db: Db): Promise<Record<string, number>> {
  const rows = await db.selectFrom('messages').select(['roomId', 'seq']).execute();
  return Object.fromEntries([...Map.groupBy(rows, row => row.roomId)].map(([id, some]) => [id, some.length]));
}

test('TR2 the job trims and erases the rooms of all pages, in steps, and rests after each part', async () => {
  const { db, roomIds, createJob, getRests } = await createRooms(120);
  const steps = await runJobToEnd(createJob);
  expect(await countMessages(db)).toEqual(Object.fromEntries(roomIds.map(id => [id, 1])));
  // Two pages of rooms, then two parts for each: the last one finds nothing.
  expect(steps).toBe(2 + 2 * roomIds.length + 1);
  expect(getRests()).toBe(2 * roomIds.length);
  expect(await runJobToEnd(createJob), 'nothing is left').toBe(3);
});

test('TR2 without rules, the job looks at no room', async () => {
  const { db, createJob } = await createRooms(2);
  await runJobToEnd(() =>
    createJob({
      hasAny: async () => false,
      getLimit: async () => {
        throw new Error('asked for a rule');
      },
    }),
  );
  expect(Object.values(await countMessages(db))).toEqual([3, 3]);
});

test('TR2 a room that is held after its trim keeps its rows until it is released', async () => {
  const { db, roomIds, held, createJob } = await createRooms(2);
  const [first = '', second = ''] = roomIds.toSorted();
  const job = createJob();
  const cursor = await job.step(undefined);
  held.add(first);
  await runJobToEnd(() => ({ ...job, step: position => job.step(position ?? cursor) }));
  expect(await countMessages(db)).toEqual({ [first]: 3, [second]: 1 });
  held.clear();
  await runJobToEnd(createJob);
  expect(await countMessages(db)).toEqual({ [first]: 1, [second]: 1 });
});

test('TR2 the job removes the bytes of files, and leaves those that it cannot remove to the sweep', async () => {
  const { db, uid, roomId, upload, createJob, listStored } = await createRooms(0);
  for (const text of ['one', 'two']) {
    const { id: fileId } = await upload(text);
    const input = { id: newId(), roomId, fileId };
    await runJob(db, { mutation: 'send_message', caller: { uid }, input });
  }
  await runJob(db, createSendJob(uid, { roomId }));
  await makeOlder(db, roomId, 2);
  expect(listStored()).toHaveLength(2);
  await runJobToEnd(createJob);
  expect(listStored()).toEqual([]);
  expect(await db.selectFrom('files').select('id').execute()).toEqual([]);
});
