import {
  type EventOf,
  getLastActivityAt,
  type ListedRoom,
  MAX_WATCHED_SUMMARIES,
  toListCursor,
} from '@snug/protocol';
import { expect, test } from 'vitest';
import { flushPromises } from '../testing/fake-environment.ts';
import { makeId, makeListedRoom, makeMessage, makeMessageSent } from '../testing/samples.ts';
import { createChat, reconnect, type TestChat } from '../testing/test-chat.ts';

const QUIET = makeListedRoom(0, { id: makeId(11), name: 'Quiet', createdAt: 5_500 });
const BUSY = { ...makeListedRoom(9, { id: makeId(12), name: 'Busy' }), createdAt: 100 };
const OLD = makeListedRoom(0, { id: makeId(13), name: 'Old', createdAt: 100 });

/** Changes on screen within this time share one command. */
const UPDATE_DELAY_MS = 100;

async function createListing(...rooms: ListedRoom[]) {
  const setup = createChat();
  await setup.socket.sendResult(setup.socket.getCommands('list_rooms')[0], { rooms });
  return { ...setup, names: () => setup.chat.roomList.rooms.get()?.map(({ name }) => name) };
}

function makeSummary(room: ListedRoom, { from = room.seq - 1, to = room.seq } = {}): EventOf<'room_summary'> {
  return { type: 'room_summary', room, from, to, changes: [] };
}

function makeListChanged(...rooms: ListedRoom[]): EventOf<'list_changed'> {
  return { type: 'list_changed', rooms, more: false };
}

/** Rows with rising times of activity. */
function makeRows(from: number, to: number): ListedRoom[] {
  return Array.from({ length: to - from }, (_, index) => {
    const number = from + index;
    return makeListedRoom(0, {
      id: makeId(10_000 + number),
      name: `${number}`,
      createdAt: 1_000_000 - number,
    });
  });
}

/** Sends the result of the newest request for a page of `all` rooms. */
async function sendPage(setup: TestChat, all: readonly ListedRoom[]): Promise<void> {
  const sentCommand = setup.environment.socket.getCommands('list_rooms').at(-1);
  const before = sentCommand?.input['before'] as { roomId: string } | undefined;
  const start = before ? all.findIndex(({ id }) => id === before.roomId) + 1 : 0;
  const page = all.slice(start, start + 50);
  const last = page.at(-1);
  const next = last && start + 50 < all.length ? { next: toListCursor(last) } : {};
  await setup.environment.socket.sendResult(sentCommand, { rooms: page, ...next });
}

test('rooms are listed by their newest message, or by their creation if they have none', async () => {
  const { names } = await createListing(OLD, QUIET, BUSY);
  expect(names()).toEqual(['Busy', 'Quiet', 'Old']);
  expect([BUSY, QUIET].map(getLastActivityAt)).toEqual([9_000, 5_500]);
});

test('rooms with the same time of activity have the same order for everyone', async () => {
  const twin = { ...OLD, id: makeId(14), name: 'Twin' };
  expect((await createListing(OLD, twin)).names()).toEqual(['Twin', 'Old']);
  expect((await createListing(twin, OLD)).names()).toEqual(['Twin', 'Old']);
});

test('R1 a new room shows in the list', async () => {
  const { names, environment } = await createListing(OLD, BUSY);
  environment.socket.sendEvents(makeListChanged(QUIET));
  expect(names()).toEqual(['Busy', 'Quiet', 'Old']);
});

test('R1 a summary moves its room up', async () => {
  const { names, chat, environment } = await createListing(OLD, BUSY);
  const { roomId: _, changedSeq: __, ...lastMessage } = makeMessage(20);
  const room = { ...OLD, seq: 20, lastMessage };
  environment.socket.sendEvents(makeSummary(room));
  expect(names()).toEqual(['Old', 'Busy']);
  expect(chat.roomList.rooms.get()?.[0]).toEqual(room);
});

