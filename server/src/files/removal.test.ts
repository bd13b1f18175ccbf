import { mkdirSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newId } from '../ids.ts';
import { messageHandlers } from '../messages/message-handlers.ts';
import { RoomStateReader } from '../rooms/room-state-reader.ts';
import { NOW, runJob } from '../testing/database.ts';
import { createRoomWithFiles } from '../testing/files.ts';
import { findFile } from './file-store.ts';
import { createFileSweep } from './file-sweep.ts';

type World = Awaited<ReturnType<typeof createRoomWithFiles>>;
const HOUR = 60 * 60_000;

async function sendMessageWithFile(world: World) {
  const file = await world.upload();
  const input = { id: file.id, roomId: world.roomId, fileId: file.id };
  await runJob(world.db, { mutation: 'send_message', caller: { uid: world.uid }, input });
  const { key = '' } = (await findFile(world.db, file.id)) ?? {};
  const roomStates = new RoomStateReader({ read: world.read, maxCatchUp: 0, setTimer: () => {} });
  const endSessions = () => {};
  const remove = () =>
    messageHandlers.delete_message(
      { ...world, files: world, roomViewers: { list: () => [] }, providers: [], roomStates, endSessions },
      { uid: world.uid, sessionId: 'session' },
      { roomId: world.roomId, messageId: file.id },
    );
  return { path: world.pathOf(key), remove };
}

/** Runs all steps of the sweep. */
async function sweep(world: World): Promise<void> {
  let cursor: string | undefined;
  do cursor = await createFileSweep(world).step(cursor);
  while (cursor !== undefined);
}

async function listFileRows({ db }: World): Promise<string[]> {
  return (await db.selectFrom('files').select('state').execute()).map(({ state }) => state);
}

test('F5 deleting a message removes the bytes of its file, and then the row', async () => {
  const world = await createRoomWithFiles();
  const { remove } = await sendMessageWithFile(world);
  const answer = await remove();
  expect(answer.message).toHaveProperty('deletedAt');
  expect(answer).not.toHaveProperty('fileLeft');
  expect([world.left(), await listFileRows(world)]).toEqual([[], []]);
  expect(await remove()).toEqual(answer);
});

test('F5 a failing storage does not prevent the deletion of a message: the result reports it, and the sweep retries', async () => {
  const world = await createRoomWithFiles();
  const { path, remove } = await sendMessageWithFile(world);
  rmSync(path);
  mkdirSync(path);
  writeFileSync(join(path, 'in the way'), '');
  const answer = await remove();
  expect(answer).toMatchObject({ message: { deletedAt: NOW }, fileLeft: true });
  expect(answer.message).not.toHaveProperty('file');
  expect(world.failures).toHaveLength(1);
  await sweep(world);
  expect([world.failures.length, await listFileRows(world)]).toEqual([2, ['deleted']]);
  rmSync(join(path, 'in the way'));
  rmdirSync(path);
  writeFileSync(path, 'hello');
  await sweep(world);
  expect([world.left(), await listFileRows(world)]).toEqual([[], []]);
});

test('F5 bytes that are already gone are not a failure', async () => {
  const world = await createRoomWithFiles();
  const { path, remove } = await sendMessageWithFile(world);
  rmSync(path);
  expect(await remove()).not.toHaveProperty('fileLeft');
  expect(await listFileRows(world)).toEqual([]);
});

test('F5 every ten minutes, the sweep removes exactly the uploads that were not sent for an hour', async () => {
  const world = await createRoomWithFiles();
  await sendMessageWithFile(world);
  await world.upload();
  world.clock.now += HOUR;
  await world.upload();
  await sweep(world);
  expect([await listFileRows(world), createFileSweep(world).intervalMs]).toEqual([
    ['sent', 'unsent', 'unsent'],
    600_000,
  ]);
  world.clock.now += 1;
  await sweep(world);
  expect(await listFileRows(world)).toEqual(['sent', 'unsent']);
  expect(world.left()).toHaveLength(2);
});

test('F5 the sweep removes at most 100 files per step, and skips those that it cannot remove', async () => {
  const world = await createRoomWithFiles(disk => ({
    remove: key => (key.endsWith('stuck') ? Promise.reject(new Error('stuck')) : disk.remove(key)),
  }));
  const dull = { width: null, height: null, duration: null, peaks: null };
  for (let count = 0; count < 150; count++) {
    const key = `${count}${count % 2 ? '' : ' stuck'}`;
    const file = { id: newId(), key, ownerId: world.uid, name: 'a.txt', contentType: 'text/plain', size: 1 };
    await world.db
      .insertInto('files')
      .values({ ...file, ...dull, createdAt: NOW - HOUR - 1, state: 'unsent' })
      .execute();
  }
  const { step } = createFileSweep(world);
  expect(await step(undefined)).toBe('');
  const cursor = await step('');
  expect((await listFileRows(world)).filter(state => state === 'deleted')).toHaveLength(100);
  expect(await step(cursor)).toBeUndefined();
  expect((await listFileRows(world)).filter(state => state === 'deleted')).toHaveLength(75);
});

test('F5 a discarded upload is gone', async () => {
  const world = await createRoomWithFiles();
  const { id } = await world.upload();
  await world.removal.discard(world.uid, id);
  await world.removal.discard(world.uid, id);
  expect([world.left(), await listFileRows(world)]).toEqual([[], []]);
});
