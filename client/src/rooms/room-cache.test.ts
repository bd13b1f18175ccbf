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
  makeMessage,
  makeMessageSent,
  makeMessages,
  makeNewestPage,
  makeRoom,
  ROOM_ID,
} from '../testing/samples.ts';

/** The longest delay of a write. */
const WRITE_DELAY_MS = 1_000;

/** A page that was just opened, and has read its cache. */
async function createPage(rooms: FakeRoomCacheStorage) {
  const environment = new FakeEnvironment(undefined, rooms);
  const chat = new Chat(environment, ANN.uid);
  chat.start();
  await flushPromises();
  return { environment, chat, room: chat.room(ROOM_ID) };
}

type Page = Awaited<ReturnType<typeof createPage>>;

async function connect({ environment }: Page, list = [makeListedRoom(0)], epoch?: string): Promise<void> {
  const { socket } = environment;
  socket.sendConnected(epoch);
  await socket.sendResult(socket.getCommands('list_rooms')[0], { rooms: list });
}

/** The cache of a page that showed one room of `seq` messages, the newest `shown` of them. */
async function createCacheAfterVisit(seq: number, shown = seq): Promise<FakeRoomCacheStorage> {
  const rooms = new FakeRoomCacheStorage();
  const page = await createPage(rooms);
  await connect(page, [makeListedRoom(seq)]);
  page.room.open();
  const { socket } = page.environment;
  await socket.sendResult(socket.getCommands('open_room')[0], makeNewestPage(seq, seq - shown + 1));
  await page.environment.advance(WRITE_DELAY_MS);
  page.chat.stop();
  return rooms;
}

test('K1 the cached state shows without a connection', async () => {
  const { chat, room } = await createPage(await createCacheAfterVisit(3));
  expect(chat.roomList.rooms.get()).toEqual([makeListedRoom(3)]);
  const log = { seq: 3, messages: makeMessages(1, 3) };
  expect(room.view.get()).toMatchObject({ status: 'ready', isCached: true, log });
  expect(chat.people.getPerson(ANN.uid).get()).toEqual(ANN);
});

test('K1 F2 without a connection, the limit of files is that of the last one', async () => {
  const rooms = new FakeRoomCacheStorage();
  const page = await createPage(rooms);
  const greeting = { type: 'connected', version: 5, epoch: 'epoch', me: ANN } as const;
  page.environment.socket.sendEvents({ ...greeting, maxFileBytes: 1_000_000_000 });
  const { socket } = page.environment;
  await socket.sendResult(socket.getCommands('list_rooms')[0], { rooms: [makeListedRoom(0)] });
  await page.environment.advance(WRITE_DELAY_MS);
  page.chat.stop();
  expect((await createPage(rooms)).chat.outbox.maxFileBytes.get()).toBe(1_000_000_000);
});

test('K1 a room that was not visited is not cached, even if it was prefetched', async () => {
  const rooms = new FakeRoomCacheStorage();
  const page = await createPage(rooms);
  await connect(page, [makeListedRoom(3)]);
  page.room.prefetch();
  const { socket } = page.environment;
  await socket.sendResult(socket.getCommands('catch_up')[0], makeNewestPage(3));
  await page.environment.advance(WRITE_DELAY_MS);
  expect(page.room.view.get().status).toBe('ready');
  expect([rooms.list?.rooms, rooms.rooms]).toEqual([[makeListedRoom(3)], []]);
});

test('K1 the cache holds the newest page of each of the 20 rooms visited last', async () => {
  const rooms = await createCacheAfterVisit(80);
  expect(listSeqs(rooms.rooms[0])).toEqual(Array.from({ length: 15 }, (_, index) => 66 + index));
  expect(rooms.rooms[0]?.hasOlder).toBe(true);
  const page = await createPage(rooms);
  await connect(page);
  const { socket } = page.environment;
  for (let number = 1; number <= 20; number++) {
    const id = makeId(9_000 + number);
    page.chat.room(id).open();
    const state = { ...makeNewestPage(0), room: makeRoom(0, { id }) };
    await socket.sendResult(socket.getCommands('open_room').at(-1), state);
  }
  await page.environment.advance(WRITE_DELAY_MS);
  const ids = rooms.rooms.map(({ room }) => room.id);
  expect(ids).toEqual(Array.from({ length: 20 }, (_, index) => makeId(9_001 + index)));
});

