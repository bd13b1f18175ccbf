import { expect, test } from 'vitest';
import { ANN, changes, idOf, messages, newestPage, ROOM_ID, sent, seqs } from './testing/samples.ts';
import { aChat, aChatInRoom, reconnect } from './testing/test-chat.ts';

const OTHER = { ...ANN, uid: idOf(3), name: 'Ben' };

/** A page of history as the server answers it for a room whose log is at `seq`. */
function page(from: number, to: number, seq: number) {
  return { seq, messages: messages(from, to), hasOlder: from > 1, hasNewer: to < seq };
}

/** A room of 900 messages whose reader was led to the one at 100. */
async function farUp() {
  const world = await aChatInRoom(900, 886);
  const { room, socket } = world;
  const loading = room.pages.loadAround(idOf(200));
  expect(socket.of('get_messages').map(({ input }) => input)).toEqual([
    { roomId: ROOM_ID, around: idOf(200), limit: 50 },
  ]);
  await socket.answer(socket.of('get_messages')[0], page(75, 124, 900));
  await loading;
  expect(room.view.get().log).toMatchObject({ messages: messages(75, 124), hasOlder: true, hasNewer: true });
  return world;
}

test('C7 what is around a message replaces what was here, and what is said meanwhile is only counted', async () => {
  const { room, socket } = await farUp();
  socket.tell(sent(901), { ...sent(902), message: { ...sent(902).message, author: OTHER } });
  expect(room.view.get().log).toMatchObject({ seq: 902, messages: messages(75, 124), arrivals: 1 });
  expect(socket.of('catch_up')).toEqual([]);
});

test('C7 newer pages are read by the position of the newest message here, up to the end', async () => {
  const { room, socket } = await farUp();
  const loading = room.pages.loadNewer();
  void room.pages.loadNewer();
  expect(socket.of('get_messages')[1]?.input).toEqual({ roomId: ROOM_ID, after: 124, limit: 100 });
  expect(socket.of('get_messages')).toHaveLength(2);
  await socket.answer(socket.of('get_messages')[1], page(125, 900, 900));
  await loading;
  expect(room.view.get().log).toMatchObject({ messages: messages(75, 900), hasNewer: false });
  await room.pages.loadNewer();
  expect(socket.of('get_messages')).toHaveLength(2);
  socket.tell(sent(901));
  expect(seqs(room.view.get().log)?.at(-1)).toBe(901);
});

test('C7 what is said while the last newer page is read is caught up', async () => {
  const { room, socket } = await farUp();
  const loading = room.pages.loadNewer();
  socket.tell(sent(901));
  await socket.answer(socket.of('get_messages')[1], page(125, 900, 900));
  await loading;
  expect(socket.of('catch_up').map(({ input }) => input)).toEqual([
    { roomId: ROOM_ID, since: 900, incarnation: '' },
  ]);
  await socket.answer(socket.of('catch_up')[0], changes(900, 901));
  expect(room.view.get().log?.messages).toEqual(messages(75, 901));
});

test('C7 the newest page replaces what is here, unless that goes up to it', async () => {
  const { room, socket } = await farUp();
  const loading = room.pages.loadNewest();
  await socket.answer(socket.of('get_messages')[1], page(886, 900, 900));
  await loading;
  expect(room.view.get().log).toMatchObject({ messages: messages(886, 900), hasNewer: false });
  await room.pages.loadNewest();
  expect(socket.of('get_messages')).toHaveLength(2);
});

test('C7 a page that was asked for before another took its place is dropped', async () => {
  const { room, socket } = await farUp();
  const [older, newest] = [room.pages.loadOlder(), room.pages.loadNewest()];
  await socket.answer(socket.of('get_messages')[1], page(60, 74, 900));
  await socket.answer(socket.of('get_messages')[2], page(886, 900, 900));
  await Promise.all([older, newest]);
  expect(room.view.get().log?.messages).toEqual(messages(886, 900));
});

test('what is here already is not asked for, and what is not there is refused', async () => {
  const { room, socket } = await aChatInRoom(20, 6);
  await room.pages.loadAround(idOf(110));
  expect(socket.of('get_messages')).toEqual([]);
  const refusal = room.pages.loadAround(idOf(5)).catch((error: unknown) => error);
  await socket.refuse(socket.of('get_messages')[0], 'not_found');
  expect(await refusal).toMatchObject({ code: 'not_found' });
  expect(room.view.get().log?.messages).toEqual(messages(6, 20));
});

test('C7 what is let go of leaves no hole: it is older or newer than what is here', async () => {
  const { room } = await aChatInRoom(40);
  room.pages.trim(40);
  expect(room.view.get().log).toMatchObject({ hasOlder: false, hasNewer: false });
  room.pages.trim(30);
  expect(room.view.get().log).toMatchObject({ messages: messages(11, 40), hasOlder: true, hasNewer: false });
  room.pages.trim(20, 30);
  expect(room.view.get().log).toMatchObject({ messages: messages(20, 39), hasOlder: true, hasNewer: true });
  room.pages.trim(10, 20);
  expect(room.view.get().log).toMatchObject({ messages: messages(20, 29), hasOlder: true, hasNewer: true });
});

test('a room is warmed without being followed, and not again within ten seconds', async () => {
  const { environment, room, socket } = aChat();
  room.warm();
  expect(socket.of('catch_up').map(({ input }) => input)).toEqual([{ roomId: ROOM_ID }]);
  await socket.answer(socket.of('catch_up')[0], newestPage(20, 6));
  expect(room.view.get()).toMatchObject({ status: 'ready', log: { seq: 20 } });
  await environment.pass(9_999);
  room.warm();
  expect(socket.of('catch_up')).toHaveLength(1);
  await environment.pass(1);
  room.warm();
  expect(socket.of('catch_up')[1]?.input).toEqual({ roomId: ROOM_ID, since: 20, incarnation: '' });
  expect(socket.of('open_room')).toEqual([]);
});

test('C1 a room that is opened while it is warmed is followed from where that ends', async () => {
  const { room, socket } = aChat();
  room.warm();
  room.open();
  expect(socket.of('open_room')).toEqual([]);
  await socket.answer(socket.of('catch_up')[0], newestPage(20, 6));
  expect(room.view.get().status).toBe('ready');
  expect(socket.of('open_room').map(({ input }) => input)).toEqual([
    { roomId: ROOM_ID, since: 20, incarnation: '' },
  ]);
  await socket.answer(socket.of('open_room')[0], changes(20, 22));
  expect(seqs(room.view.get().log)?.at(-1)).toBe(22);
});

test('C3 a room that was being warmed when the connection was lost is opened on the next', async () => {
  const world = aChat();
  world.room.warm();
  world.room.open();
  await reconnect(world);
  await world.socket.answer(world.socket.of('open_room')[0], newestPage(2));
  expect(world.room.view.get()).toMatchObject({ status: 'ready', log: { seq: 2 } });
});