test('R1 a message in an open room updates the list like a summary, which does not come', async () => {
  const { names, chat, environment } = await createListing(OLD, BUSY);
  const event = makeMessageSent(10, OLD.id);
  const message = { ...event.message, text: '🐈'.repeat(201) };
  environment.socket.sendEvents({ ...event, message });
  expect(names()).toEqual(['Old', 'Busy']);
  const { id, seq, author, createdAt } = message;
  const lastMessage = { id, seq, author, createdAt, text: '🐈'.repeat(200) };
  expect(chat.roomList.rooms.get()?.[0]).toEqual({ ...OLD, seq: 10, lastMessage });
});

test('R1 a recording in an open room shows its name and duration in the list', async () => {
  const { chat, environment } = await createListing(OLD);
  const event = makeMessageSent(10, OLD.id);
  const { text: _, ...message } = event.message;
  const file = { name: 'audio_1.mp3', contentType: 'audio/mpeg', duration: 2_000 };
  const stored = { id: OLD.id, size: 16_000, url: '/files/1/audio_1.mp3', peaks: [1, 2], ...file };
  environment.socket.sendEvents({ ...event, message: { ...message, file: stored } });
  expect(chat.roomList.rooms.get()?.[0]?.lastMessage?.file).toEqual(file);
});

test('R1 an opened room updates its row in the list, without the description', async () => {
  const { chat, socket } = await createListing(OLD, BUSY);
  chat.room(OLD.id).open();
  const row = { ...OLD, name: 'Old, and known again', seq: 20 };
  const room = { ...row, description: 'Words' };
  const state = { room, admins: [], seq: 20, reset: true, messages: [], hasOlder: false };
  await socket.sendResult(socket.getCommands('open_room')[0], state);
  expect(chat.roomList.getRow(OLD.id)).toEqual(row);
});

test('L4 of two copies of a room the one with the higher seq counts', async () => {
  const { chat, environment } = await createListing(BUSY);
  const earlier = { ...makeListedRoom(8, { id: BUSY.id }), name: 'Earlier' };
  environment.socket.sendEvents(
    makeSummary(earlier),
    makeMessageSent(9, BUSY.id),
    makeMessageSent(3, BUSY.id),
  );
  expect(chat.roomList.rooms.get()).toEqual([BUSY]);
});

test('a room from an event before the list is known waits for the list', async () => {
  const { chat, socket } = createChat();
  socket.sendEvents(makeListChanged(QUIET));
  expect(chat.roomList.rooms.get()).toBeUndefined();
  await socket.sendResult(socket.getCommands('list_rooms')[0], { rooms: [OLD] });
  expect(chat.roomList.rooms.get()?.map(({ name }) => name)).toEqual(['Quiet', 'Old']);
});

test('C3 a new connection reads the first page again, and the list stays until then', async () => {
  const setup = await createListing(OLD);
  await reconnect(setup);
  expect(setup.names()).toEqual(['Old']);
  expect(setup.environment.socket.getCommands('list_rooms').map(({ input }) => input)).toEqual([{}]);
  await setup.environment.socket.sendResult(setup.environment.socket.getCommands('list_rooms')[0], {
    rooms: [OLD, BUSY],
  });
  expect(setup.names()).toEqual(['Busy', 'Old']);
});

test('a list that could not be read at first is requested again', async () => {
  const { chat, environment, socket } = createChat();
  await socket.sendError(socket.getCommands('list_rooms')[0], 'unavailable');
  await environment.advance(1_000);
  await socket.sendResult(socket.getCommands('list_rooms')[1], { rooms: [OLD] });
  expect(chat.roomList.rooms.get()).toEqual([OLD]);
});

test('R2 a created room shows at once, and does not show twice after its event', async () => {
  const { chat, names, environment } = await createListing(OLD);
  const { id, name } = QUIET;
  const made = chat.createRoom({ id, name, description: 'Words' });
  const room = { ...QUIET, description: 'Words' };
  await environment.socket.sendResult(environment.socket.getCommands('create_room')[0], { room });
  expect(await made).toEqual(room);
  environment.socket.sendEvents(makeListChanged(QUIET));
  await flushPromises();
  expect(names()).toEqual(['Quiet', 'Old']);
});

