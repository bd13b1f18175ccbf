import {
  DEFAULT_NOTIFICATION_SETTINGS,
  type EventOf,
  type ListedRoom,
  type Membership,
  type Person,
} from '@snug/protocol';
import { expect, test } from 'vitest';
import { Chat } from '../chat.ts';
import { FakeEnvironment } from '../testing/fake-environment.ts';
import { FakeRoomCacheStorage } from '../testing/fake-room-cache-storage.ts';
import { ANN, makeId, makeListedRoom, makeNewestPage, makeRoom, ROOM_ID } from '../testing/samples.ts';
import { createChat, createChatInRoom, reconnect, type TestChat } from '../testing/test-chat.ts';
import { getLevel } from './room-level.ts';

const OPEN = makeListedRoom(0, { id: makeId(11), name: 'Open', createdAt: 3_000 });
const OTHER = makeListedRoom(0, { id: makeId(12), name: 'Other', createdAt: 2_000 });
const PRIVATE: ListedRoom = {
  ...makeListedRoom(0, { id: makeId(13), name: 'Private', createdAt: 1_000 }),
  kind: 'private',
};

const BEN: Person = { ...ANN, uid: makeId(21), name: 'Ben' };

const MEMBER: Membership = { role: 'member', version: 1 };
const LEFT: Membership = { role: null, version: 2 };

function makeChanged(
  { id }: { id: string },
  membership: Membership,
  room?: ListedRoom,
): EventOf<'membership_changed'> {
  return { type: 'membership_changed', roomId: id, membership, ...(room && { room }) };
}

async function sendJoined(
  { environment: { socket } }: Pick<TestChat, 'environment'>,
  rooms: ListedRoom[],
  roomIds = rooms.map(({ id }) => id),
): Promise<void> {
  await socket.sendResult(socket.getCommands('list_joined').at(-1), { roomIds });
  const own = socket.getCommands('list_rooms').findLast(({ input }) => input['mine']);
  await socket.sendResult(own, { rooms });
}

/** A chat that knows the open rooms and that the person is a member of `own`. */
async function createMember(...own: ListedRoom[]) {
  const setup = createChat();
  const [openRooms] = setup.socket.getCommands('list_rooms');
  await setup.socket.sendResult(openRooms, { rooms: [OPEN, OTHER] });
  await sendJoined(setup, own);
  const { roomList } = setup.chat;
  const names = (rooms: readonly ListedRoom[] | undefined) => rooms?.map(({ name }) => name);
  return Object.assign(setup, {
    own: () => names(roomList.ownRooms.get()),
    other: () => names(roomList.otherRooms.get()),
  });
}

test('R1 the list has two parts: the rooms of the person, and other open rooms', async () => {
  const { own, other } = await createMember(OPEN, PRIVATE);
  expect(own()).toEqual(['Open', 'Private']);
  expect(other()).toEqual(['Other']);
});

test('R1 all open rooms are other rooms until the joined rooms are known', async () => {
  const { chat, socket } = createChat();
  await socket.sendResult(socket.getCommands('list_rooms')[0], { rooms: [OPEN, OTHER] });
  expect(chat.roomList.ownRooms.get()).toBeUndefined();
  expect(chat.roomList.otherRooms.get()).toEqual([OPEN, OTHER]);
});

test('R1 a room moves between the parts when a person joins or leaves it', async () => {
  const { own, other, socket } = await createMember();
  socket.sendEvents(makeChanged(OTHER, MEMBER, OTHER));
  expect([own(), other()]).toEqual([['Other'], ['Open']]);
  socket.sendEvents(makeChanged(OTHER, LEFT, OTHER));
  expect([own(), other()]).toEqual([[], ['Open', 'Other']]);
});

test('R3 Y12 a room that a person joins meanwhile stays, although an older result names it as missing', async () => {
  const { chat, environment, socket, own } = await createMember();
  chat.room(PRIVATE.id).open();
  await environment.advance(1_000);
  const [watch] = socket.getCommands('watch_rooms');
  expect(watch?.input).toMatchObject({ add: { [PRIVATE.id]: -1 } });
  socket.sendEvents(makeChanged(PRIVATE, MEMBER, PRIVATE));
  await socket.sendResult(watch, { missing: [PRIVATE.id] });
  await socket.sendError(socket.getCommands('open_room').at(-1), 'not_found');
  expect(own()).toEqual(['Private']);
  expect(socket.getCommands('open_room')).toHaveLength(2);
  expect(chat.room(PRIVATE.id).view.get().status).toBe('loading');
  expect(socket.getCommands('watch_rooms').at(-1)?.input).toMatchObject({ add: { [PRIVATE.id]: 0 } });
});

