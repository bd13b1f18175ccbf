import { expect, test } from 'vitest';
import { ANN, listSeqs, makeListedRoom, makeMessage, makeNewestPage, ROOM_ID } from './testing/samples.ts';
import { createChat, createChatInRoom, reconnect } from './testing/test-chat.ts';

test('the greeting names the signed-in person', () => {
  const { chat } = createChat();
  expect(chat.me.get()).toEqual(ANN);
});

test('F2 the limit of files is that of the server, also after a reconnection', () => {
  const { chat, socket } = createChat();
  const { maxFileBytes } = chat.outbox;
  expect(maxFileBytes.get()).toBe(5_120_000);
  const greeting = { type: 'connected', version: 5, epoch: 'epoch', me: ANN } as const;
  socket.sendEvents({ ...greeting, maxFileBytes: 1_000_000_000 });
  expect(maxFileBytes.get()).toBe(1_000_000_000);
  socket.sendEvents(greeting);
  expect(maxFileBytes.get()).toBe(5_120_000);
});

test('the store of a room is the same object each time', () => {
  const { chat, room } = createChat();
  expect(chat.room(ROOM_ID)).toBe(room);
});

test('C5 a new epoch makes the client clear its state and read again', async () => {
  const setup = await createChatInRoom(20);
  await setup.socket.sendResult(setup.socket.getCommands('list_rooms')[0], { rooms: [makeListedRoom(20)] });
  await reconnect(setup, 'restored');
  expect(setup.chat.roomList.rooms.get()).toBeUndefined();
  expect(setup.room.view.get()).toEqual({ status: 'loading', isLoadingOlder: false });
  expect(setup.socket.getCommands('open_room').map(({ input }) => input)).toEqual([{ roomId: ROOM_ID }]);
  await setup.socket.sendResult(setup.socket.getCommands('open_room')[0], makeNewestPage(3));
  await setup.socket.sendResult(setup.socket.getCommands('list_rooms')[0], { rooms: [makeListedRoom(3)] });
  expect(listSeqs(setup.room.view.get().log)).toEqual([1, 2, 3]);
  expect(setup.chat.roomList.rooms.get()).toEqual([makeListedRoom(3)]);
});

test('C5 the same epoch lets the client keep its state', async () => {
  const setup = await createChatInRoom(20);
  await reconnect(setup);
  expect(listSeqs(setup.room.view.get().log)).toHaveLength(20);
});

test('C5 the outbox survives a new epoch, and is sent', async () => {
  const setup = await createChatInRoom(20);
  void setup.chat.outbox.send(ROOM_ID, { text: 'kept' });
  const [sentCommand] = setup.socket.getCommands('send_message');
  await reconnect(setup, 'restored');
  expect(setup.chat.outbox.items.get()).toMatchObject([{ text: 'kept', status: 'waiting' }]);
  expect(setup.socket.getCommands('send_message').map(({ input }) => input)).toEqual([sentCommand?.input]);
});

test('C5 O1 an item that was stored under an old epoch and never shown is sent again', async () => {
  const setup = await createChatInRoom(20);
  void setup.chat.outbox.send(ROOM_ID, { text: 'kept' });
  const [sentCommand] = setup.socket.getCommands('send_message');
  await setup.socket.sendResult(sentCommand, { message: { ...makeMessage(21), ...sentCommand?.input } });
  await reconnect(setup, 'restored');
  expect(setup.socket.getCommands('send_message').map(({ input }) => input)).toEqual([sentCommand?.input]);
  await setup.socket.sendResult(setup.socket.getCommands('open_room')[0], makeNewestPage(30));
  expect(setup.chat.outbox.items.get()).toMatchObject([{ text: 'kept', status: 'waiting' }]);
});