test('R3 the next page is read when the screen comes near to the end of the known rows', async () => {
  const setup = createChat();
  const all = makeRows(0, 120);
  const { roomList } = setup.chat;
  await sendPage(setup, all);
  expect([roomList.rooms.get()?.length, roomList.isComplete.get()]).toEqual([50, false]);
  roomList.setViewport({ roomIds: [], lastIndex: 10, isAtHead: true });
  expect(setup.socket.getCommands('list_rooms')).toHaveLength(1);
  roomList.setViewport({ roomIds: [], lastIndex: 40, isAtHead: false });
  expect(setup.socket.getCommands('list_rooms').at(-1)?.input).toEqual({ before: toListCursor(all[49]!) });
  await sendPage(setup, all);
  roomList.setViewport({ roomIds: [], lastIndex: 90, isAtHead: false });
  await sendPage(setup, all);
  expect([roomList.rooms.get(), roomList.isComplete.get()]).toEqual([all, true]);
});

test('R3 a known row stays until a page that covers its place does not contain it', async () => {
  const setup = createChat();
  const all = makeRows(0, 120);
  setup.chat.roomList.restore(all);
  const left = all.filter((_, index) => index !== 20 && index !== 70);
  await sendPage(setup, left);
  expect(setup.chat.roomList.rooms.get()).toEqual(all.filter((_, index) => index !== 20));
  setup.chat.roomList.setViewport({ roomIds: [], lastIndex: 40, isAtHead: false });
  await sendPage(setup, left);
  expect(setup.chat.roomList.rooms.get()).toEqual(left);
});

test('R3 a row that arrived while its page was in flight stays', async () => {
  const setup = createChat();
  const all = makeRows(0, 10);
  setup.socket.sendEvents(makeListChanged(QUIET));
  await sendPage(setup, all);
  expect(setup.chat.roomList.getRow(QUIET.id)).toEqual(QUIET);
});

test('R3 an event that names further changes makes the client read the first page again, once, within 5 s', async () => {
  const setup = await createListing(OLD);
  setup.environment.randomValue = 0.99;
  const more = { ...makeListChanged(QUIET), more: true };
  setup.socket.sendEvents(more, more);
  await setup.environment.advance(4_900);
  expect(setup.socket.getCommands('list_rooms')).toHaveLength(1);
  await setup.environment.advance(100);
  expect(setup.socket.getCommands('list_rooms')).toHaveLength(2);
});

test('R3 a reconnect cancels that read, and a later event of the same kind plans it again', async () => {
  const setup = await createListing(OLD);
  setup.environment.randomValue = 0.99;
  const more = { ...makeListChanged(QUIET), more: true };
  setup.socket.sendEvents(more);
  await reconnect(setup);
  const { socket } = setup.environment;
  await sendPage(setup, [OLD]);
  expect(socket.getCommands('list_rooms')).toHaveLength(1);
  socket.sendEvents(more);
  await setup.environment.advance(5_000);
  expect(socket.getCommands('list_rooms')).toHaveLength(2);
});

test('R3 the head of the list is watched while it is on screen, and read again when it is back', async () => {
  const setup = await createListing(OLD);
  const { roomList } = setup.chat;
  const heads = () => setup.socket.getCommands('watch_list').map(({ input }) => input['on']);
  expect(heads()).toEqual([true]);
  roomList.setViewport({ roomIds: [OLD.id], lastIndex: 30, isAtHead: false });
  await setup.environment.advance(UPDATE_DELAY_MS);
  expect(heads()).toEqual([true, false]);
  roomList.setViewport({ roomIds: [OLD.id], lastIndex: 0, isAtHead: true });
  await setup.environment.advance(UPDATE_DELAY_MS);
  expect(heads()).toEqual([true, false, true]);
  expect(setup.socket.getCommands('list_rooms')).toHaveLength(2);
});