test('R1 a room that moves is never in both parts, nor in none', async () => {
  const { chat, socket } = await createMember();
  const counts: number[] = [];
  chat.roomList.parts.subscribe(() => {
    const { own = [], other = [] } = chat.roomList.parts.get();
    counts.push([...own, ...other].filter(({ id }) => id === OTHER.id).length);
  });
  socket.sendEvents(makeChanged(OTHER, MEMBER, OTHER), makeChanged(OTHER, LEFT, OTHER));
  expect([...new Set(counts)]).toEqual([1]);
});

test('R1 of two copies of a membership the higher version counts', async () => {
  const { own, socket } = await createMember();
  socket.sendEvents(makeChanged(OPEN, LEFT, OPEN), makeChanged(OPEN, MEMBER, OPEN));
  expect(own()).toEqual([]);
  socket.sendEvents(makeChanged(OPEN, { role: 'admin', version: 3 }, OPEN));
  expect(own()).toEqual(['Open']);
});

test('R1 a change during the read of the joined rooms is kept', async () => {
  const setup = await createMember(OPEN);
  await reconnect(setup);
  const { socket } = setup.environment;
  socket.sendEvents(makeChanged(PRIVATE, MEMBER, PRIVATE), makeChanged(OPEN, LEFT, OPEN));
  await sendJoined(setup, [PRIVATE], [OPEN.id]);
  expect([setup.own(), setup.other()]).toEqual([['Private'], ['Open', 'Other']]);
});

test('R3 the rooms of a person are followed', async () => {
  const setup = await createMember(PRIVATE);
  await setup.environment.advance(100);
  const [follow] = setup.socket.getCommands('watch_rooms');
  expect(follow?.input).toEqual({ add: { [PRIVATE.id]: 0 }, remove: [] });
});

test('a person who is added to a private room again follows it again', async () => {
  const setup = await createMember(PRIVATE);
  const { socket, environment } = setup;
  await environment.advance(100);
  await socket.sendResult(socket.getCommands('watch_rooms')[0], { missing: [] });
  socket.sendEvents(makeChanged(PRIVATE, LEFT));
  expect(setup.own()).toEqual([]);
  socket.sendEvents(makeChanged(PRIVATE, { role: 'member', version: 3 }, PRIVATE));
  await environment.advance(100);
  expect(setup.own()).toEqual(['Private']);
  expect(socket.getCommands('watch_rooms').at(-1)?.input).toMatchObject({ add: { [PRIVATE.id]: 0 } });
});

test('an archived room leaves the list, and returns when it is reopened', async () => {
  const { own, socket } = await createMember(OPEN);
  socket.sendEvents({
    type: 'room_summary',
    room: { ...OPEN, seq: 1, archivedAt: 5 },
    from: 0,
    to: 1,
    changes: [],
  });
  expect(own()).toEqual([]);
  socket.sendEvents({ type: 'room_summary', room: { ...OPEN, seq: 2 }, from: 1, to: 2, changes: [] });
  expect(own()).toEqual(['Open']);
});

test('the list drops the rooms that it no longer has, also if a page in flight contains them', async () => {
  const setup = await createMember();
  await reconnect(setup);
  const { socket } = setup.environment;
  socket.sendEvents({ type: 'list_changed', rooms: [], removed: [OTHER.id], more: false });
  expect(setup.other()).toEqual(['Open']);
  await socket.sendResult(socket.getCommands('list_rooms')[0], { rooms: [OPEN, OTHER] });
  expect(setup.other()).toEqual(['Open']);
});

test('the open room knows the membership of the person', async () => {
  const { room, socket } = await createChatInRoom(2);
  expect(room.view.get().log?.membership).toBeUndefined();
  socket.sendEvents(makeChanged({ id: ROOM_ID }, MEMBER, makeListedRoom(2)));
  expect(room.view.get().log?.membership).toEqual(MEMBER);
});

