import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Chat, type SocketHandlers } from '@snug/client';
import { type CommandOutput, HEART } from '@snug/protocol';
import { openClientSocket } from '@snug/testkit/client-socket.ts';
import { createProgramEnvironment } from '@snug/testkit/program-environment.ts';
import { ServerProcess } from '@snug/testkit/server-process.ts';
import { TestPerson } from '@snug/testkit/test-person.ts';
import { IS_WIDE } from '@snug/testkit/test-scope.ts';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { newId } from '../../base/ids.ts';
import { temporaryFolder } from '../../testing/database.ts';

let server: ServerProcess;

beforeEach(async () => {
  server = await ServerProcess.start();
});
afterEach(() => server.remove());

const network = { isUp: true };

function openChat({ uid, cookie }: TestPerson): Chat {
  const address = { url: server.url, origin: server.url, cookie };
  const environment = createProgramEnvironment(handlers =>
    network.isUp ? openClientSocket(address, handlers) : unreachable(handlers),
  );
  const chat = new Chat(environment, uid);
  chat.start();
  onTestFinished(() => chat.stop());
  return chat;
}

function unreachable(handlers: SocketHandlers) {
  setImmediate(() => handlers.onClose(1006, ''));
  return { send: () => {}, close: () => {} };
}

/** Ann's room with some messages, open in the clients of Ann and Ben. */
async function createRoomWithChats(count: number) {
  network.isUp = true;
  const ann = await TestPerson.add(server, 'Ann');
  const ben = await TestPerson.add(server, 'Ben');
  const roomId = await ann.createRoom();
  const ids = Array.from({ length: count }, newId);
  for (const [index, id] of ids.entries())
    await ann.runCommand('send_message', { roomId, id, text: `${index + 1}` });
  const chats = [openChat(ann), openChat(ben)];
  for (const chat of chats) chat.room(roomId).open();
  return { ann, ben, roomId, ids, chats };
}

/** The visible state of a room and of its row in the list. */
function getVisibleState(chat: Chat, roomId: string) {
  const { log } = chat.room(roomId).view.get();
  const messages = log?.messages.map(({ id, text, reactions, changedSeq }) => ({
    id,
    text,
    reactions,
    changedSeq,
  }));
  const row = chat.roomList.getRow(roomId);
  return { seq: log?.seq, name: log?.room.name, admins: log?.admins, messages, row };
}

/** Resolves when these clients show the same as a new client. */
async function expectAgreement({
  ann,
  roomId,
  chats,
}: Awaited<ReturnType<typeof createRoomWithChats>>): Promise<void> {
  const fresh = openChat(ann);
  fresh.room(roomId).open();
  await expect.poll(() => fresh.room(roomId).view.get().status).toBe('ready');
  await expect.poll(() => fresh.roomList.getRow(roomId)).toBeDefined();
  for (const chat of chats)
    await expect.poll(() => getVisibleState(chat, roomId)).toEqual(getVisibleState(fresh, roomId));
}

/** Copies the database. The returned function restores the copy. Call both only while no server runs. */
async function copyDatabase(): Promise<() => void> {
  const [path, copy] = [join(server.data, 'snug.db'), join(temporaryFolder(), 'copy.db')];
  await server.end('SIGTERM');
  copyFileSync(path, copy);
  await server.start();
  return () => {
    for (const name of ['-wal', '-shm']) rmSync(path + name, { force: true });
    copyFileSync(copy, path);
  };
}

/** Restores the copy while clients cannot reach the server, and lets `write` write more than was lost before they can. */
async function restoreCopy(restore: () => void, write: () => Promise<void>): Promise<void> {
  network.isUp = false;
  await server.end('SIGTERM');
  restore();
  await server.start();
  await write();
  network.isUp = true;
}

test('L6 C4 after a copy of the database was restored and more messages than before were sent, all clients agree', async () => {
  const setup = await createRoomWithChats(5);
  const { ben, roomId, chats } = setup;
  const restore = await copyDatabase();
  for (const text of ['lost 1', 'lost 2', 'lost 3']) await ben.runCommand('send_message', { roomId, text });
  for (const chat of chats) await expect.poll(() => getVisibleState(chat, roomId).seq).toBe(8);
  await restoreCopy(restore, async () => {
    for (let index = 1; index <= 5; index++)
      await ben.runCommand('send_message', { roomId, text: `new ${index}` });
  });
  await expectAgreement(setup);
  expect(getVisibleState(chats[0] as Chat, roomId).messages?.map(({ text }) => text)).not.toContain('lost 1');
});

test.runIf(IS_WIDE)('L6 C4 the same with only reactions, edits, deletions and admin changes', async () => {
  const setup = await createRoomWithChats(5);
  const { ann, ben, roomId, ids, chats } = setup;
  const restore = await copyDatabase();
  await ben.runCommand('set_reaction', { roomId, messageId: ids[0], emoji: HEART, on: true });
  await ann.runCommand('edit_room', { roomId, name: 'Lost name' });
  await ann.runCommand('delete_message', { roomId, messageId: ids[1] });
  await ann.runCommand('set_admin', { roomId, uid: ben.uid, admin: true });
  for (const chat of chats) await expect.poll(() => getVisibleState(chat, roomId).seq).toBe(9);
  await restoreCopy(restore, async () => {
    await ben.runCommand('set_reaction', { roomId, messageId: ids[2], emoji: HEART, on: true });
    await ann.runCommand('delete_message', { roomId, messageId: ids[3] });
    for (const name of ['New name', 'Newer name', 'Newest name'])
      await ann.runCommand('edit_room', { roomId, name });
  });
  await expectAgreement(setup);
  expect(getVisibleState(chats[1] as Chat, roomId)).toMatchObject({
    seq: 10,
    name: 'Newest name',
    admins: [ann.uid],
  });
});

test('L6 C4 an ordinary restart resets no client', async () => {
  const setup = await createRoomWithChats(30);
  const { ben, roomId, chats } = setup;
  const counts = () => chats.map(chat => getVisibleState(chat, roomId).messages?.length);
  await expect.poll(counts).toEqual([15, 15]);
  for (const chat of chats) await chat.room(roomId).pages.loadOlder();
  expect(counts()).toEqual([30, 30]);
  const known = await ben.runCommand<CommandOutput<'catch_up'>>('catch_up', { roomId });
  await restoreCopy(
    () => {},
    () => ben.runCommand('send_message', { roomId, text: '31' }),
  );
  await expect.poll(counts).toEqual([31, 31]);
  const { seq: since, incarnation } = known;
  const later = await ben.runCommand<CommandOutput<'catch_up'>>('catch_up', { roomId, since, incarnation });
  expect(later).toMatchObject({ reset: false, messages: [{ text: '31' }] });
  expect(later.incarnation).not.toBe(incarnation);
});