test('R3 a client follows open rooms, and rooms on screen away from the head', async () => {
  const setup = await createListing(...makeRows(0, 40));
  const { roomList } = setup.chat;
  const sentCommands = () => setup.environment.socket.getCommands('watch_rooms');
  const close = setup.chat.room(makeId(10_003)).open();
  const onScreen = [makeId(10_005), makeId(10_007), makeId(999)];
  roomList.setViewport({ roomIds: onScreen, lastIndex: 30, isAtHead: false });
  await setup.environment.advance(UPDATE_DELAY_MS);
  const seqs = { [makeId(10_003)]: 0, [makeId(10_005)]: 0, [makeId(10_007)]: 0, [makeId(999)]: -1 };
  expect(sentCommands().map(({ input }) => input)).toEqual([{ add: seqs, remove: [] }]);
  await setup.socket.sendResult(sentCommands()[0], { missing: [makeId(999)] });
  close();
  roomList.setViewport({ roomIds: [makeId(10_006), makeId(10_007)], lastIndex: 30, isAtHead: false });
  await setup.environment.advance(UPDATE_DELAY_MS);
  expect(sentCommands().at(-1)?.input).toEqual({
    add: { [makeId(10_006)]: 0 },
    remove: [makeId(10_003), makeId(10_005)],
  });
});

test('R3 a new connection follows the rooms again, from their known rows', async () => {
  const setup = await createListing(BUSY, OLD);
  for (const { id } of [BUSY, OLD]) setup.chat.room(id).open();
  await setup.environment.advance(UPDATE_DELAY_MS);
  await setup.socket.sendResult(setup.socket.getCommands('watch_rooms')[0], { missing: [] });
  await reconnect(setup);
  const [sentCommand] = setup.environment.socket.getCommands('watch_rooms');
  expect(sentCommand?.input).toEqual({ add: { [BUSY.id]: 9, [OLD.id]: 0 }, remove: [] });
  expect(setup.environment.socket.getCommands('watch_list').map(({ input }) => input)).toEqual([
    { on: true },
  ]);
});

test('R3 a missing room leaves the list, and is not requested again', async () => {
  const setup = await createListing(BUSY, OLD);
  setup.chat.roomList.setViewport({ roomIds: [OLD.id], lastIndex: 0, isAtHead: false });
  await setup.environment.advance(UPDATE_DELAY_MS);
  await setup.socket.sendResult(setup.socket.getCommands('watch_rooms')[0], { missing: [OLD.id] });
  expect(setup.names()).toEqual(['Busy']);
  setup.chat.roomList.setViewport({ roomIds: [OLD.id], lastIndex: 0, isAtHead: false });
  await setup.environment.advance(UPDATE_DELAY_MS);
  expect(setup.socket.getCommands('watch_rooms')).toHaveLength(1);
});

test('R3 a client follows at most 500 rooms, 100 in a command', async () => {
  const setup = await createListing(OLD);
  setup.chat.roomList.setViewport({
    roomIds: makeRows(0, 700).map(({ id }) => id),
    lastIndex: 0,
    isAtHead: false,
  });
  await setup.environment.advance(UPDATE_DELAY_MS);
  for (let call = 0; call < 5; call++) {
    const sentCommands = setup.socket.getCommands('watch_rooms');
    expect(sentCommands).toHaveLength(call + 1);
    expect(Object.keys(sentCommands[call]?.input['add'] as object)).toHaveLength(100);
    await setup.socket.sendResult(sentCommands[call], { missing: [] });
  }
  expect(setup.socket.getCommands('watch_rooms')).toHaveLength(MAX_WATCHED_SUMMARIES / 100);
});

/** Answers all requests for pages of `all` open rooms, of which the first `ownCount` are the person's. */
async function answerPages({ socket }: TestChat, all: readonly ListedRoom[], ownCount: number) {
  const counts = { own: 0, open: 0 };
  const answered = new Set<unknown>();
  for (;;) {
    const sent = socket.getCommands('list_rooms').find(command => !answered.has(command));
    if (!sent) return counts;
    answered.add(sent);
    const { mine, before } = sent.input as { mine?: unknown; before?: { roomId: string } };
    const rows = mine === 'favourites' ? [] : mine ? all.slice(0, ownCount) : all;
    counts[mine ? 'own' : 'open']++;
    const start = before ? rows.findIndex(({ id }) => id === before.roomId) + 1 : 0;
    const last = rows[start + 49];
    await socket.sendResult(sent, {
      rooms: rows.slice(start, start + 50),
      ...(last && start + 50 < rows.length && { next: toListCursor(last) }),
    });
  }
}