test('K2 a restored room catches up from its own position, and removes messages deleted meanwhile', async () => {
  const page = await createPage(await createCacheAfterVisit(3));
  page.room.open();
  await flushPromises();
  const { socket } = page.environment;
  socket.sendConnected();
  expect(socket.getCommands('open_room').map(({ input }) => input)).toEqual([
    { roomId: ROOM_ID, since: 3, incarnation: '', trims: true },
  ]);
  const deleted = { ...makeMessage(2, { changedSeq: 4 }), deletedAt: 1 };
  await socket.sendResult(socket.getCommands('open_room')[0], {
    ...makeCatchUp(3, 5),
    messages: [deleted, makeMessage(5)],
  });
  expect(listSeqs(page.room.view.get().log)).toEqual([1, 3, 5]);
  expect(page.room.view.get().isCached).toBe(false);
});

test('K2 changes while the page is open reach the cache', async () => {
  const rooms = await createCacheAfterVisit(3);
  const page = await createPage(rooms);
  page.room.open();
  await flushPromises();
  const { socket } = page.environment;
  socket.sendConnected();
  await socket.sendResult(socket.getCommands('open_room')[0], makeCatchUp(3, 3));
  const message = { ...makeMessage(2, { changedSeq: 4, text: '' }), deletedAt: 1 };
  socket.sendEvents({ type: 'message_deleted', roomId: ROOM_ID, seq: 4, message }, makeMessageSent(5));
  await page.environment.advance(WRITE_DELAY_MS);
  expect(rooms.rooms).toMatchObject([{ seq: 5, messages: [{ seq: 1 }, { seq: 3 }, { seq: 5 }] }]);
});

test('K2 a text that was edited or deleted leaves the cache, also as the last message of its room', async () => {
  const rooms = await createCacheAfterVisit(3);
  const page = await createPage(rooms);
  page.room.open();
  await flushPromises();
  await connect(page, [makeListedRoom(3)]);
  const { socket } = page.environment;
  await socket.sendResult(socket.getCommands('open_room')[0], makeCatchUp(3, 3));
  const readStored = async () => {
    await page.environment.advance(WRITE_DELAY_MS);
    return JSON.stringify(rooms.rooms);
  };
  expect(await readStored()).toContain('message 3');
  const edited = makeMessage(3, { changedSeq: 4, text: 'second thoughts' });
  socket.sendEvents({ type: 'message_edited', roomId: ROOM_ID, seq: 4, message: edited });
  expect(await readStored()).not.toContain('message 3');
  expect(rooms.rooms).toMatchObject([{ room: { lastMessage: { text: 'second thoughts' } } }]);
  const { text: _, ...rest } = edited;
  const deleted = { ...rest, changedSeq: 5, deletedAt: 1 };
  socket.sendEvents({ type: 'message_deleted', roomId: ROOM_ID, seq: 5, message: deleted });
  expect(await readStored()).not.toContain('second thoughts');
  expect(rooms.rooms).toMatchObject([{ room: { lastMessage: { text: 'message 2' } } }]);
});

test('K2 the copies of closed rooms lose a deleted text, also if it was deleted while nobody was connected', async () => {
  const rooms = await createCacheAfterVisit(3);
  const page = await createPage(rooms);
  await connect(page, [makeListedRoom(5)]);
  const { socket } = page.environment;
  const deleted = { ...makeMessage(3, { changedSeq: 4, text: '' }), deletedAt: 1 };
  await page.environment.advance(15_000);
  expect(socket.getCommands('catch_up').map(({ input }) => input)).toEqual([
    { roomId: ROOM_ID, since: 3, incarnation: '', trims: true },
  ]);
  await socket.sendResult(socket.getCommands('catch_up')[0], {
    ...makeCatchUp(3, 5),
    messages: [deleted, makeMessage(5)],
  });
  await page.environment.advance(WRITE_DELAY_MS);
  expect(JSON.stringify(rooms.rooms)).not.toContain('message 3');
  expect(rooms.rooms).toMatchObject([{ seq: 5, messages: [{ seq: 1 }, { seq: 2 }, { seq: 5 }] }]);

  const change = { at: 6, seq: 5, authorId: ANN.uid, kind: 'deleted' } as const;
  socket.sendEvents({ type: 'room_summary', room: makeListedRoom(6), from: 5, to: 6, changes: [change] });
  await page.environment.advance(20_000);
  await socket.sendResult(socket.getCommands('catch_up')[1], {
    ...makeCatchUp(5, 6),
    messages: [{ ...makeMessage(5, { changedSeq: 6, text: '' }), deletedAt: 1 }],
  });
  await page.environment.advance(WRITE_DELAY_MS);
  expect(JSON.stringify(rooms.rooms)).not.toContain('message 5');
  socket.sendEvents({ type: 'heartbeat', rooms: {} });
  await page.environment.advance(30_000);
  expect(socket.getCommands('catch_up'), 'a copy that is up to date is not read again').toHaveLength(2);
});

