import { mkdirSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newId } from '../ids.ts';
import { messageHandlers } from '../messages/message-handlers.ts';
import { RoomStates } from '../rooms/room-state-reader.ts';
import { NOW, store } from '../testing/database.ts';
import { aRoomWithFiles } from '../testing/files.ts';
import { findFile } from './file-store.ts';
import { fileSweep } from './file-sweep.ts';

type World = Awaited<ReturnType<typeof aRoomWithFiles>>;
const HOUR = 60 * 60_000;

async function aMessageWithFile(world: World) {
  const file = await world.upload();
  const input = { id: file.id, roomId: world.roomId, fileId: file.id };
  await store(world.db, { mutation: 'send_message', call: { uid: world.uid }, input });
  const { key = '' } = (await findFile(world.db, file.id)) ?? {};
  const roomStates = new RoomStates({ read: world.read, maxCatchUp: 0, setTimer: () => {} });
  const endSessions = () => {};
  const remove = () =>
    messageHandlers.delete_message(
      { ...world, files: world, attendance: { list: () => [] }, providers: [], roomStates, endSessions },
      { uid: world.uid, sessionId: 'session' },
      { roomId: world.roomId, messageId: file.id },
    );
  return { path: world.pathOf(key), remove };
}

/** Does the whole work of the sweep. */
async function sweep(world: World): Promise<void> {
  let cursor: string | undefined;
  do cursor = await fileSweep(world).step(cursor);
  while (cursor !== undefined);
}

async function rows({ db }: World): Promise<string[]> {
  return (await db.selectFrom('files').select('state').execute()).map(({ state }) => state);
}

test('F5 with a message the bytes of its file are gone, and then what is known of them', async () => {
  const world = await aRoomWithFiles();
  const { remove } = await aMessageWithFile(world);
  const answer = await remove();
  expect(answer.message).toHaveProperty('deletedAt');
  expect(answer).not.toHaveProperty('fileLeft');
  expect([world.left(), await rows(world)]).toEqual([[], []]);
  expect(await remove()).toEqual(answer);
});

test('F5 a storage that refuses does not keep a message alive: it is said, and tried again', async () => {
  const world = await aRoomWithFiles();
  const { path, remove } = await aMessageWithFile(world);
  rmSync(path);
  mkdirSync(path);
  writeFileSync(join(path, 'in the way'), '');
  const answer = await remove();
  expect(answer).toMatchObject({ message: { deletedAt: NOW }, fileLeft: true });
  expect(answer.message).not.toHaveProperty('file');
  expect(world.failures).toHaveLength(1);
  await sweep(world);
  expect([world.failures.length, await rows(world)]).toEqual([2, ['deleted']]);
  rmSync(join(path, 'in the way'));
  rmdirSync(path);
  writeFileSync(path, 'hello');
  await sweep(world);
  expect([world.left(), await rows(world)]).toEqual([[], []]);
});

test('F5 bytes that are gone already are no failure', async () => {
  const world = await aRoomWithFiles();
  const { path, remove } = await aMessageWithFile(world);
  rmSync(path);
  expect(await remove()).not.toHaveProperty('fileLeft');
  expect(await rows(world)).toEqual([]);
});

test('F5 the sweep removes what was not sent for an hour, and nothing else, every ten minutes', async () => {
  const world = await aRoomWithFiles();
  await aMessageWithFile(world);
  await world.upload();
  world.clock.now += HOUR;
  await world.upload();
  await sweep(world);
  expect([await rows(world), fileSweep(world).everyMs]).toEqual([['sent', 'unsent', 'unsent'], 600_000]);
  world.clock.now += 1;
  await sweep(world);
  expect(await rows(world)).toEqual(['sent', 'unsent']);
  expect(world.left()).toHaveLength(2);
});

test('F5 the sweep takes at most 100 files in a part, and goes past those that it cannot remove', async () => {
  const world = await aRoomWithFiles(disk => ({
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
  const { step } = fileSweep(world);
  expect(await step(undefined)).toBe('');
  const cursor = await step('');
  expect((await rows(world)).filter(state => state === 'deleted')).toHaveLength(100);
  expect(await step(cursor)).toBeUndefined();
  expect((await rows(world)).filter(state => state === 'deleted')).toHaveLength(75);
});

test('F5 what a person takes back is gone', async () => {
  const world = await aRoomWithFiles();
  const { id } = await world.upload();
  await world.removal.discard(world.uid, id);
  await world.removal.discard(world.uid, id);
  expect([world.left(), await rows(world)]).toEqual([[], []]);
});
