import { type CommandOutput, MAX_LARGEST_ROOMS } from '@snug/protocol';
import { expect, test } from 'vitest';
import { newId } from '../../base/ids.ts';
import { addPerson, createRoomJob, NOW, runJob } from '../../testing/database.ts';
import { createRoomWithFiles } from '../../testing/files.ts';
import { createStorageCountJob } from './storage-count-job.ts';
import { readStorageUse } from './storage-use.ts';

type State = 'unsent' | 'sent' | 'deleted';

/** Wanda is a workspace admin. `add`: files of Ann in a room. `count` returns the number of steps of the job. */
async function createSetup() {
  const { db, uid: ann, writer } = await createRoomWithFiles();
  // On PostgreSQL, the tests of a file share the table.
  await db.deleteFrom('meta').where('key', '=', 'storage').execute();
  const [ben, wanda] = [await addPerson(db, 'Ben'), await addPerson(db, 'Wanda')];
  const createRoom = async (name: string, kind: 'open' | 'private') =>
    (await runJob<CommandOutput<'create_room'>>(db, createRoomJob(ann, { name, kind }))).output.room.id;
  const create = (roomId: string | null, contentType: string, size: number, change: object = {}) => {
    const file = { id: newId(), key: newId(), ownerId: ann, roomId, name: 'x', contentType, size };
    const nothing = { width: null, height: null, duration: null, peaks: null };
    const state: State = 'sent';
    return { ...file, ...nothing, createdAt: NOW, state, ...change };
  };
  const add = async (...file: Parameters<typeof create>) => {
    await db
      .insertInto('files')
      .values(create(...file))
      .execute();
  };
  const addMany = async (total: number, ...file: Parameters<typeof create>) => {
    for (let added = 0; added < total; added += 500) {
      const files = Array.from({ length: 500 }, () => create(...file));
      await db.insertInto('files').values(files).execute();
    }
  };
  const { step } = createStorageCountJob(db, writer);
  const count = async () => {
    let steps = 0;
    for (let cursor: string | undefined; steps === 0 || cursor !== undefined; steps++) {
      cursor = await step(cursor);
      expect(cursor?.length ?? 0).toBeLessThan(4_000);
    }
    return steps;
  };
  const read = () => readStorageUse(db, { uid: wanda, now: NOW });
  return { db, ann, ben, wanda, createRoom, add, addMany, count, read };
}

test('A28 files are counted by kind and by room, and names of private and direct rooms stay hidden', async () => {
  const { db, ann, ben, createRoom, add, count, read } = await createSetup();
  const [hall, board] = [await createRoom('Hall', 'open'), await createRoom('Board', 'private')];
  const direct = await runJob<CommandOutput<'open_direct'>>(db, {
    mutation: 'open_direct',
    caller: { uid: ann },
    input: { uids: [ben], id: newId() },
  });
  await add(hall, 'image/png', 10);
  await add(hall, 'image/jpeg', 20);
  await add(board, 'video/mp4', 500);
  await add(board, 'audio/mpeg', 7, { peaks: '[1]' });
  await add(direct.output.room.id, 'audio/mpeg', 90);
  await add(null, 'image/png', 3, { state: 'unsent' });
  await add(hall, 'image/png', 4, { state: 'deleted' });
  expect(await count()).toBe(1);
  const use = await read();
  expect(use).toEqual({
    countedAt: NOW,
    kinds: [
      { kind: 'picture', files: 2, bytes: 30 },
      { kind: 'video', files: 1, bytes: 500 },
      { kind: 'voice', files: 1, bytes: 7 },
      { kind: 'other', files: 1, bytes: 90 },
    ],
    rooms: [
      { room: { kind: 'private', id: board }, files: 2, bytes: 507 },
      { room: { kind: 'direct' }, files: 1, bytes: 90 },
      { room: { id: hall, name: 'Hall' }, files: 2, bytes: 30 },
    ],
    unsent: { files: 1, bytes: 3 },
    deleted: { files: 1, bytes: 4 },
  });
});

test('A28 the count continues in steps, also inside a room, and keeps the largest rooms', async () => {
  const { createRoom, add, addMany, count, read } = await createSetup();
  const rooms: string[] = [];
  for (let at = 0; at < MAX_LARGEST_ROOMS + 3; at++) rooms.push(await createRoom(`Room ${at}`, 'open'));
  for (const [at, roomId] of rooms.entries()) await add(roomId, 'image/png', 10_000 * (at + 1));
  const busy = rooms[1] ?? '';
  await addMany(2_500, busy, 'text/plain', 1);
  expect(await count()).toBe(3);
  const { kinds, rooms: largest } = await read();
  expect(kinds.map(({ files }) => files)).toEqual([rooms.length, 0, 0, 2_500]);
  expect(largest).toHaveLength(MAX_LARGEST_ROOMS);
  expect(largest[0]).toMatchObject({ room: { name: 'Room 22' }, bytes: 230_000 });
  expect(largest.at(-1)).toMatchObject({ room: { name: 'Room 3' }, bytes: 40_000 });
});

test('A28 before the first count, and after the deletion of a room, there is no wrong number', async () => {
  const { db, ann, createRoom, add, count, read } = await createSetup();
  expect(await read()).toMatchObject({ kinds: [], rooms: [], unsent: { files: 0, bytes: 0 } });
  const hall = await createRoom('Hall', 'open');
  await add(hall, 'image/png', 10);
  await count();
  await runJob(db, { mutation: 'delete_room', caller: { uid: ann }, input: { roomId: hall, name: 'Hall' } });
  expect((await read()).rooms).toEqual([]);
});
