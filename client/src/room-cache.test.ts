import { expect, test } from 'vitest';
import { Chat } from './chat.ts';
import { FakeEnvironment, settled } from './testing/fake-environment.ts';
import { FakeRooms } from './testing/fake-room-cache-storage.ts';
import {
  ANN,
  aMessage,
  aRoom,
  aRow,
  changes,
  idOf,
  messages,
  newestPage,
  ROOM_ID,
  sent,
  seqs,
} from './testing/samples.ts';

/** How long at most until what was shown is kept, ms. */
const KEPT_AFTER_MS = 1_000;

/** A page that was just opened, and has read what is kept. */
async function aPage(rooms: FakeRooms) {
  const environment = new FakeEnvironment(undefined, rooms);
  const chat = new Chat(environment, ANN.uid);
  chat.start();
  await settled();
  return { environment, chat, room: chat.room(ROOM_ID) };
}

type Page = Awaited<ReturnType<typeof aPage>>;

async function connect({ environment }: Page, list = [aRow(0)], epoch?: string): Promise<void> {
  const { socket } = environment;
  socket.greet(epoch);
  await socket.answer(socket.of('list_rooms')[0], { rooms: list });
}

/** What is left after a page on which somebody saw one room of `seq` messages, the newest `shown` of them. */
async function afterAVisit(seq: number, shown = seq): Promise<FakeRooms> {
  const rooms = new FakeRooms();
  const page = await aPage(rooms);
  await connect(page, [aRow(seq)]);
  page.room.open();
  const { socket } = page.environment;
  await socket.answer(socket.of('open_room')[0], newestPage(seq, seq - shown + 1));
  await page.environment.pass(KEPT_AFTER_MS);
  page.chat.stop();
  return rooms;
}

test('K1 what was seen last shows without a connection', async () => {
  const { chat, room } = await aPage(await afterAVisit(3));
  expect(chat.roomList.rooms.get()).toEqual([aRow(3)]);
  const log = { seq: 3, messages: messages(1, 3) };
  expect(room.view.get()).toMatchObject({ status: 'ready', isKept: true, log });
  expect(chat.people.person(ANN.uid).get()).toEqual(ANN);
});

test('K1 a room that was not visited is not kept, also where its link warmed it', async () => {
  const rooms = new FakeRooms();
  const page = await aPage(rooms);
  await connect(page, [aRow(3)]);
  page.room.warm();
  const { socket } = page.environment;
  await socket.answer(socket.of('catch_up')[0], newestPage(3));
  await page.environment.pass(KEPT_AFTER_MS);
  expect(page.room.view.get().status).toBe('ready');
  expect([rooms.list?.rooms, rooms.rooms]).toEqual([[aRow(3)], []]);
});

test('K1 of each room the newest page is kept, and of the rooms the 20 that were visited last', async () => {
  const rooms = await afterAVisit(80);
  expect(seqs(rooms.rooms[0])).toEqual(Array.from({ length: 15 }, (_, index) => 66 + index));
  expect(rooms.rooms[0]?.hasOlder).toBe(true);
  const page = await aPage(rooms);
  await connect(page);
  const { socket } = page.environment;
  for (let number = 1; number <= 20; number++) {
    const id = idOf(9_000 + number);
    page.chat.room(id).open();
    const state = { ...newestPage(0), room: aRoom(0, { id }) };
    await socket.answer(socket.of('open_room').at(-1), state);
  }
  await page.environment.pass(KEPT_AFTER_MS);
  const ids = rooms.rooms.map(({ room }) => room.id);
  expect(ids).toEqual(Array.from({ length: 20 }, (_, index) => idOf(9_001 + index)));
});

test('K2 a restored room catches up from its own position, and loses what was deleted meanwhile', async () => {
  const page = await aPage(await afterAVisit(3));
  page.room.open();
  await settled();
  const { socket } = page.environment;
  socket.greet();
  expect(socket.of('open_room').map(({ input }) => input)).toEqual([
    { roomId: ROOM_ID, since: 3, incarnation: '' },
  ]);
  const deleted = { ...aMessage(2, { changedSeq: 4 }), deletedAt: 1 };
  await socket.answer(socket.of('open_room')[0], { ...changes(3, 5), messages: [deleted, aMessage(5)] });
  expect(seqs(page.room.view.get().log)).toEqual([1, 3, 5]);
  expect(page.room.view.get().isKept).toBe(false);
});

test('K2 what changed while the page was open is kept as it is now', async () => {
  const rooms = await afterAVisit(3);
  const page = await aPage(rooms);
  page.room.open();
  await settled();
  const { socket } = page.environment;
  socket.greet();
  await socket.answer(socket.of('open_room')[0], changes(3, 3));
  const message = { ...aMessage(2, { changedSeq: 4, text: '' }), deletedAt: 1 };
  socket.tell({ type: 'message_deleted', roomId: ROOM_ID, seq: 4, message }, sent(5));
  await page.environment.pass(KEPT_AFTER_MS);
  expect(rooms.rooms).toMatchObject([{ seq: 5, messages: [{ seq: 1 }, { seq: 3 }, { seq: 5 }] }]);
});

test('K2 the list is replaced by what the server says, also where it knows less', async () => {
  const page = await aPage(await afterAVisit(3));
  await connect(page, [aRow(0, { id: idOf(7) })]);
  expect(page.chat.roomList.rooms.get()).toEqual([aRow(0, { id: idOf(7) })]);
});

