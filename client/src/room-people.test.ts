import type { Person, RoomPeople } from '@snug/protocol';
import { expect, test } from 'vitest';
import { ANN, idOf, ROOM_ID, sent } from './testing/samples.ts';
import { aChat, reconnect } from './testing/test-chat.ts';

const BEN: Person = { uid: idOf(3), name: 'Ben', createdAt: 0, version: 1 };
const ANSWER: RoomPeople = {
  here: [ANN.uid],
  hereCount: 1,
  writers: [BEN.uid],
  writerCount: 1,
  people: [ANN, BEN],
};

function moved(count: number, entered: string[], left: string[] = []) {
  return { type: 'here_changed' as const, roomId: ROOM_ID, count, entered, left };
}

async function watching() {
  const world = aChat();
  const store = world.chat.roomPeople(ROOM_ID);
  const close = store.open();
  await world.socket.answer(world.socket.of('watch_room')[0], ANSWER);
  return Object.assign(world, { store, close });
}

test('the people of a room are the same object each time', () => {
  const { chat } = aChat();
  expect(chat.roomPeople(ROOM_ID)).toBe(chat.roomPeople(ROOM_ID));
});

test('W1 who is here and who wrote is read when somebody looks, and everyone named is known from then on', async () => {
  const { store, chat, socket } = await watching();
  const { people: _, ...view } = ANSWER;
  expect(store.view.get()).toEqual(view);
  expect(chat.people.person(BEN.uid).get()).toEqual(BEN);
  store.open();
  expect(socket.of('watch_room')).toHaveLength(1);
});

test('W2 who comes and who goes shows at once', async () => {
  const { store, socket } = await watching();
  socket.tell(moved(2, [BEN.uid, ANN.uid]));
  expect(store.view.get()).toMatchObject({ here: [ANN.uid, BEN.uid], hereCount: 2 });
  socket.tell(moved(1, [], [ANN.uid]));
  expect(store.view.get()).toMatchObject({ here: [BEN.uid], hereCount: 1 });
});

test('W2 when more came than an event names, the list is read again once, within five seconds', async () => {
  const { store, socket, environment } = await watching();
  socket.tell({ ...moved(500, [BEN.uid]), more: true }, { ...moved(501, []), more: true });
  expect(store.view.get()).toMatchObject({ here: [ANN.uid, BEN.uid], hereCount: 501 });
  await environment.pass(5_000);
  expect(socket.of('watch_room')).toHaveLength(2);
  await socket.answer(socket.of('watch_room')[1], { ...ANSWER, here: [BEN.uid], hereCount: 501 });
  expect(store.view.get()).toMatchObject({ here: [BEN.uid], hereCount: 501 });
});

test('W1 who came while the list was being read is in it', async () => {
  const { chat, socket } = aChat();
  const store = chat.roomPeople(ROOM_ID);
  store.open();
  socket.tell(moved(2, [BEN.uid]));
  expect(store.view.get()).toBeUndefined();
  await socket.answer(socket.of('watch_room')[0], ANSWER);
  expect(store.view.get()).toMatchObject({ here: [ANN.uid, BEN.uid], hereCount: 2 });
});

test('W2 the count is known without looking at the list', () => {
  const { chat, socket } = aChat();
  expect(chat.roomPeople(ROOM_ID).count.get()).toBeUndefined();
  socket.tell({ type: 'here_count', roomId: ROOM_ID, count: 3 }, moved(9, [BEN.uid]));
  expect(chat.roomPeople(ROOM_ID).count.get()).toBe(3);
  expect(chat.roomPeople(ROOM_ID).view.get()).toBeUndefined();
});

test('who writes for the first time joins those who wrote', async () => {
  const { store, socket } = await watching();
  socket.tell(sent(1), sent(2));
  expect(store.view.get()).toMatchObject({ writers: [ANN.uid, BEN.uid], writerCount: 2 });
});

test('when the last one looks away the room is watched no longer, and the list is not kept', async () => {
  const { store, socket, close } = await watching();
  const closeAgain = store.open();
  close();
  close();
  expect(socket.of('unwatch_room')).toEqual([]);
  closeAgain();
  expect(socket.of('unwatch_room').map(({ input }) => input)).toEqual([{ roomId: ROOM_ID }]);
  socket.tell(moved(2, [BEN.uid]));
  expect(store.view.get()).toBeUndefined();
});

test('an answer to a look that is over is dropped', async () => {
  const { chat, socket } = aChat();
  const store = chat.roomPeople(ROOM_ID);
  store.open()();
  await socket.answer(socket.of('watch_room')[0], ANSWER);
  expect(store.view.get()).toBeUndefined();
});

test('W1 on a new connection the list is read again', async () => {
  const world = await watching();
  await reconnect(world);
  await world.socket.answer(world.socket.of('watch_room')[0], { ...ANSWER, here: [], hereCount: 0 });
  expect(world.store.view.get()).toMatchObject({ here: [], hereCount: 0 });
});

test('a list that could not be read at first is asked for again by itself, while somebody looks', async () => {
  const { chat, socket, environment } = aChat();
  const close = chat.roomPeople(ROOM_ID).open();
  await socket.refuse(socket.of('watch_room')[0], 'unavailable');
  await environment.pass(1_000);
  expect(socket.of('watch_room')).toHaveLength(2);
  await socket.refuse(socket.of('watch_room')[1], 'unavailable');
  close();
  await environment.pass(5_000);
  expect(socket.of('watch_room')).toHaveLength(2);
});
