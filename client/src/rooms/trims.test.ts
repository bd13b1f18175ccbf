import { type Message, toReply } from '@snug/protocol';
import { expect, test } from 'vitest';
import { Chat } from '../chat.ts';
import { FakeEnvironment, flushPromises } from '../testing/fake-environment.ts';
import { FakeRoomCacheStorage } from '../testing/fake-room-cache-storage.ts';
import {
  ANN,
  listSeqs,
  makeCatchUp,
  makeId,
  makeListedRoom,
  makeMessageSent,
  makeMessages,
  makeNewestPage,
  makeRoom,
  ROOM_ID,
} from '../testing/samples.ts';
import { createChatInRoom, reconnect } from '../testing/test-chat.ts';
import { RoomCache } from './room-cache.ts';

const WRITE_DELAY_MS = 1_000;

async function createPage(rooms = new FakeRoomCacheStorage()) {
  const environment = new FakeEnvironment(undefined, rooms);
  const chat = new Chat(environment, ANN.uid);
  chat.start();
  await flushPromises();
  const connect = async (row = makeListedRoom(0)) => {
    const { socket } = environment;
    socket.sendConnected();
    await socket.sendResult(socket.getCommands('list_rooms')[0], { rooms: [row] });
  };
  return { environment, chat, room: chat.room(ROOM_ID), rooms, connect };
}

async function createOpenRoom(messages: readonly Message[], hasOlder = false) {
  const page = await createPage();
  await page.connect();
  page.room.open();
  const { socket } = page.environment;
  const seq = messages.at(-1)?.seq ?? 0;
  await socket.sendResult(socket.getCommands('open_room')[0], {
    ...makeNewestPage(seq),
    messages: [...messages],
    hasOlder,
  });
  return { ...page, socket, getLog: () => page.room.view.get().log };
}

function makeTrim(seq: number, before: number, pinCount = 0) {
  return { type: 'room_trimmed' as const, roomId: ROOM_ID, seq, before, pinCount };
}

function answer(message: Message, source: Message): Message {
  const { id, seq, author, text } = source;
  return { ...message, reply: { id, seq, author, ...(text !== undefined && { text }) }, rootId: id };
}

test('TR7 a trim drops the messages below it, and quotes of them', async () => {
  const [one, two, three] = makeMessages(1, 3);
  if (!one || !two || !three) throw new Error('no messages');
  const { socket, getLog } = await createOpenRoom([one, two, answer(three, one)], true);
  socket.sendEvents(makeTrim(4, 3));
  expect(listSeqs(getLog())).toEqual([3]);
  expect(getLog()?.messages[0]?.reply).toEqual({ id: one.id, seq: 0, author: three.author, deleted: true });
  expect(getLog()).toMatchObject({ seq: 4, hasOlder: false, room: { trimmedBefore: 3 } });
  expect(socket.getCommands('catch_up'), 'it needs no reset').toEqual([]);
  socket.sendEvents(makeMessageSent(5));
  expect(listSeqs(getLog())).toEqual([3, 5]);
});

test('TR7 a room that is trimmed completely is empty, also above the end of a loaded part', async () => {
  const { socket, getLog } = await createOpenRoom(makeMessages(5, 8), true);
  socket.sendEvents(makeTrim(9, 9));
  expect(getLog()).toMatchObject({ messages: [], hasOlder: false, hasNewer: false });
  expect(getLog()?.room).not.toHaveProperty('lastMessage');
});

test('TR7 a page that was read before a trim brings nothing back', async () => {
  const { room, socket, getLog } = await createOpenRoom(makeMessages(11, 20), true);
  const loading = room.pages.loadOlder();
  socket.sendEvents(makeTrim(21, 8));
  const page = { seq: 20, messages: makeMessages(1, 10), hasOlder: false, hasNewer: true };
  await socket.sendResult(socket.getCommands('get_messages')[0], page);
  await loading;
  expect(getLog()?.messages[0]?.seq).toBe(8);
  expect(getLog()?.hasOlder).toBe(false);
});

test('TR7 a catch-up over a trim drops what is below it, and asks for no reset', async () => {
  const setup = await createChatInRoom(4);
  await reconnect(setup);
  const [opening] = setup.socket.getCommands('open_room');
  expect(opening?.input).toMatchObject({ since: 4, trims: true });
  const room = { ...makeRoom(6), trimmedBefore: 4 };
  await setup.socket.sendResult(opening, { ...makeCatchUp(4, 5), seq: 6, room });
  expect(listSeqs(setup.room.view.get().log)).toEqual([4, 5]);
});