test('a membership that is newer than the result of open_room counts', async () => {
  const { room, socket } = createChat();
  room.open();
  socket.sendEvents(makeChanged({ id: ROOM_ID }, LEFT, makeListedRoom(2)));
  const state = { ...makeNewestPage(2), membership: MEMBER };
  await socket.sendResult(socket.getCommands('open_room')[0], state);
  expect(room.view.get().log?.membership).toEqual(LEFT);
});

/** A page that cached a private room, its row and its messages. */
async function createCachingMember() {
  const storage = new FakeRoomCacheStorage();
  const environment = new FakeEnvironment(undefined, storage);
  const chat = new Chat(environment, ANN.uid);
  chat.start();
  await environment.advance(0);
  const { socket } = environment;
  socket.sendConnected();
  const row: ListedRoom = { ...makeListedRoom(2), kind: 'private' };
  const setup = { environment, chat, socket, room: chat.room(ROOM_ID) };
  await socket.sendResult(socket.getCommands('list_rooms')[0], { rooms: [OPEN] });
  await sendJoined(setup, [row]);
  const close = setup.room.open();
  const state = { ...makeNewestPage(2), room: { ...makeRoom(2), kind: 'private' }, membership: MEMBER };
  await socket.sendResult(socket.getCommands('open_room')[0], state);
  await environment.advance(1_000);
  expect([storage.rooms.length, storage.list?.rooms.length]).toEqual([1, 2]);
  return { ...setup, storage, close };
}

type Lose = (socket: FakeEnvironment['socket']) => void | Promise<void>;

const LOSSES: Record<string, Lose> = {
  'their membership ends': socket => socket.sendEvents(makeChanged({ id: ROOM_ID }, LEFT)),
  'a step of the room says it': socket =>
    socket.sendEvents({
      type: 'member_changed',
      roomId: ROOM_ID,
      seq: 3,
      uid: ANN.uid,
      role: null,
      canRead: false,
    }),
  'the room is deleted': socket => socket.sendEvents({ type: 'room_deleted', roomId: ROOM_ID, seq: 3 }),
  'the room is missing': socket =>
    socket.sendResult(socket.getCommands('watch_rooms')[0], { missing: [ROOM_ID] }),
};

for (const [reason, lose] of Object.entries(LOSSES)) {
  test(`Y12 a former member keeps no copy of a room, after ${reason}`, async () => {
    const { chat, room, socket, storage, environment } = await createCachingMember();
    await lose(socket);
    await environment.advance(0);
    expect(room.view.get()).toEqual({ status: 'missing', isLoadingOlder: false });
    expect(chat.roomList.getRow(ROOM_ID)).toBeUndefined();
    expect([storage.rooms, storage.list?.rooms]).toEqual([[], [OPEN]]);
  });
}

test('Y12 a former member drops the cached room at the next contact', async () => {
  const { chat, storage } = await createCachingMember();
  chat.stop();
  const environment = new FakeEnvironment(undefined, storage);
  const page = new Chat(environment, ANN.uid);
  page.start();
  await environment.advance(0);
  const room = page.room(ROOM_ID);
  expect(room.view.get().status).toBe('ready');
  expect(page.roomList.ownRooms.get()).toHaveLength(1);
  environment.socket.sendConnected();
  await environment.socket.sendResult(environment.socket.getCommands('list_joined')[0], { roomIds: [] });
  expect(room.view.get().status).toBe('loading');
  expect([storage.rooms, page.roomList.rooms.get()]).toEqual([[], [OPEN]]);
});

test('a person who can read an open room again, for example after a ban, sees it again', async () => {
  const { room, socket } = await createCachingMember();
  socket.sendEvents(makeChanged({ id: ROOM_ID }, LEFT));
  socket.sendEvents(makeChanged({ id: ROOM_ID }, { role: null, version: 3 }, makeListedRoom(2)));
  await socket.sendResult(socket.getCommands('open_room')[1], makeNewestPage(2));
  expect(room.view.get().log?.seq).toBe(2);
});

test('a created private room shows at once', async () => {
  const { chat, own, socket } = await createMember();
  const made = chat.createRoom({ id: PRIVATE.id, name: 'Private', description: 'Words', kind: 'private' });
  await socket.sendResult(socket.getCommands('create_room')[0], {
    room: { ...PRIVATE, description: 'Words' },
  });
  await made;
  expect(own()).toEqual(['Private']);
  expect(chat.roomList.getRow(PRIVATE.id)).toEqual(PRIVATE);
});

