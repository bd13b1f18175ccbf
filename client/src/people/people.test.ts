import { MAX_WATCHED_PEOPLE, type Person, type Presence } from '@snug/protocol';
import { expect, test } from 'vitest';
import { ANN, makeId, makeListedRoom, makeMessageSent, ROOM_ID } from '../testing/samples.ts';
import { createChat, createChatInRoom, reconnect } from '../testing/test-chat.ts';

const BEN: Person = { uid: makeId(3), name: 'Ben', createdAt: 0, version: 4 };
const ONLINE: Presence = { uid: BEN.uid, state: 'online', lastChanged: 10 };

/** A chat that watches Ben, who is online. */
async function createWatchingBen() {
  const setup = createChat();
  const { people } = setup.chat;
  const unwatch = people.watch(BEN.uid);
  await setup.environment.advance(100);
  await setup.socket.sendResult(setup.socket.getCommands('watch_people')[0], {
    people: [BEN],
    presences: [ONLINE],
  });
  return Object.assign(setup, { people, unwatch });
}

test('P1 of two copies of a person the one with the higher version counts', () => {
  const { people } = createChat().chat;
  expect(people.upsert(BEN)).toEqual(BEN);
  expect(people.upsert({ ...BEN, name: 'Benjamin', version: 5 })).toMatchObject({ name: 'Benjamin' });
  expect(people.upsert(BEN)).toMatchObject({ name: 'Benjamin' });
  expect(people.getPerson(BEN.uid).get()).toMatchObject({ name: 'Benjamin', version: 5 });
});

test('P1 a change of a person reaches only those who look at that person', () => {
  const { chat, socket } = createChat();
  const changedNames: string[] = [];
  for (const { uid, name } of [ANN, BEN]) chat.people.getPerson(uid).subscribe(() => changedNames.push(name));
  socket.sendEvents({ type: 'profile_changed', person: BEN });
  expect(changedNames).toEqual(['Ben']);
});

test('P1 the client stores the authors in open rooms and of last messages, and its own person', async () => {
  const setup = await createChatInRoom(2);
  expect(setup.chat.people.getPerson(ANN.uid).get()).toEqual(ANN);
  const event = makeMessageSent(3);
  event.message.author = BEN;
  setup.socket.sendEvents(event);
  expect(setup.chat.people.getPerson(BEN.uid).get()).toEqual(BEN);
  const cleo = { ...BEN, uid: makeId(4), name: 'Cleo' };
  const room = makeListedRoom(9, { id: makeId(12) });
  if (room.lastMessage) room.lastMessage.author = cleo;
  await setup.socket.sendResult(setup.socket.getCommands('list_rooms')[0], { rooms: [room] });
  expect(setup.chat.people.getPerson(cleo.uid).get()).toEqual(cleo);
});

test("P1 the signed-in person's own changes are followed, and an older greeting reverts nothing", async () => {
  const setup = createChat();
  const renamed = { ...ANN, name: 'Ada', version: 2 };
  setup.socket.sendEvents({ type: 'profile_changed', person: renamed });
  expect(setup.chat.me.get()).toEqual(renamed);
  await reconnect(setup);
  expect(setup.chat.me.get()).toEqual(renamed);
});

test('a new nickname shows with its result', async () => {
  const { chat, socket } = createChat();
  const done = chat.setNickname('Ada');
  const [sentCommand] = socket.getCommands('set_nickname');
  expect(sentCommand?.input).toEqual({ name: 'Ada' });
  await socket.sendResult(sentCommand, { person: { ...ANN, name: 'Ada', version: 2 } });
  await done;
  expect(chat.me.get()?.name).toBe('Ada');
});

test('F6 a new avatar shows with its result', async () => {
  const { chat, socket } = createChat();
  const done = chat.setAvatar(makeId(7));
  const [sentCommand] = socket.getCommands('set_avatar');
  expect(sentCommand?.input).toEqual({ fileId: makeId(7) });
  await socket.sendResult(sentCommand, { person: { ...ANN, avatar: '/avatars/ann/2.png', version: 2 } });
  await done;
  expect(chat.me.get()?.avatar).toBe('/avatars/ann/2.png');
});

