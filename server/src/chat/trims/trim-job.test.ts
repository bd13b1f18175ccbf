import { dirname } from 'node:path';
import { IS_WIDE } from '@snug/testkit/test-scope.ts';
import { expect, test } from 'vitest';
import { newId } from '../../base/ids.ts';
import type { Db } from '../../db/schema.ts';
import { createFileSweep } from '../../files/file-sweep.ts';
import {
  connectAgain,
  createRoomJob,
  createSendJob,
  NOW,
  readSeq,
  runJob,
  sendMany,
} from '../../testing/database.ts';
import { createRoomWithFiles } from '../../testing/files.ts';
import { type KilledAt, SimulatedKill } from '../../testing/simulated-kill.ts';
import { makeOlder } from '../../testing/trims.ts';
import { createTrimJob, type TrimJobOptions, type TrimRules } from './trim-job.ts';

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
  const createJob = (changed: Partial<TrimRules> = {}, options: Partial<TrimJobOptions> = {}) =>
    createTrimJob({
      read: db,
      writer,
      removal,
      ...options,
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
  // Two pages of rooms, then a step for each. It has two parts: the last one finds nothing.
  expect(steps).toBe(2 + roomIds.length + 1);
  expect(getRests()).toBe(2 * roomIds.length);
  expect(await runJobToEnd(createJob), 'nothing is left').toBe(3);
});

test('TR2 a step of the job has at most 20 parts', async () => {
  const { db, uid, roomId, createJob, getRests } = await createRooms(0);
  await sendMany(db, uid, roomId, 1_100);
  await makeOlder(db, roomId, 1_100);
  const job = createJob();
  const cursor = await job.step(await job.step(undefined));
  expect([getRests(), (await countMessages(db))[roomId]]).toEqual([20, 100]);
  while ((await job.step(cursor)) === cursor);
  expect(await countMessages(db)).toEqual({});
});

test('TR6 a room whose kept pins are gone causes no write', async () => {
  const { db, writer, roomIds, createJob } = await createRooms(1);
  const [roomId = ''] = roomIds;
  await runJobToEnd(createJob);
  await db.updateTable('rooms').set({ trimmedPins: 1 }).where('id', '=', roomId).execute();
  const writes: string[] = [];
  const write: TrimJobOptions['writer']['write'] = (name, caller, input) => {
    writes.push(name);
    return writer.write(name, caller, input);
  };
  await runJobToEnd(() => createJob({}, { writer: { write } }));
  expect(writes).toEqual([]);
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

/** A trim by a process that is killed at a step, and then by another one. Returns what is left. */
async function trimThroughKill(at?: KilledAt) {
  const setup = await createRooms(0);
  const { db, uid, roomId, upload, createJob, writer, removal, listStored } = setup;
  const { id: fileId } = await upload('a secret');
  const old = { id: newId(), roomId, fileId };
  await runJob(db, { mutation: 'send_message', caller: { uid }, input: old });
  const ref = { roomId, messageId: old.id };
  await runJob(db, { mutation: 'set_reaction', caller: { uid }, input: { ...ref, emoji: '👍', on: true } });
  await runJob(db, { mutation: 'set_saved', caller: { uid }, input: { ...ref, on: true } });
  await runJob(db, createSendJob(uid, { roomId, text: 'old', replyTo: old.id }));
  const before = (await readSeq(db, roomId)) ?? 0;
  const kept = newId();
  await runJob(db, createSendJob(uid, { roomId, id: kept, text: 'young', replyTo: old.id }));
  await makeOlder(db, roomId, before);
  const kill = new SimulatedKill(at);
  const killed = createJob(
    {},
    {
      read: kill.watch(await connectAgain({ ...setup, folder: dirname(setup.path) })),
      writer: { write: (...args) => kill.run(() => writer.write(...args)) },
      removal: { removeAll: files => kill.run(() => removal.removeAll(files)) },
    },
  );
  await Promise.race([runJobToEnd(() => killed), kill.death]);
  await runJobToEnd(createJob);
  const sweep = createFileSweep({ read: db, writer, removal });
  await sweep.step(undefined);
  const count = async (table: 'reactions' | 'saved' | 'files') =>
    (await db.selectFrom(table).selectAll().execute()).length;
  return {
    steps: kill.steps,
    left: {
      messages: (await db.selectFrom('messages').select('id').execute()).map(({ id }) => id === kept),
      rows: [await count('reactions'), await count('saved'), await count('files')],
      stored: listStored(),
      room: await db
        .selectFrom('rooms')
        .select(['writerCount', 'trimErasing', 'trimmedBefore'])
        .where('id', '=', roomId)
        .executeTakeFirstOrThrow(),
      replies: (await db.selectFrom('reply_counts').select('count').execute()).map(({ count }) => count),
      written: (
        await db.selectFrom('members').select('messageCount').where('roomId', '=', roomId).execute()
      ).map(({ messageCount }) => messageCount),
    },
  };
}

test('TR2 a kill at any step of the job leaves nothing behind, and takes nothing else', async () => {
  const { left: calm, steps } = await trimThroughKill();
  expect(calm).toMatchObject({ messages: [true], rows: [0, 0, 0], stored: [], replies: [1], written: [1] });
  expect(calm.room).toMatchObject({ writerCount: 1, trimErasing: null });
  expect(steps).toBeGreaterThan(7);
  for (let step = 1; step <= steps; step += IS_WIDE ? 1 : 4)
    for (const isDone of [false, true]) {
      const { left } = await trimThroughKill({ step, isDone });
      expect([step, isDone, left]).toEqual([step, isDone, calm]);
    }
});