test('the initial state shows both parts before the first connection', () => {
  const chat = new Chat(new FakeEnvironment(), ANN.uid);
  const joined = [PRIVATE.id];
  chat.showInitialState({ epoch: 'epoch', me: ANN, rooms: [PRIVATE, OPEN], joined });
  expect([chat.roomList.ownRooms.get(), chat.roomList.otherRooms.get()]).toEqual([[PRIVATE], [OPEN]]);
});

test('Y14 an option shows at once, also without a connection, and stays until the server stores it', async () => {
  const setup = await createMember(OPEN, PRIVATE);
  const { chat, environment } = setup;
  const shown = () => chat.roomList.parts.get().own?.map(({ name }) => name);
  expect(shown()).toEqual(['Open', 'Private']);
  await environment.socket.drop();
  const roomId = PRIVATE.id;
  const input = { roomId, favourite: true };
  await chat.actions.enqueue({ key: 'favourite', roomId, command: 'set_room_options', input });
  expect(shown()).toEqual(['Private', 'Open']);
  await environment.advance(500);
  environment.socket.sendConnected();
  await environment.advance(100);
  const [command] = environment.socket.getCommands('set_room_options');
  expect(command?.input).toEqual(input);
  const membership = { role: 'member', version: 2, favourite: true };
  await environment.socket.sendResult(command, { membership });
  expect(shown()).toEqual(['Private', 'Open']);
  environment.socket.sendEvents(makeChanged(PRIVATE, { role: 'member', version: 3 }, PRIVATE));
  expect(shown()).toEqual(['Open', 'Private']);
});

test('Y14 Y26 a room has the level that its person chose, or their default, also before the server stores it', async () => {
  const setup = await createMember(OPEN, PRIVATE);
  const { chat, socket } = setup;
  const levels = () => [
    getLevel(chat.memberships, OPEN),
    getLevel(chat.memberships, PRIVATE),
    getLevel(chat.memberships, { id: makeId(14), kind: 'direct' }),
  ];
  expect(levels()).toEqual(['mentions', 'mentions', 'everything']);
  chat.memberships.readAgain();
  const result = { roomIds: [OPEN.id, PRIVATE.id], defaultLevel: 'nothing' };
  await socket.sendResult(socket.getCommands('list_joined').at(-1), result);
  expect(levels()).toEqual(['nothing', 'nothing', 'nothing']);
  socket.sendEvents(makeChanged(OPEN, { role: 'member', version: 2, level: 'mentions' }, OPEN));
  const input = { roomId: PRIVATE.id, level: 'everything' as const };
  await chat.actions.enqueue({ key: 'level', roomId: PRIVATE.id, command: 'set_room_options', input });
  expect(levels()).toEqual(['mentions', 'everything', 'nothing']);
});

test('Y26 a default that changes during the read of the joined rooms is kept', async () => {
  const setup = await createMember(OPEN);
  const { chat } = setup;
  await reconnect(setup);
  const { socket } = setup.environment;
  const settings = { ...DEFAULT_NOTIFICATION_SETTINGS, version: 2, level: 'everything' as const };
  socket.sendEvents({ type: 'notification_settings_changed', settings });
  const result = { roomIds: [OPEN.id], defaultLevel: 'nothing' };
  await socket.sendResult(socket.getCommands('list_joined').at(-1), result);
  expect(getLevel(chat.memberships, OPEN)).toBe('everything');
  socket.sendEvents({ type: 'notification_settings_changed', settings: DEFAULT_NOTIFICATION_SETTINGS });
  expect(getLevel(chat.memberships, OPEN)).toBe('mentions');
  expect(getLevel(chat.memberships, { id: makeId(14), kind: 'direct' })).toBe('everything');
});

test('Y14 a muted room has the level "nothing", whichever of both a client sends', async () => {
  const { chat, environment } = await createMember(OPEN);
  const roomId = OPEN.id;
  await environment.socket.drop();
  const set = async (input: object) => {
    await chat.actions.enqueue({
      key: 'level',
      roomId,
      command: 'set_room_options',
      input: { roomId, ...input },
    });
    return [getLevel(chat.memberships, OPEN), chat.memberships.options.get().get(roomId)?.muted];
  };
  chat.memberships.applyRows([
    { id: roomId, membership: { role: 'member', version: 2, level: 'nothing', muted: true } },
  ]);
  expect(await set({ level: 'mentions' })).toEqual(['mentions', false]);
  expect(await set({ level: 'nothing' })).toEqual(['nothing', true]);
  expect(await set({ muted: false }), 'of an earlier page').toEqual(['mentions', false]);
});