test('TR7 a cached copy shows nothing below a trim that the list names, and is stored without it', async () => {
  const rooms = new FakeRoomCacheStorage();
  const visit = await createPage(rooms);
  await visit.connect(makeListedRoom(4));
  const close = visit.room.open();
  const { socket } = visit.environment;
  await socket.sendResult(socket.getCommands('open_room')[0], makeNewestPage(4));
  await visit.environment.advance(WRITE_DELAY_MS);
  close();
  visit.chat.stop();
  const next = await createPage(rooms);
  expect(listSeqs(next.room.view.get().log)).toEqual([1, 2, 3, 4]);
  await next.connect({ ...makeListedRoom(6), trimmedBefore: 4 });
  expect(listSeqs(next.room.view.get().log), 'the room is closed').toEqual([4]);
  await flushPromises();
  await next.environment.advance(WRITE_DELAY_MS);
  expect(listSeqs(await rooms.loadRoom(ROOM_ID))).toEqual([4]);
});

test('TR7 an unsent message that answers a trimmed one is sent without the answer', async () => {
  const [old, kept] = makeMessages(1, 2);
  if (!old || !kept) throw new Error('no messages');
  const { chat, socket } = await createOpenRoom([old, kept]);
  // The first one is on its way; the others wait.
  void chat.outbox.send(ROOM_ID, { text: 'first' });
  void chat.outbox.send(ROOM_ID, { text: 'second', reply: toReply(old), rootId: old.id }, makeId(90));
  void chat.outbox.send(ROOM_ID, { text: 'third', reply: toReply(kept), rootId: kept.id }, makeId(91));
  await flushPromises();
  socket.sendEvents(makeTrim(3, 2));
  await flushPromises();
  const items = chat.outbox.items.get();
  expect(items.map(({ text, reply }) => [text, reply?.id])).toEqual([
    ['first', undefined],
    ['second', undefined],
    ['third', kept.id],
  ]);
});

test('TR7 an edit that waits for a trimmed message ends, and its text is still known to the page', async () => {
  const { chat, socket } = await createOpenRoom(makeMessages(1, 2));
  const rejected: string[] = [];
  chat.actions.onRejected.subscribe(({ action, error }) => rejected.push(`${action.command} ${error.code}`));
  const input = { roomId: ROOM_ID, id: makeId(1), text: 'changed', revision: 0, editId: makeId(70) };
  await chat.actions.enqueue({ key: 'edit', roomId: ROOM_ID, command: 'edit_message', input });
  socket.sendEvents(makeTrim(3, 3));
  const [request] = socket.getCommands('edit_message');
  expect(request?.input).toMatchObject({ text: 'changed' });
  await socket.sendError(request, 'not_found');
  expect(rejected).toEqual(['edit_message not_found']);
});

test('TR7 each trim is announced once, also the one that this client first learns of', async () => {
  const { chat, connect } = await createPage();
  const trims: unknown[] = [];
  chat.trimmed.subscribe(trim => trims.push(trim));
  await connect({ ...makeListedRoom(6), trimmedBefore: 4 });
  expect(trims).toEqual([{ roomId: ROOM_ID, before: 4 }]);
  chat.roomList.add({ ...makeListedRoom(8), trimmedBefore: 4 });
  chat.roomList.add({ ...makeListedRoom(9), trimmedBefore: 7 });
  expect(trims).toHaveLength(2);
});

test('TR5 after a trim, the client asks for its counts', async () => {
  const { chat, socket, environment } = await createOpenRoom(makeMessages(1, 3));
  chat.cursors.put(ROOM_ID, { seq: 3, readSeq: 0, version: 1, unread: 3, mentions: 0 });
  socket.sendEvents(makeTrim(4, 3));
  await environment.advance(30_000);
  expect(socket.getCommands('get_unread').map(({ input }) => input)).toContainEqual({ roomIds: [ROOM_ID] });
});

test('TR7 a trim of a stored copy keeps what another page stores meanwhile', async () => {
  const rooms = new FakeRoomCacheStorage();
  const copy = { epoch: 'epoch', admins: [], hasOlder: false, replies: {} };
  const put = (seq: number) =>
    rooms.putRoom({ ...copy, seq, room: makeRoom(seq), messages: makeMessages(1, seq) }, 20);
  await put(3);
  const gate = Promise.withResolvers<void>();
  rooms.loadGate = gate.promise;
  new RoomCache(new FakeEnvironment(undefined, rooms)).trimRoom(ROOM_ID, 2);
  await put(4);
  gate.resolve();
  await flushPromises();
  expect(rooms.rooms).toMatchObject([{ seq: 4, room: { trimmedBefore: 2 } }]);
  expect(listSeqs(rooms.rooms[0])).toEqual([2, 3, 4]);
});
