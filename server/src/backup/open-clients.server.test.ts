import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Chat } from '@snug/client';
import { HEART } from '@snug/protocol';
import { runCommand } from '@snug/testkit/backup-commands.ts';
import { openClientSocket } from '@snug/testkit/client-socket.ts';
import { createProgramEnvironment } from '@snug/testkit/program-environment.ts';
import { ServerProcess } from '@snug/testkit/server-process.ts';
import { TestPerson } from '@snug/testkit/test-person.ts';
import { IS_WIDE } from '@snug/testkit/test-scope.ts';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../testing/database.ts';

let server: ServerProcess;

beforeEach(async () => {
  server = await ServerProcess.start();
});
afterEach(() => server.remove());

function openChat({ uid, cookie }: TestPerson): Chat {
  const address = { url: server.url, origin: server.url, cookie };
  const environment = createProgramEnvironment(handlers => openClientSocket(address, handlers));
  const chat = new Chat(environment, uid);
  chat.start();
  onTestFinished(() => chat.stop());
  return chat;
}

async function createRoomWithTwoChats() {
  const [ann, ben] = [await TestPerson.add(server, 'Ann'), await TestPerson.add(server, 'Ben')];
  const roomId = await ann.createRoom();
  const chats = [openChat(ann), openChat(ben)] as const;
  for (const chat of chats) chat.room(roomId).open();
  const sendTexts = async (...texts: string[]) => {
    for (const text of texts) await ann.runCommand('send_message', { roomId, text });
  };
  /** Resolves when both clients show exactly these messages, each as "text" or "text +likes". */
  const show = async (texts: string[]) => {
    await expect.poll(() => chats.map(chat => getTexts(chat, roomId))).toEqual([texts, texts]);
  };
  return { ann, ben, roomId, chats, sendTexts, show };
}

function getTexts(chat: Chat, roomId: string): string[] | undefined {
  const { log } = chat.room(roomId).view.get();
  return log?.messages.map(({ text, reactions }) => (reactions ? `${text} +${reactions[HEART]}` : `${text}`));
}

function like(chat: Chat, roomId: string, text: string): Promise<unknown> {
  const messageId = getMessageId(chat, roomId, text);
  return chat.connection.command('set_reaction', { roomId, messageId, emoji: HEART, on: true });
}

function numbered(from: number, to: number): string[] {
  return Array.from({ length: to - from + 1 }, (_, index) => `message ${from + index}`);
}

function getMessageId(chat: Chat, roomId: string, text: string): string {
  const message = chat
    .room(roomId)
    .view.get()
    .log?.messages.find(message => message.text === text);
  return message?.id ?? '';
}

async function backUpNow(): Promise<string> {
  const path = join(temporaryFolder(), 'snug.tar');
  expect((await runCommand('backup', server.data, [path])).code).toBe(0);
  return path;
}

/** Restores a stopped server, and then its sessions, so that the clients continue without a sign-in. */
async function restoreWithSessions(path: string): Promise<void> {
  const read = () => new DatabaseSync(join(server.data, 'snug.db'));
  const before = read();
  const rows = before.prepare('select * from sessions').all();
  before.close();
  expect((await runCommand('restore', server.data, [path])).code).toBe(0);
  const restored = read();
  for (const row of rows) {
    const columns = Object.keys(row);
    restored
      .prepare(
        `insert into sessions ("${columns.join('", "')}") values (${columns.map(() => '?').join(', ')})`,
      )
      .run(...Object.values(row));
  }
  restored.close();
}

async function restoreNow(path: string): Promise<void> {
  await server.end('SIGTERM');
  await restoreWithSessions(path);
  await server.start();
}

test('C5 a client with an open room shows exactly the restored messages, and continues from there', async () => {
  const { roomId, chats, sendTexts, show } = await createRoomWithTwoChats();
  const [annChat, benChat] = chats;
  await sendTexts(...numbered(1, 10));
  await show(numbered(1, 10));
  const path = await backUpNow();
  await sendTexts(...numbered(11, 20));
  await like(benChat, roomId, 'message 5');
  await show(numbered(1, 20).with(4, 'message 5 +1'));
  await restoreNow(path);
  await show(numbered(1, 10));
  // These messages get seqs that others had before.
  await sendTexts('after 1', 'after 2');
  await like(annChat, roomId, 'message 3');
  void benChat.outbox.send(roomId, { text: 'after 3' });
  const now = [...numbered(1, 10).with(2, 'message 3 +1'), 'after 1', 'after 2', 'after 3'];
  await show(now);
  await like(benChat, roomId, 'message 5');
  await show(now.with(4, 'message 5 +1'));
  for (const chat of chats) {
    const room = chat.roomList.rooms.get()?.find(({ id }) => id === roomId);
    expect(room?.lastMessage?.text).toBe('after 3');
    expect(chat.outbox.items.get()).toEqual([]);
  }
});

test.runIf(IS_WIDE)(
  'C5 messages that were written while the server was down are sent to the restored one, once',
  async () => {
    const { chats, roomId, sendTexts, show } = await createRoomWithTwoChats();
    const [annChat, benChat] = chats;
    await sendTexts('kept');
    const path = await backUpNow();
    await sendTexts('lost');
    await show(['kept', 'lost']);
    await server.end('SIGTERM');
    await expect.poll(() => annChat.connection.state.get().status).toBe('disconnected');
    void annChat.outbox.send(roomId, { text: 'from Ann' });
    await restoreWithSessions(path);
    await server.start();
    await show(['kept', 'from Ann']);
    void benChat.outbox.send(roomId, { text: 'from Ben' });
    await show(['kept', 'from Ann', 'from Ben']);
  },
);

test.runIf(IS_WIDE)(
  'C5 a room and a name from after the backup are gone, and the open room shows that',
  async () => {
    const { ann, ben, chats, show, sendTexts } = await createRoomWithTwoChats();
    await sendTexts('kept');
    const path = await backUpNow();
    await ben.runCommand('set_nickname', { name: 'Benjamin' });
    const later = await ann.createRoom();
    for (const chat of chats) chat.room(later).open();
    await expect.poll(() => chats.map(chat => chat.me.get()?.name)).toEqual(['Ann', 'Benjamin']);
    await expect
      .poll(() => chats.map(chat => chat.room(later).view.get().status))
      .toEqual(['ready', 'ready']);
    await restoreNow(path);
    await expect.poll(() => chats.map(chat => chat.me.get()?.name)).toEqual(['Ann', 'Ben']);
    await expect
      .poll(() => chats.map(chat => chat.room(later).view.get().status))
      .toEqual(['missing', 'missing']);
    await expect.poll(() => chats.map(chat => chat.roomList.rooms.get()?.length)).toEqual([1, 1]);
    await show(['kept']);
  },
);

test('B4 a restore ends all sessions', async () => {
  const { ann, roomId, chats, sendTexts } = await createRoomWithTwoChats();
  await sendTexts('kept');
  const path = await backUpNow();
  const getStates = () => chats.map(chat => chat.connection.state.get());
  await expect.poll(() => getStates().map(({ status }) => status)).toEqual(['connected', 'connected']);
  await server.end('SIGTERM');
  expect((await runCommand('restore', server.data, [path])).code).toBe(0);
  await server.start();
  const signedOut = { status: 'closed', reason: 'signed_out' };
  await expect.poll(getStates).toEqual([signedOut, signedOut]);
  const chat = openChat(await ann.signInAgain());
  chat.room(roomId).open();
  await expect.poll(() => getTexts(chat, roomId)).toEqual(['kept']);
});