test('Y14 a hidden conversation returns with its next message, and stays while it is open', async () => {
  const direct: ListedRoom = { ...PRIVATE, kind: 'direct' };
  const { chat, socket } = await createMember(OPEN, direct);
  const shown = () => chat.roomList.parts.get().own?.map(({ name }) => name);
  socket.sendEvents(makeChanged(direct, { role: 'member', version: 2, hiddenSeq: 0 }, direct));
  expect(shown()).toEqual(['Open']);
  const close = chat.room(direct.id).open();
  expect(shown()).toEqual(['Open', 'Private']);
  close();
  expect(shown()).toEqual(['Open']);
  const lastMessage = { id: makeId(99), seq: 1, author: ANN, createdAt: 5_000, text: 'hello' };
  chat.roomList.add({ ...direct, seq: 1, lastMessage });
  expect(shown()).toEqual(['Private', 'Open']);
});

/** A member of no room, with a request of Ben. */
async function createRequested(lastSeq = 1) {
  const setup = createChat();
  const { chat, socket, environment } = setup;
  await socket.sendResult(socket.getCommands('list_rooms')[0], { rooms: [OPEN] });
  const lastMessage = { id: makeId(99), seq: 1, author: BEN, createdAt: 5_000, text: 'hello' };
  const membership: Membership = { role: 'member', version: 1, request: 'waiting' };
  const direct: ListedRoom = {
    ...PRIVATE,
    kind: 'direct',
    seq: lastSeq,
    ...(lastSeq > 0 && { lastMessage }),
  };
  await socket.sendResult(socket.getCommands('list_joined').at(-1), { roomIds: [], requests: [direct.id] });
  const find = (mine: unknown) =>
    socket.getCommands('list_rooms').findLast(({ input }) => input['mine'] === mine);
  await socket.sendResult(find(true), { rooms: [] });
  await socket.sendResult(find('requests'), { rooms: [{ ...direct, membership }] });
  await environment.advance(200);
  const ids = (rooms: readonly ListedRoom[] | undefined) => rooms?.map(({ id }) => id);
  const shown = () => [ids(chat.roomList.parts.get().own), ids(chat.roomList.requests.get())];
  return { ...setup, direct, lastMessage, shown };
}

test('Y15 a request waits apart from the rooms, and only with a message', async () => {
  const { direct, shown } = await createRequested();
  expect(shown()).toEqual([[], [direct.id]]);
  expect((await createRequested(0)).shown()).toEqual([[], []]);
});

test('Y15 messages of a request make no summary and no sound', async () => {
  const { chat, socket, direct, lastMessage, shown } = await createRequested(0);
  const announced: string[] = [];
  chat.roomList.summaries.subscribe(({ room }) => announced.push(room.id));
  chat.arrivals.subscribe(({ roomId }) => announced.push(roomId));
  expect(chat.roomList.isFollowed(direct.id)).toBe(true);
  const changes = [{ at: 1, seq: 1, authorId: BEN.uid, kind: 'added' as const }];
  const room = { ...direct, seq: 1, lastMessage };
  socket.sendEvents({ type: 'room_summary', room, from: 0, to: 1, changes });
  expect(shown()).toEqual([[], [direct.id]]);
  expect(announced).toEqual([]);
});

test('Y15 an accepted request becomes a room at once, also without a connection', async () => {
  const { chat, environment, direct, shown } = await createRequested();
  await environment.socket.drop();
  const input = { roomId: direct.id, request: null };
  await chat.actions.enqueue({ key: 'request', roomId: direct.id, command: 'set_room_options', input });
  expect(shown()).toEqual([[direct.id], []]);
});

test('Y15 a room that was declined on another device is gone, until this person opens it', async () => {
  const { chat, socket, direct, shown } = await createRequested();
  const declined: Membership = { role: 'member', version: 2, request: 'declined' };
  socket.sendEvents(makeChanged(direct, declined, direct));
  expect(shown()).toEqual([[], []]);
  expect(chat.roomList.getRow(direct.id)).toBeUndefined();
  socket.sendEvents(makeChanged(direct, { role: 'member', version: 3 }, direct));
  expect(shown()).toEqual([[direct.id], []]);
});