test("K2 the server's list replaces the cached one, even if it is shorter", async () => {
  const page = await createPage(await createCacheAfterVisit(3));
  await connect(page, [makeListedRoom(0, { id: makeId(7) })]);
  expect(page.chat.roomList.rooms.get()).toEqual([makeListedRoom(0, { id: makeId(7) })]);
});

test('K2 a cache that loads late replaces nothing from the server', async () => {
  const rooms = await createCacheAfterVisit(3);
  const { promise, resolve } = Promise.withResolvers<void>();
  rooms.loadGate = promise;
  const page = await createPage(rooms);
  page.room.open();
  await flushPromises();
  await connect(page, [makeListedRoom(5)]);
  const { socket } = page.environment;
  await socket.sendResult(socket.getCommands('open_room')[0], makeNewestPage(5, 4));
  resolve();
  await flushPromises();
  expect(page.chat.roomList.rooms.get()).toEqual([makeListedRoom(5)]);
  expect(listSeqs(page.room.view.get().log)).toEqual([4, 5]);
});

test("K2 a cache that loads before the server's result shows until then", async () => {
  const rooms = await createCacheAfterVisit(3);
  const { promise, resolve } = Promise.withResolvers<void>();
  rooms.loadGate = promise;
  const page = await createPage(rooms);
  page.room.open();
  await flushPromises();
  await connect(page, [makeListedRoom(9)]);
  resolve();
  await flushPromises();
  expect(listSeqs(page.room.view.get().log)).toEqual([1, 2, 3]);
  const { socket } = page.environment;
  socket.sendEvents(makeMessageSent(10));
  await socket.sendResult(socket.getCommands('open_room')[0], makeNewestPage(9, 8));
  expect(listSeqs(page.room.view.get().log)).toEqual([8, 9, 10]);
});

test('K1 a copy of an earlier release shows at once, and is read again with its numbers of replies', async () => {
  const rooms = await createCacheAfterVisit(3);
  for (const { replies: _, ...copy } of rooms.rooms) await rooms.changeRoom(ROOM_ID, () => copy);
  const page = await createPage(rooms);
  expect(listSeqs(page.room.view.get().log)).toEqual([1, 2, 3]);
  await connect(page, [makeListedRoom(3)]);
  page.room.open();
  await page.environment.advance(WRITE_DELAY_MS);
  expect(rooms.rooms[0], 'nothing to store before its numbers are known').not.toHaveProperty('replies');
  const { socket } = page.environment;
  const { id } = makeMessage(1);
  const [opening] = socket.getCommands('open_room');
  expect(opening?.input).toEqual({ roomId: ROOM_ID });
  await socket.sendResult(opening, { ...makeNewestPage(3), replies: { [id]: 2 } });
  expect(page.room.view.get().log?.replies).toEqual({ [id]: { count: 2, at: 3 } });
  await page.environment.advance(WRITE_DELAY_MS);
  const next = await createPage(rooms);
  expect(next.room.view.get().log?.replies).toEqual({ [id]: { count: 2, at: 3 } });
  await connect(next, [makeListedRoom(3)]);
  next.room.open();
  expect(next.environment.socket.getCommands('open_room')[0]?.input).toMatchObject({ since: 3 });
});

test('K5 the initial state of the page shows at once, and catches up from its own position', async () => {
  const rooms = await createCacheAfterVisit(3);
  const environment = new FakeEnvironment(undefined, rooms);
  const chat = new Chat(environment, ANN.uid);
  const room = chat.room(ROOM_ID);
  chat.showInitialState({
    epoch: rooms.list?.epoch ?? '',
    me: ANN,
    rooms: [makeListedRoom(5)],
    room: makeNewestPage(5, 2),
  });
  expect([chat.me.get(), chat.roomList.rooms.get()]).toEqual([ANN, [makeListedRoom(5)]]);
  expect(listSeqs(room.view.get().log)).toEqual([2, 3, 4, 5]);
  chat.start();
  room.open();
  await flushPromises();
  expect(room.view.get().log?.seq, 'the cached state is older').toBe(5);
  const { socket } = environment;
  socket.sendConnected();
  expect(socket.getCommands('open_room').map(({ input }) => input)).toEqual([
    { roomId: ROOM_ID, since: 5, incarnation: '', trims: true },
  ]);
  await socket.sendResult(socket.getCommands('list_rooms')[0], { rooms: [] });
  expect(chat.roomList.rooms.get(), 'rooms that the server does not return are removed').toEqual([]);
});