test.for([
  { all: 3_000, own: 1_000 },
  { all: 700, own: 300 },
])(
  'R3 of $all open rooms, a member of the $own newest first reads the rows on screen',
  async ({ all, own }) => {
    const setup = createChat();
    const rows = makeRows(0, all);
    const { roomList } = setup.chat;
    roomList.setViewport({ roomIds: [], lastIndex: -1, isAtHead: false, lastOwnIndex: 12 });
    const roomIds = rows.slice(0, own).map(({ id }) => id);
    await setup.socket.sendResult(setup.socket.getCommands('list_joined')[0], { roomIds });
    const first = await answerPages(setup, rows, own);
    expect(first.open).toBe(1);
    expect(roomList.ownRooms.get()).toHaveLength(50);

    await setup.environment.advance(1_999);
    expect((await answerPages(setup, rows, own)).own).toBe(first.own);
    await setup.environment.advance(1);
    // A page at a time, up to the rooms that a connection can follow.
    for (let pages = 1; pages <= 12; pages++) {
      await answerPages(setup, rows, own);
      const read = Math.min(50 * (pages + 1), own, MAX_WATCHED_SUMMARIES + 50);
      expect(roomList.ownRooms.get()).toHaveLength(read);
      await setup.environment.advance(500);
    }
    expect(roomList.otherRooms.get()).toEqual([]);

    // The end of the own rooms comes near, or that part collapses.
    for (let lastOwnIndex = 400; lastOwnIndex < own; lastOwnIndex += 100) {
      roomList.setViewport({ roomIds: [], lastIndex: -1, isAtHead: false, lastOwnIndex });
      await answerPages(setup, rows, own);
    }
    roomList.setViewport({ roomIds: [], lastIndex: -1, isAtHead: false, lastOwnIndex: own - 10 });
    await answerPages(setup, rows, own);
    expect(roomList.ownRooms.get()).toHaveLength(own);
    expect(roomList.otherRooms.get()?.length).toBeGreaterThanOrEqual(25);
    expect(roomList.otherRooms.get()?.[0]).toEqual(rows[own]);
  },
);

test('R3 a collapsed part of own rooms lets the other rooms come', async () => {
  const setup = createChat();
  const rows = makeRows(0, 400);
  const { roomList } = setup.chat;
  roomList.setViewport({ roomIds: [], lastIndex: -1, isAtHead: false, lastOwnIndex: -1 });
  const roomIds = rows.slice(0, 200).map(({ id }) => id);
  await setup.socket.sendResult(setup.socket.getCommands('list_joined')[0], { roomIds });
  await answerPages(setup, rows, 200);
  expect(roomList.otherRooms.get()?.length).toBeGreaterThanOrEqual(25);
});

test('R3 after a temporary error the rooms are requested again', async () => {
  const setup = await createListing(OLD);
  setup.chat.roomList.setViewport({ roomIds: [OLD.id], lastIndex: 0, isAtHead: false });
  await setup.environment.advance(UPDATE_DELAY_MS);
  await setup.socket.sendError(setup.socket.getCommands('watch_rooms')[0], 'rate_limited', '', 3);
  await setup.environment.advance(3_000);
  expect(setup.socket.getCommands('watch_rooms')).toHaveLength(1);
  await setup.environment.advance(250);
  expect(setup.socket.getCommands('watch_rooms')).toHaveLength(2);
});

test('R3 back at the head, the list drops far rows, but not those of followed rooms', async () => {
  const setup = createChat();
  const all = makeRows(0, 500);
  const { roomList } = setup.chat;
  setup.chat.room(all[450]!.id).open();
  await sendPage(setup, all);
  for (let lastIndex = 40; lastIndex < 500; lastIndex += 50) {
    roomList.setViewport({ roomIds: [], lastIndex, isAtHead: false });
    await sendPage(setup, all);
  }
  expect(roomList.rooms.get()).toHaveLength(500);
  roomList.setViewport({ roomIds: [], lastIndex: 10, isAtHead: true });
  await setup.environment.advance(UPDATE_DELAY_MS);
  expect(roomList.rooms.get()).toEqual([...all.slice(0, 200), all[450]]);
  expect(roomList.isComplete.get()).toBe(false);
  roomList.setViewport({ roomIds: [], lastIndex: 199, isAtHead: false });
  expect(setup.socket.getCommands('list_rooms').at(-1)?.input).toEqual({ before: toListCursor(all[199]!) });
});