test('P2 one command watches all who come on screen within a moment', async () => {
  const { chat, socket, environment } = createChat();
  for (const number of [3, 4, 3]) chat.people.watch(makeId(number));
  expect(socket.getCommands('watch_people')).toEqual([]);
  await environment.advance(100);
  expect(socket.getCommands('watch_people').map(({ input }) => input)).toEqual([
    { uids: [makeId(3), makeId(4)] },
  ]);
});

test('P6 P7 a state and a status are each as new as their own number says', async () => {
  const { people, socket } = await createWatchingBen();
  const change = (presence: Omit<Presence, 'uid'>) => {
    socket.sendEvents({ type: 'presence_changed', presence: { uid: BEN.uid, ...presence } });
    const { uid: _, ...shown } = people.getPresence(BEN.uid).get() ?? { uid: '' };
    return shown;
  };
  const lunch = { status: { emoji: '🍜', text: 'Lunch' }, statusVersion: 2 };
  expect(change({ state: 'online', lastChanged: 10, ...lunch })).toEqual({
    state: 'online',
    lastChanged: 10,
    ...lunch,
  });
  expect(change({ state: 'offline', lastChanged: 12 })).toEqual({
    state: 'offline',
    lastChanged: 12,
    ...lunch,
  });
  const older = { state: 'online', lastChanged: 11, statusVersion: 1 } as const;
  expect(change(older)).toEqual({ state: 'offline', lastChanged: 12, ...lunch });
  const paused = { paused: true, statusVersion: 3 } as const;
  expect(change({ state: 'online', lastChanged: 11, ...paused })).toEqual({
    state: 'offline',
    lastChanged: 12,
    ...paused,
  });
  const newest = { state: 'online', lastChanged: 13, statusVersion: 4 } as const;
  expect(change(newest), 'the end of both').toEqual(newest);
});

test('P2 a person who is on screen twice is watched until both are gone, and nothing is sent if nothing changed', async () => {
  const { people, unwatch, environment, socket } = await createWatchingBen();
  const unwatchAgain = people.watch(BEN.uid);
  unwatch();
  unwatch();
  await environment.advance(1_000);
  expect(socket.getCommands('watch_people')).toHaveLength(1);
  unwatchAgain();
  await environment.advance(100);
  expect(socket.getCommands('watch_people')[1]?.input).toEqual({ uids: [] });
});

test('P2 a person who leaves the screen and comes back in the same moment stays watched', async () => {
  const { people, unwatch, environment, socket } = await createWatchingBen();
  unwatch();
  people.watch(BEN.uid);
  await environment.advance(100);
  expect(socket.getCommands('watch_people')).toHaveLength(1);
  expect(people.getPresence(BEN.uid).get()).toEqual(ONLINE);
});

test('P2 a new connection watches everyone on screen again, which repairs missed changes', async () => {
  const setup = await createWatchingBen();
  await reconnect(setup);
  const [sentCommand] = setup.socket.getCommands('watch_people');
  expect(sentCommand?.input).toEqual({ uids: [BEN.uid] });
  const renamed = { ...BEN, name: 'Benjamin', version: 6 };
  const offline: Presence = { uid: BEN.uid, state: 'offline', lastChanged: 11 };
  await setup.socket.sendResult(sentCommand, { people: [renamed], presences: [offline] });
  expect(setup.people.getPerson(BEN.uid).get()).toEqual(renamed);
  expect(setup.people.getPresence(BEN.uid).get()).toEqual(offline);
});

test('P2 a failed command is sent again', async () => {
  const { chat, socket, environment } = createChat();
  chat.people.watch(BEN.uid);
  await environment.advance(100);
  await socket.sendError(socket.getCommands('watch_people')[0], 'unavailable');
  await environment.advance(1_000);
  expect(socket.getCommands('watch_people').map(({ input }) => input)).toEqual([
    { uids: [BEN.uid] },
    { uids: [BEN.uid] },
  ]);
});

test('if more people are on screen than may be watched, the latest ones are', async () => {
  const { chat, socket, environment } = createChat();
  for (let number = 0; number <= MAX_WATCHED_PEOPLE; number++) chat.people.watch(makeId(1_000 + number));
  await environment.advance(100);
  const uids = socket.getCommands('watch_people')[0]?.input['uids'] as string[];
  expect(uids).toHaveLength(MAX_WATCHED_PEOPLE);
  expect(uids).not.toContain(makeId(1_000));
});

