import { expect, test } from 'vitest';
import { ANN, aMessage, aRow, idOf, newestPage, ROOM_ID, seqs } from './testing/samples.ts';
import { aChat, aChatInRoom, reconnect } from './testing/test-chat.ts';

test('the greeting tells who is signed in', () => {
  const { chat } = aChat();
  expect(chat.me.get()).toEqual(ANN);
});

test('a room is the same object each time', () => {
  const { chat, room } = aChat();
  expect(chat.room(ROOM_ID)).toBe(room);
});

test('C5 under another epoch the client forgets what it knew and reads again', async () => {
  const world = await aChatInRoom(20);
  await world.socket.answer(world.socket.of('list_rooms')[0], { rooms: [aRow(20)] });
  await reconnect(world, 'restored');
  expect(world.chat.roomList.rooms.get()).toBeUndefined();
  expect(world.room.view.get()).toEqual({ status: 'loading', loadingOlder: false });
  expect(world.socket.of('open_room').map(({ input }) => input)).toEqual([{ roomId: ROOM_ID }]);
  await world.socket.answer(world.socket.of('open_room')[0], newestPage(3));
  await world.socket.answer(world.socket.of('list_rooms')[0], { rooms: [aRow(3)] });
  expect(seqs(world.room.view.get().log)).toEqual([1, 2, 3]);
  expect(world.chat.roomList.rooms.get()).toEqual([aRow(3)]);
});

test('C5 under the same epoch the client keeps what it knew', async () => {
  const world = await aChatInRoom(20);
  await reconnect(world);
  expect(seqs(world.room.view.get().log)).toHaveLength(20);
});

test('C5 the outbox stays under another epoch, and is sent', async () => {
  const world = await aChatInRoom(20);
  void world.chat.outbox.send(ROOM_ID, { text: 'kept' });
  const [asked] = world.socket.of('send_message');
  await reconnect(world, 'restored');
  expect(world.chat.outbox.items.get()).toMatchObject([{ text: 'kept', status: 'waiting' }]);
  expect(world.socket.of('send_message').map(({ input }) => input)).toEqual([asked?.input]);
});

test('C5 O1 what was stored in a history that is gone, and never shown, is sent again', async () => {
  const world = await aChatInRoom(20);
  void world.chat.outbox.send(ROOM_ID, { text: 'kept' });
  const [asked] = world.socket.of('send_message');
  await world.socket.answer(asked, { message: { ...aMessage(21), ...asked?.input } });
  await reconnect(world, 'restored');
  expect(world.socket.of('send_message').map(({ input }) => input)).toEqual([asked?.input]);
  await world.socket.answer(world.socket.of('open_room')[0], newestPage(30));
  expect(world.chat.outbox.items.get()).toMatchObject([{ text: 'kept', status: 'waiting' }]);
});

test('F5 deleting a message says whether its file is still there, and an upload is taken back by its id', async () => {
  const { chat, socket } = aChat();
  const [gone, left] = [chat.deleteMessage(ROOM_ID, idOf(3)), chat.deleteMessage(ROOM_ID, idOf(4))];
  const [first, second] = socket.of('delete_message');
  expect(first?.input).toEqual({ roomId: ROOM_ID, messageId: idOf(3) });
  await socket.answer(first, { message: aMessage(3) });
  await socket.answer(second, { message: aMessage(4), fileLeft: true });
  expect(await Promise.all([gone, left])).toEqual([{ fileLeft: false }, { fileLeft: true }]);
  const discarded = chat.discardFile(idOf(7));
  const [asked] = socket.of('discard_file');
  expect(asked?.input).toEqual({ fileId: idOf(7) });
  await socket.answer(asked, {});
  await discarded;
});
