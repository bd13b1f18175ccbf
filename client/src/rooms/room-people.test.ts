import type { Person, RoomPeople } from '@snug/protocol';
import { expect, test } from 'vitest';
import { ANN, makeId, makeMessageSent, ROOM_ID } from '../testing/samples.ts';
import { createChat, reconnect } from '../testing/test-chat.ts';

const BEN: Person = { uid: makeId(3), name: 'Ben', createdAt: 0, version: 1 };
const RESULT: RoomPeople = {
  viewers: [ANN.uid],
  viewerCount: 1,
  writers: [BEN.uid],
  writerCount: 1,
  people: [ANN, BEN],
};

function makeViewersChanged(count: number, entered: string[], left: string[] = []) {
  return { type: 'viewers_changed' as const, roomId: ROOM_ID, count, entered, left };
}

async function createWatching() {
  const setup = createChat();
  const store = setup.chat.getRoomPeople(ROOM_ID);
  const close = store.open();
  await setup.socket.sendResult(setup.socket.getCommands('watch_viewers')[0], RESULT);
  return Object.assign(setup, { store, close });
}

test('the people of a room are the same object each time', () => {
  const { chat } = createChat();
  expect(chat.getRoomPeople(ROOM_ID)).toBe(chat.getRoomPeople(ROOM_ID));
});

test('W1 opening the list reads viewers and authors, and makes all of them known', async () => {
  const { store, chat, socket } = await createWatching();
  const { people: _, ...view } = RESULT;
  expect(store.view.get()).toEqual(view);
  expect(chat.people.getPerson(BEN.uid).get()).toEqual(BEN);
  store.open();
  expect(socket.getCommands('watch_viewers')).toHaveLength(1);
});

test('W2 a viewer who comes or goes shows at once', async () => {
  const { store, socket } = await createWatching();
  socket.sendEvents(makeViewersChanged(2, [BEN.uid, ANN.uid]));
  expect(store.view.get()).toMatchObject({ viewers: [ANN.uid, BEN.uid], viewerCount: 2 });
  socket.sendEvents(makeViewersChanged(1, [], [ANN.uid]));
  expect(store.view.get()).toMatchObject({ viewers: [BEN.uid], viewerCount: 1 });
});

test('W2 if more came than an event names, the list is read again once, within five seconds', async () => {
  const { store, socket, environment } = await createWatching();
  socket.sendEvents(
    { ...makeViewersChanged(500, [BEN.uid]), more: true },
    { ...makeViewersChanged(501, []), more: true },
  );
  expect(store.view.get()).toMatchObject({ viewers: [ANN.uid, BEN.uid], viewerCount: 501 });
  await environment.advance(5_000);
  expect(socket.getCommands('watch_viewers')).toHaveLength(2);
  await socket.sendResult(socket.getCommands('watch_viewers')[1], {
    ...RESULT,
    viewers: [BEN.uid],
    viewerCount: 501,
  });
  expect(store.view.get()).toMatchObject({ viewers: [BEN.uid], viewerCount: 501 });
});

test('W1 a viewer who came during the read is in the list', async () => {
  const { chat, socket } = createChat();
  const store = chat.getRoomPeople(ROOM_ID);
  store.open();
  socket.sendEvents(makeViewersChanged(2, [BEN.uid]));
  expect(store.view.get()).toBeUndefined();
  await socket.sendResult(socket.getCommands('watch_viewers')[0], RESULT);
  expect(store.view.get()).toMatchObject({ viewers: [ANN.uid, BEN.uid], viewerCount: 2 });
});

test('W2 the count is known without opening the list', () => {
  const { chat, socket } = createChat();
  expect(chat.getRoomPeople(ROOM_ID).viewerCount.get()).toBeUndefined();
  socket.sendEvents({ type: 'viewer_count', roomId: ROOM_ID, count: 3 }, makeViewersChanged(9, [BEN.uid]));
  expect(chat.getRoomPeople(ROOM_ID).viewerCount.get()).toBe(3);
  expect(chat.getRoomPeople(ROOM_ID).view.get()).toBeUndefined();
});

test('a first-time author joins the authors', async () => {
  const { store, socket } = await createWatching();
  socket.sendEvents(makeMessageSent(1), makeMessageSent(2));
  expect(store.view.get()).toMatchObject({ writers: [ANN.uid, BEN.uid], writerCount: 2 });
});

test('a first-time author who wrote during the read is in the list once', async () => {
  const { chat, socket } = createChat();
  const store = chat.getRoomPeople(ROOM_ID);
  store.open();
  socket.sendEvents(makeMessageSent(1), makeMessageSent(2));
  await socket.sendResult(socket.getCommands('watch_viewers')[0], RESULT);
  expect(store.view.get()).toMatchObject({ writers: [ANN.uid, BEN.uid], writerCount: 2 });
});

test('when the last list closes, the subscription ends and the list is dropped', async () => {
  const { store, socket, close } = await createWatching();
  const closeAgain = store.open();
  close();
  close();
  expect(socket.getCommands('unwatch_viewers')).toEqual([]);
  closeAgain();
  expect(socket.getCommands('unwatch_viewers').map(({ input }) => input)).toEqual([{ roomId: ROOM_ID }]);
  socket.sendEvents(makeViewersChanged(2, [BEN.uid]));
  expect(store.view.get()).toBeUndefined();
});

test('a result after the list was closed is dropped', async () => {
  const { chat, socket } = createChat();
  const store = chat.getRoomPeople(ROOM_ID);
  store.open()();
  await socket.sendResult(socket.getCommands('watch_viewers')[0], RESULT);
  expect(store.view.get()).toBeUndefined();
});

test('W1 a new connection reads the list again', async () => {
  const setup = await createWatching();
  await reconnect(setup);
  await setup.socket.sendResult(setup.socket.getCommands('watch_viewers')[0], {
    ...RESULT,
    viewers: [],
    viewerCount: 0,
  });
  expect(setup.store.view.get()).toMatchObject({ viewers: [], viewerCount: 0 });
});

test('a list that could not be read is requested again while it is open', async () => {
  const { chat, socket, environment } = createChat();
  const close = chat.getRoomPeople(ROOM_ID).open();
  await socket.sendError(socket.getCommands('watch_viewers')[0], 'unavailable');
  await environment.advance(1_000);
  expect(socket.getCommands('watch_viewers')).toHaveLength(2);
  await socket.sendError(socket.getCommands('watch_viewers')[1], 'unavailable');
  close();
  await environment.advance(5_000);
  expect(socket.getCommands('watch_viewers')).toHaveLength(2);
});
