import type { NotificationLevel } from '@snug/protocol';
import { expect, test } from 'vitest';
import { newId } from '../../base/ids.ts';
import { listDue } from '../../cluster/jobs/job-store.ts';
import type { Db } from '../../db/schema.ts';
import { addPerson, createRoomJob, NOW, runJob, runJobs, temporaryDatabase } from '../../testing/database.ts';
import { changeDefaultLevel, createDefaultLevelJob } from './default-level.ts';
import { readJoined } from './member-list.ts';
import { listEverything, toLevel } from './room-level.ts';

const SETTLED = NOW + 60_000;

async function createRooms(db: Db, uid: string, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => newId()).toSorted();
  await runJobs(db, ...ids.map(id => createRoomJob(uid, { id })));
  return ids;
}

async function setDefault(db: Db, uid: string, level: NotificationLevel): Promise<void> {
  await changeDefaultLevel(db, { uid, now: NOW, incarnation: '' }, level);
}

/** Returns the number of steps. `now`: when the job runs. */
async function runLevelJob(db: Db, now = NOW): Promise<number> {
  const writer = {
    write: async (mutation: string, caller: { uid: string }, input: object) =>
      (await runJob<never>(db, { mutation, caller, input }, now)).output,
  };
  const { step } = createDefaultLevelJob(db, writer);
  let count = 0;
  for (let cursor = await step(undefined); cursor !== undefined; cursor = await step(cursor)) count++;
  return count;
}

async function setOptions(db: Db, uid: string, roomId: string, change: object): Promise<void> {
  await runJob(db, { mutation: 'set_room_options', caller: { uid }, input: { roomId, ...change } });
}

async function readLevels(db: Db, uid: string): Promise<string[]> {
  const rows = await db
    .selectFrom('members')
    .select(['muted', 'level'])
    .where('userId', '=', uid)
    .orderBy('roomId')
    .execute();
  return rows.map(row => toLevel('open', row));
}

test('Y26 a default reaches the rooms without a level of their own, and no other person', async () => {
  const { db } = await temporaryDatabase();
  const [ann, ben] = [await addPerson(db, 'Ann'), await addPerson(db, 'Ben')];
  const [quiet = '', few = '', rest = ''] = await createRooms(db, ann, 3);
  await runJob(db, { mutation: 'join_room', caller: { uid: ben }, input: { roomId: rest } });
  await setOptions(db, ann, quiet, { level: 'nothing' });
  await setOptions(db, ann, few, { level: 'mentions' });
  await setDefault(db, ann, 'everything');
  expect(await readLevels(db, ann), 'a job writes it').toEqual(['nothing', 'mentions', 'mentions']);
  await runLevelJob(db);
  expect(await readLevels(db, ann)).toEqual(['nothing', 'mentions', 'everything']);
  expect(await readLevels(db, ben)).toEqual(['mentions']);
  expect(await listEverything(db, rest, '', 10)).toEqual([ann]);
  await setOptions(db, ann, quiet, { muted: false });
  expect((await readLevels(db, ann))[0], 'under the mute').toBe('everything');
  await setDefault(db, ann, 'nothing');
  await runLevelJob(db);
  expect(await readLevels(db, ann)).toEqual(['nothing', 'mentions', 'nothing']);
  await setDefault(db, ann, 'mentions');
  await runLevelJob(db);
  expect(await readLevels(db, ann)).toEqual(['mentions', 'mentions', 'mentions']);
});

test('Y26 the default "nothing" mutes no room', async () => {
  const { db } = await temporaryDatabase();
  const ann = await addPerson(db, 'Ann');
  const [roomId = ''] = await createRooms(db, ann, 1);
  await setDefault(db, ann, 'nothing');
  await runLevelJob(db);
  const { output } = await runJob<{ membership: object }>(db, {
    mutation: 'set_room_options',
    caller: { uid: ann },
    input: { roomId, favourite: true },
  });
  expect(output.membership).toEqual({ role: 'admin', version: 2, favourite: true });
  expect(await readJoined(db, { uid: ann, now: NOW })).toEqual({
    roomIds: [roomId],
    defaultLevel: 'nothing',
  });
});

test('Y26 a room that a person joins begins with their default, and leaving ends its level', async () => {
  const { db } = await temporaryDatabase();
  const [ann, ben] = [await addPerson(db, 'Ann'), await addPerson(db, 'Ben')];
  const [roomId = ''] = await createRooms(db, ann, 1);
  const run = (mutation: string, input: object) => runJob(db, { mutation, caller: { uid: ben }, input });
  await setDefault(db, ben, 'everything');
  await run('join_room', { roomId });
  await run('open_direct', { uids: [], id: newId() });
  expect(await readLevels(db, ben)).toEqual(['everything', 'everything']);
  await setOptions(db, ben, roomId, { level: 'mentions' });
  await run('leave_room', { roomId });
  expect(await listEverything(db, roomId, '', 10)).toEqual([]);
  await run('join_room', { roomId });
  expect(await listEverything(db, roomId, '', 10)).toEqual([ben]);
});

test('Y26 the job writes 200 rooms at a time, of one person after the other', async () => {
  const { db } = await temporaryDatabase();
  const [ann, ben] = [await addPerson(db, 'Ann'), await addPerson(db, 'Ben')];
  await createRooms(db, ann, 401);
  await createRooms(db, ben, 2);
  for (const uid of [ann, ben]) await setDefault(db, uid, 'everything');
  expect(await listDue(db, NOW)).toMatchObject([{ kind: 'default_levels' }]);
  expect(await runLevelJob(db)).toBe(4);
  expect(new Set([...(await readLevels(db, ann)), ...(await readLevels(db, ben))])).toEqual(
    new Set(['everything']),
  );
});

test('Y26 a default that has just changed is written once more, for people who joined meanwhile', async () => {
  const { db } = await temporaryDatabase();
  const ann = await addPerson(db, 'Ann');
  await setDefault(db, ann, 'everything');
  expect(await runLevelJob(db)).toBe(1);
  // A transaction that began before the change joins a room after it.
  const [roomId = ''] = await createRooms(db, ann, 1);
  await db
    .updateTable('members')
    .set({ level: null, levelByDefault: null })
    .where('userId', '=', ann)
    .execute();
  expect(await runLevelJob(db, SETTLED)).toBe(1);
  expect(await listEverything(db, roomId, '', 10)).toEqual([ann]);
  expect(await runLevelJob(db, SETTLED), 'nothing is left').toBe(0);
});