test('K5 initial state around the first unread message has newer messages, which load later', async () => {
  const { environment, chat, room } = await createPage(new FakeRoomCacheStorage());
  chat.showInitialState({
    epoch: 'epoch',
    me: ANN,
    rooms: [makeListedRoom(60)],
    room: { ...makeNewestPage(60), messages: makeMessages(20, 40), hasOlder: true, hasNewer: true },
  });
  room.open();
  await flushPromises();
  const { socket } = environment;
  socket.sendConnected('epoch');
  await socket.sendResult(socket.getCommands('open_room')[0], makeCatchUp(60, 62));
  expect(room.view.get().log).toMatchObject({ seq: 62, messages: makeMessages(20, 40), hasNewer: true });
  void room.pages.loadNewer();
  expect(socket.getCommands('get_messages')[0]?.input).toMatchObject({ after: 40 });
});

test('K5 initial state from an old epoch is discarded', async () => {
  const { environment, chat, room } = await createPage(new FakeRoomCacheStorage());
  chat.showInitialState({ epoch: 'gone', me: ANN, rooms: [makeListedRoom(5)], room: makeNewestPage(5) });
  room.open();
  await flushPromises();
  environment.socket.sendConnected();
  expect(chat.roomList.rooms.get()).toBeUndefined();
  expect(room.view.get().status).toBe('loading');
  expect(environment.socket.getCommands('open_room').at(-1)?.input).toEqual({ roomId: ROOM_ID });
});

test.each(['early', 'late'])('K3 cached state from an old epoch is discarded, %s', async when => {
  const rooms = await createCacheAfterVisit(3);
  const { promise, resolve } = Promise.withResolvers<void>();
  if (when === 'late') rooms.loadGate = promise;
  const page = await createPage(rooms);
  page.room.open();
  await flushPromises();
  page.environment.socket.sendConnected('restored');
  resolve();
  await flushPromises();
  expect(page.room.view.get()).toEqual({ status: 'loading', isLoadingOlder: false });
  expect(page.chat.roomList.rooms.get()).toBeUndefined();
  expect([rooms.list, rooms.rooms]).toEqual([undefined, []]);
  const sentCommand = page.environment.socket.getCommands('open_room').at(-1);
  expect(sentCommand?.input).toEqual({ roomId: ROOM_ID });
});

test('K4 a client that has ended caches nothing more', async () => {
  const rooms = new FakeRoomCacheStorage();
  const page = await createPage(rooms);
  await connect(page, [makeListedRoom(3)]);
  page.chat.stop();
  await page.environment.advance(WRITE_DELAY_MS);
  expect(rooms.list).toBeUndefined();
});

test('K4 without cache storage, everything comes from the server', async () => {
  const rooms = await createCacheAfterVisit(3);
  rooms.state = 'closed';
  const page = await createPage(rooms);
  expect(page.chat.roomList.rooms.get()).toBeUndefined();
  await connect(page, [makeListedRoom(3)]);
  page.room.open();
  await page.environment.socket.sendResult(
    page.environment.socket.getCommands('open_room')[0],
    makeNewestPage(3),
  );
  await page.environment.advance(WRITE_DELAY_MS);
  expect(listSeqs(page.room.view.get().log)).toEqual([1, 2, 3]);
});

test('K4 while its reader is further up, a room keeps its cached end', async () => {
  const rooms = await createCacheAfterVisit(60, 15);
  const page = await createPage(rooms);
  await connect(page, [makeListedRoom(60)]);
  page.room.open();
  const { socket } = page.environment;
  await socket.sendResult(socket.getCommands('open_room')[0], makeCatchUp(60, 60));
  const up = page.room.pages.loadAround(makeId(110));
  await socket.sendResult(socket.getCommands('get_messages')[0], {
    messages: makeMessages(1, 20),
    seq: 60,
    hasOlder: false,
    hasNewer: true,
  });
  await up;
  await page.environment.advance(WRITE_DELAY_MS);
  expect(listSeqs(rooms.rooms[0])).toEqual(Array.from({ length: 15 }, (_, index) => 46 + index));
});