test("R1 another person's message in a followed room arrives once, an own one does not", async () => {
  const setup = await createListing(BUSY);
  const arrived: number[] = [];
  setup.chat.arrivals.subscribe(({ seq }) => arrived.push(seq));
  const change = (seq: number, authorId: string) => ({ at: seq, seq, authorId, kind: 'added' as const });
  const changes = [change(10, makeId(77)), change(11, makeId(2))];
  setup.socket.sendEvents({ ...makeSummary({ ...BUSY, seq: 11 }, { from: 9 }), changes });
  const event = makeMessageSent(10, BUSY.id);
  event.message.author = { ...event.message.author, uid: makeId(77) };
  setup.socket.sendEvents(event);
  expect(arrived).toEqual([10]);
});

/** Sends the results of `list_joined`, and then of the pages of joined rooms and of requests, in this order. */
async function sendLists(
  { environment: { socket } }: TestChat,
  joined: { roomIds: string[]; requests?: string[] },
  pages: readonly (readonly [mine: true | 'requests', rooms: ListedRoom[]])[],
): Promise<void> {
  await socket.sendResult(socket.getCommands('list_joined').at(-1), joined);
  for (const [mine, rooms] of pages) {
    const sent = socket.getCommands('list_rooms').findLast(({ input }) => input['mine'] === mine);
    await socket.sendResult(sent, { rooms });
  }
}

for (const [first, second] of [
  [true, 'requests'],
  ['requests', true],
] as const)
  test(`Y12 R3 a room that is a request by now moves to the requests, if the list of ${first} comes first`, async () => {
    const setup = await createListing(OLD);
    const room = { ...makeListedRoom(3, { id: makeId(15), name: 'Hideout' }), kind: 'private' as const };
    setup.chat.roomList.add(room);
    const membership = { role: 'member' as const, version: 2, request: 'waiting' as const };
    const rooms = { true: [], requests: [{ ...room, membership }] };
    await sendLists(setup, { roomIds: [], requests: [room.id] }, [
      [first, rooms[`${first}`]],
      [second, rooms[`${second}`]],
    ]);
    expect(setup.chat.roomList.requests.get().map(({ name }) => name)).toEqual(['Hideout']);
  });

test('Y12 R3 a request that was accepted on another device moves to the own rooms, whatever list comes first', async () => {
  const setup = await createListing(OLD);
  const room = { ...makeListedRoom(3, { id: makeId(15), name: 'Hideout' }), kind: 'private' as const };
  const waiting = {
    ...room,
    membership: { role: 'member' as const, version: 2, request: 'waiting' as const },
  };
  const others = { ...makeListedRoom(3, { id: makeId(16), name: 'Attic' }), kind: 'private' as const };
  const requests = [room.id, others.id];
  await sendLists(setup, { roomIds: [], requests }, [
    [true, []],
    ['requests', [waiting, { ...others, membership: waiting.membership }]],
  ]);
  await reconnect(setup);
  const accepted = { ...room, membership: { role: 'member' as const, version: 3 } };
  await sendLists(setup, { roomIds: [room.id], requests: [others.id] }, [
    ['requests', [{ ...others, membership: waiting.membership }]],
    [true, [accepted]],
  ]);
  expect(setup.chat.roomList.ownRooms.get()?.map(({ name }) => name)).toEqual(['Hideout']);
  expect(setup.chat.roomList.requests.get().map(({ name }) => name)).toEqual(['Attic']);
});

test('Y12 a private room that the person left before the list was read never shows', async () => {
  const setup = createChat();
  const { socket, chat } = setup;
  const hideout = { ...makeListedRoom(0, { id: makeId(15), name: 'Hideout' }), kind: 'private' as const };
  chat.roomList.add(hideout);
  await socket.sendResult(socket.getCommands('list_joined')[0], { roomIds: [] });
  await socket.sendResult(socket.getCommands('list_rooms')[0], { rooms: [OLD] });
  expect(chat.roomList.rooms.get()?.map(({ name }) => name)).toEqual(['Old']);
});