test('K2 what comes from the disk late replaces nothing that came from the server', async () => {
  const rooms = await afterAVisit(3);
  const { promise, resolve } = Promise.withResolvers<void>();
  rooms.held = promise;
  const page = await aPage(rooms);
  page.room.open();
  await settled();
  await connect(page, [aRow(5)]);
  const { socket } = page.environment;
  await socket.answer(socket.of('open_room')[0], newestPage(5, 4));
  resolve();
  await settled();
  expect(page.chat.roomList.rooms.get()).toEqual([aRow(5)]);
  expect(seqs(page.room.view.get().log)).toEqual([4, 5]);
});

test('K2 what comes from the disk while the server is asked shows until its answer', async () => {
  const rooms = await afterAVisit(3);
  const { promise, resolve } = Promise.withResolvers<void>();
  rooms.held = promise;
  const page = await aPage(rooms);
  page.room.open();
  await settled();
  await connect(page, [aRow(9)]);
  resolve();
  await settled();
  expect(seqs(page.room.view.get().log)).toEqual([1, 2, 3]);
  const { socket } = page.environment;
  socket.tell(sent(10));
  await socket.answer(socket.of('open_room')[0], newestPage(9, 8));
  expect(seqs(page.room.view.get().log)).toEqual([8, 9, 10]);
});

test('K5 what the page brings along shows at once, and catches up from its own position', async () => {
  const rooms = await afterAVisit(3);
  const environment = new FakeEnvironment(undefined, rooms);
  const chat = new Chat(environment, ANN.uid);
  const room = chat.room(ROOM_ID);
  chat.show({ epoch: rooms.list?.epoch ?? '', me: ANN, rooms: [aRow(5)], room: newestPage(5, 2) });
  expect([chat.me.get(), chat.roomList.rooms.get()]).toEqual([ANN, [aRow(5)]]);
  expect(seqs(room.view.get().log)).toEqual([2, 3, 4, 5]);
  chat.start();
  room.open();
  await settled();
  expect(room.view.get().log?.seq, 'what was kept is older').toBe(5);
  const { socket } = environment;
  socket.greet();
  expect(socket.of('open_room').map(({ input }) => input)).toEqual([
    { roomId: ROOM_ID, since: 5, incarnation: '' },
  ]);
  await socket.answer(socket.of('list_rooms')[0], { rooms: [] });
  expect(chat.roomList.rooms.get(), 'what the server does not know any more is gone').toEqual([]);
});

test('K5 what the page brought along of a history that is gone is forgotten', async () => {
  const { environment, chat, room } = await aPage(new FakeRooms());
  chat.show({ epoch: 'gone', me: ANN, rooms: [aRow(5)], room: newestPage(5) });
  room.open();
  await settled();
  environment.socket.greet();
  expect(chat.roomList.rooms.get()).toBeUndefined();
  expect(room.view.get().status).toBe('loading');
  expect(environment.socket.of('open_room').at(-1)?.input).toEqual({ roomId: ROOM_ID });
});

test.each(['early', 'late'])('K3 what is kept of a history that is gone is forgotten, %s', async when => {
  const rooms = await afterAVisit(3);
  const { promise, resolve } = Promise.withResolvers<void>();
  if (when === 'late') rooms.held = promise;
  const page = await aPage(rooms);
  page.room.open();
  await settled();
  page.environment.socket.greet('restored');
  resolve();
  await settled();
  expect(page.room.view.get()).toEqual({ status: 'loading', loadingOlder: false });
  expect(page.chat.roomList.rooms.get()).toBeUndefined();
  expect([rooms.list, rooms.rooms]).toEqual([undefined, []]);
  const asked = page.environment.socket.of('open_room').at(-1);
  expect(asked?.input).toEqual({ roomId: ROOM_ID });
});

test('K4 a client that has ended keeps nothing more', async () => {
  const rooms = new FakeRooms();
  const page = await aPage(rooms);
  await connect(page, [aRow(3)]);
  page.chat.stop();
  await page.environment.pass(KEPT_AFTER_MS);
  expect(rooms.list).toBeUndefined();
});

test('K4 without a place to keep anything, everything comes from the server', async () => {
  const rooms = await afterAVisit(3);
  rooms.state = 'closed';
  const page = await aPage(rooms);
  expect(page.chat.roomList.rooms.get()).toBeUndefined();
  await connect(page, [aRow(3)]);
  page.room.open();
  await page.environment.socket.answer(page.environment.socket.of('open_room')[0], newestPage(3));
  await page.environment.pass(KEPT_AFTER_MS);
  expect(seqs(page.room.view.get().log)).toEqual([1, 2, 3]);
});

test('K4 further up in a room, what was kept of its end stays', async () => {
  const rooms = await afterAVisit(60, 15);
  const page = await aPage(rooms);
  await connect(page, [aRow(60)]);
  page.room.open();
  const { socket } = page.environment;
  await socket.answer(socket.of('open_room')[0], changes(60, 60));
  const up = page.room.pages.loadAround(idOf(110));
  await socket.answer(socket.of('get_messages')[0], {
    messages: messages(1, 20),
    seq: 60,
    hasOlder: false,
    hasNewer: true,
  });
  await up;
  await page.environment.pass(KEPT_AFTER_MS);
  expect(seqs(rooms.rooms[0])).toEqual(Array.from({ length: 15 }, (_, index) => 46 + index));
});
