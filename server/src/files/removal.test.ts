import { mkdirSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newId } from '../base/ids.ts';
import { SignedCodes } from '../base/signed-codes.ts';
import { RoomListReader } from '../chat/rooms/room-list-reader.ts';
import { RoomStateReader } from '../chat/rooms/room-state-reader.ts';
import { messageHandlers } from '../commands/message-handlers.ts';
import { NameTurns } from '../commands/name-turns.ts';
import { createCounts } from '../testing/counts.ts';
import { createInviteLinks, NOW, runJob } from '../testing/database.ts';
import { createRoomWithFiles } from '../testing/files.ts';
import { createServerState } from '../testing/server-state.ts';
import { createIdleWebhooks } from '../testing/webhooks.ts';
import { findFile } from './file-store.ts';
import { createFileSweep } from './file-sweep.ts';
import { StorageError } from './storage/storage.ts';

type Setup = Awaited<ReturnType<typeof createRoomWithFiles>>;
const DAY = 24 * 60 * 60_000;

async function sendMessageWithFile(setup: Setup) {
  const file = await setup.upload();
  const input = { id: file.id, roomId: setup.roomId, fileId: file.id };
  await runJob(setup.db, { mutation: 'send_message', caller: { uid: setup.uid }, input });
  const { key = '' } = (await findFile(setup.db, file.id)) ?? {};
  const counts = createCounts(setup.read);
  const roomStates = new RoomStateReader({ read: setup.read, counts, maxCatchUp: 0, setTimer: () => {} });
  const sessionCloser = { closeAfterResult: () => {} };
  const remove = () =>
    messageHandlers.delete_message(
      {
        ...setup,
        files: setup,
        roomViewers: { count: () => 0, list: () => [] },
        typing: { publish: () => {} },
        serverState: createServerState(setup.read),
        providers: [],
        fixedSettings: {},
        epoch: 'epoch',
        counts,
        roomList: new RoomListReader(setup.read, counts),
        roomStates,
        search: undefined,
        push: undefined,
        nameTurns: new NameTurns(setImmediate),
        inviteLinks: createInviteLinks(setup.read),
        webhookCodes: new SignedCodes('x'.repeat(32), 'webhook'),
        webhooks: createIdleWebhooks(setup.read, setup.writer),
        requireNewestRelease: async () => {},
        requireConversations: async () => {},
        requireGuests: async () => {},
        requireRetention: async () => {},
        admitConversation: async () => {},
        sessionCloser,
        reauthentication: { confirm: () => Promise.reject(new Error('removes no way to sign in')) },
        mails: undefined,
      },
      { uid: setup.uid, guest: false, sessionId: 'session', now: NOW },
      { roomId: setup.roomId, messageId: file.id },
    );
  return { path: setup.getPath(key), remove };
}

/** Runs all steps of the sweep. */
async function sweep(setup: Setup): Promise<void> {
  let cursor: string | undefined;
  do cursor = await createFileSweep(setup).step(cursor);
  while (cursor !== undefined);
}

async function listFileRows({ db }: Setup): Promise<string[]> {
  return (await db.selectFrom('files').select('state').execute()).map(({ state }) => state);
}

test('F5 deleting a message removes the bytes of its file, and then the row', async () => {
  const setup = await createRoomWithFiles();
  const { remove } = await sendMessageWithFile(setup);
  const result = await remove();
  expect(result.message).toHaveProperty('deletedAt');
  expect(result).not.toHaveProperty('fileLeft');
  expect([setup.listStored(), await listFileRows(setup)]).toEqual([[], []]);
  expect(await remove()).toEqual(result);
});

test('F5 a failing storage does not prevent the deletion of a message: the result reports it, and the sweep retries', async () => {
  const setup = await createRoomWithFiles();
  const { path, remove } = await sendMessageWithFile(setup);
  rmSync(path);
  mkdirSync(path);
  writeFileSync(join(path, 'in the way'), '');
  const result = await remove();
  expect(result).toMatchObject({ message: { deletedAt: NOW }, fileLeft: true });
  expect(result.message).not.toHaveProperty('file');
  expect(setup.failures).toHaveLength(1);
  await sweep(setup);
  expect([setup.failures.length, await listFileRows(setup)]).toEqual([2, ['deleted']]);
  rmSync(join(path, 'in the way'));
  rmdirSync(path);
  writeFileSync(path, 'hello');
  await sweep(setup);
  expect([setup.listStored(), await listFileRows(setup)]).toEqual([[], []]);
});

test('F5 bytes that are already gone are not a failure', async () => {
  const setup = await createRoomWithFiles();
  const { path, remove } = await sendMessageWithFile(setup);
  rmSync(path);
  expect(await remove()).not.toHaveProperty('fileLeft');
  expect(await listFileRows(setup)).toEqual([]);
});

test('F5 every ten minutes, the sweep removes exactly the uploads that were not sent for a day', async () => {
  const setup = await createRoomWithFiles();
  await sendMessageWithFile(setup);
  await setup.upload();
  setup.clock.now += DAY;
  await setup.upload();
  await sweep(setup);
  expect([await listFileRows(setup), createFileSweep(setup).intervalMs]).toEqual([
    ['sent', 'unsent', 'unsent'],
    600_000,
  ]);
  setup.clock.now += 1;
  await sweep(setup);
  expect(await listFileRows(setup)).toEqual(['sent', 'unsent']);
  expect(setup.listStored()).toHaveLength(2);
});

test('F5 the sweep removes at most 100 files per step, and skips those that it cannot remove', async () => {
  const setup = await createRoomWithFiles(disk => ({
    remove: key => (key.endsWith('stuck') ? Promise.reject(new Error('stuck')) : disk.remove(key)),
  }));
  const noDetails = { width: null, height: null, duration: null, peaks: null };
  for (let count = 0; count < 150; count++) {
    const key = `${count}${count % 2 ? '' : ' stuck'}`;
    const file = { id: newId(), key, ownerId: setup.uid, name: 'a.txt', contentType: 'text/plain', size: 1 };
    await setup.db
      .insertInto('files')
      .values({ ...file, ...noDetails, createdAt: NOW - DAY - 1, state: 'unsent' })
      .execute();
  }
  const { step } = createFileSweep(setup);
  expect(await step(undefined)).toBe('');
  const cursor = await step('');
  expect((await listFileRows(setup)).filter(state => state === 'deleted')).toHaveLength(100);
  expect(await step(cursor)).toBeUndefined();
  expect((await listFileRows(setup)).filter(state => state === 'deleted')).toHaveLength(75);
});

test('F5 a discarded upload is gone', async () => {
  const setup = await createRoomWithFiles();
  const { id } = await setup.upload();
  await setup.removal.discard(setup.uid, id);
  await setup.removal.discard(setup.uid, id);
  expect([setup.listStored(), await listFileRows(setup)]).toEqual([[], []]);
});

test('F5 while the storage does not work, the sweep asks it once a minute, and then removes everything', async () => {
  let isAway = true;
  let asked = 0;
  const setup = await createRoomWithFiles(disk => ({
    async remove(key) {
      asked++;
      if (isAway) throw new StorageError('away');
      await disk.remove(key);
    },
  }));
  for (let count = 0; count < 3; count++) await setup.upload();
  setup.clock.now += DAY + 1;
  for (const delay of [0, 59_999, 1]) {
    setup.clock.now += delay;
    await sweep(setup);
  }
  expect([asked, setup.failures.length]).toEqual([2, 2]);
  isAway = false;
  setup.clock.now += 60_000;
  await sweep(setup);
  expect([setup.listStored(), await listFileRows(setup)]).toEqual([[], []]);
});