test('the presence of a person who is no longer watched is unknown', async () => {
  const { people, unwatch, environment, socket } = await createWatchingBen();
  expect(people.getPresence(BEN.uid).get()).toEqual(ONLINE);
  unwatch();
  await environment.advance(100);
  expect(people.getPresence(BEN.uid).get()).toBeUndefined();
  people.watch(BEN.uid);
  await environment.advance(100);
  await socket.sendResult(socket.getCommands('watch_people')[2], { people: [BEN], presences: [ONLINE] });
  expect(people.getPresence(BEN.uid).get()).toEqual(ONLINE);
});

test('P6 of two copies of a presence the one that changed later counts', async () => {
  const { people, socket } = await createWatchingBen();
  const offline: Presence = { uid: BEN.uid, state: 'offline', lastChanged: 12 };
  socket.sendEvents({ type: 'presence_changed', presence: offline });
  expect(people.getPresence(BEN.uid).get()).toEqual(offline);
  socket.sendEvents({ type: 'presence_changed', presence: { ...ONLINE, lastChanged: 11 } });
  expect(people.getPresence(BEN.uid).get()).toEqual(offline);
});

test('the presence of a person off screen is not stored, because it would become outdated', () => {
  const { chat, socket } = createChat();
  const presence: Presence = { uid: ANN.uid, state: 'online', lastChanged: 12 };
  socket.sendEvents({ type: 'presence_changed', presence });
  expect(chat.people.getPresence(ANN.uid).get()).toBeUndefined();
});

test('C5 a new epoch clears all people', async () => {
  const setup = await createWatchingBen();
  await reconnect(setup, 'restored');
  expect(setup.people.getPerson(BEN.uid).get()).toBeUndefined();
  expect(setup.people.getPresence(BEN.uid).get()).toBeUndefined();
  expect(setup.chat.me.get()).toEqual(ANN);
  expect(setup.people.upsert({ ...BEN, version: 1 })).toMatchObject({ version: 1 });
});

test('the client stores the authors of a page of history', async () => {
  const setup = await createChatInRoom(20, 10);
  const loading = setup.room.pages.loadOlder();
  const page = {
    seq: 20,
    messages: [{ ...makeMessageSent(9, ROOM_ID).message, author: BEN }],
    hasOlder: true,
  };
  await setup.socket.sendResult(setup.socket.getCommands('get_messages')[0], page);
  await loading;
  expect(setup.chat.people.getPerson(BEN.uid).get()).toEqual(BEN);
});

test('P2 Q10 people whom one result has no room for are requested from the next index on', async () => {
  const { chat, socket, environment } = createChat();
  const uids = [BEN.uid, makeId(4), makeId(5)];
  for (const uid of uids) chat.people.watch(uid);
  await environment.advance(100);
  const sentCommands = () => socket.getCommands('watch_people').map(({ input }) => input);
  await socket.sendResult(socket.getCommands('watch_people').at(-1), {
    people: [BEN],
    presences: [ONLINE],
    next: 1,
  });
  expect(sentCommands()).toEqual([{ uids }, { uids, from: 1 }]);
  const cleo = { ...BEN, uid: makeId(4), name: 'Cleo' };
  await socket.sendResult(socket.getCommands('watch_people').at(-1), {
    people: [cleo],
    presences: [],
    next: 2,
  });
  await socket.sendResult(socket.getCommands('watch_people').at(-1), { people: [], presences: [] });
  expect(sentCommands()).toHaveLength(3);
  expect([chat.people.getPresence(BEN.uid).get(), chat.people.getPerson(makeId(4)).get()]).toEqual([
    ONLINE,
    cleo,
  ]);
});

test('P2 Q10 people who left the screen are not requested', async () => {
  const { chat, socket, environment } = createChat();
  chat.people.watch(BEN.uid);
  const unwatch = chat.people.watch(makeId(4));
  await environment.advance(100);
  const [first] = socket.getCommands('watch_people');
  unwatch();
  await environment.advance(100);
  await socket.sendResult(first, { people: [BEN], presences: [], next: 1 });
  expect(socket.getCommands('watch_people').map(({ input }) => input)).toEqual([
    { uids: [BEN.uid, makeId(4)] },
    { uids: [BEN.uid] },
  ]);
});
