import { MAX_WATCHED_PEOPLE, type Person, type Presence } from '@snug/protocol';
import { expect, test } from 'vitest';
import { ANN, aRow, idOf, ROOM_ID, sent } from './testing/samples.ts';
import { aChat, aChatInRoom, reconnect } from './testing/test-chat.ts';

const BEN: Person = { uid: idOf(3), name: 'Ben', createdAt: 0, version: 4 };
const ONLINE: Presence = { uid: BEN.uid, state: 'online', lastChanged: 10 };

/** A chat that watches Ben and knows him, online. */
async function watchingBen() {
  const world = aChat();
  const { people } = world.chat;
  const unwatch = people.watch(BEN.uid);
  await world.environment.pass(100);
  await world.socket.answer(world.socket.of('watch_people')[0], { people: [BEN], presences: [ONLINE] });
  return Object.assign(world, { people, unwatch });
}

test('P1 of two copies of a person the one with the higher version counts', () => {
  const { people } = aChat().chat;
  expect(people.see(BEN)).toEqual(BEN);
  expect(people.see({ ...BEN, name: 'Benjamin', version: 5 })).toMatchObject({ name: 'Benjamin' });
  expect(people.see(BEN)).toMatchObject({ name: 'Benjamin' });
  expect(people.person(BEN.uid).get()).toMatchObject({ name: 'Benjamin', version: 5 });
});

test('P1 a change of a person is heard by those who look at that person, and by nobody else', () => {
  const { chat, socket } = aChat();
  const heard: string[] = [];
  for (const { uid, name } of [ANN, BEN]) chat.people.person(uid).subscribe(() => heard.push(name));
  socket.tell({ type: 'profile_changed', person: BEN });
  expect(heard).toEqual(['Ben']);
});

test('P1 everyone is known who wrote in an open room, is last in the list of rooms, or is oneself', async () => {
  const world = await aChatInRoom(2);
  expect(world.chat.people.person(ANN.uid).get()).toEqual(ANN);
  const event = sent(3);
  event.message.author = BEN;
  world.socket.tell(event);
  expect(world.chat.people.person(BEN.uid).get()).toEqual(BEN);
  const cleo = { ...BEN, uid: idOf(4), name: 'Cleo' };
  const room = aRow(9, { id: idOf(12) });
  if (room.lastMessage) room.lastMessage.author = cleo;
  await world.socket.answer(world.socket.of('list_rooms')[0], { rooms: [room] });
  expect(world.chat.people.person(cleo.uid).get()).toEqual(cleo);
});

test('P1 who is signed in follows their own changes, and an older greeting takes nothing back', async () => {
  const world = aChat();
  const renamed = { ...ANN, name: 'Ada', version: 2 };
  world.socket.tell({ type: 'profile_changed', person: renamed });
  expect(world.chat.me.get()).toEqual(renamed);
  await reconnect(world);
  expect(world.chat.me.get()).toEqual(renamed);
});

test('a new nickname shows when it is answered for', async () => {
  const { chat, socket } = aChat();
  const done = chat.setNickname('Ada');
  const [asked] = socket.of('set_nickname');
  expect(asked?.input).toEqual({ name: 'Ada' });
  await socket.answer(asked, { person: { ...ANN, name: 'Ada', version: 2 } });
  await done;
  expect(chat.me.get()?.name).toBe('Ada');
});

test('F6 a new picture shows when it is answered for', async () => {
  const { chat, socket } = aChat();
  const done = chat.setAvatar(idOf(7));
  const [asked] = socket.of('set_avatar');
  expect(asked?.input).toEqual({ fileId: idOf(7) });
  await socket.answer(asked, { person: { ...ANN, avatar: '/avatars/ann/2.png', version: 2 } });
  await done;
  expect(chat.me.get()?.avatar).toBe('/avatars/ann/2.png');
});

test('P2 all who come on screen in a moment are watched by one command', async () => {
  const { chat, socket, environment } = aChat();
  for (const number of [3, 4, 3]) chat.people.watch(idOf(number));
  expect(socket.of('watch_people')).toEqual([]);
  await environment.pass(100);
  expect(socket.of('watch_people').map(({ input }) => input)).toEqual([{ uids: [idOf(3), idOf(4)] }]);
});

test('P2 who is on screen twice is watched until both are gone, and nothing is said when nothing changed', async () => {
  const { people, unwatch, environment, socket } = await watchingBen();
  const unwatchAgain = people.watch(BEN.uid);
  unwatch();
  unwatch();
  await environment.pass(1_000);
  expect(socket.of('watch_people')).toHaveLength(1);
  unwatchAgain();
  await environment.pass(100);
  expect(socket.of('watch_people')[1]?.input).toEqual({ uids: [] });
});

test('P2 who leaves the screen and comes back in the same moment stays watched', async () => {
  const { people, unwatch, environment, socket } = await watchingBen();
  unwatch();
  people.watch(BEN.uid);
  await environment.pass(100);
  expect(socket.of('watch_people')).toHaveLength(1);
  expect(people.presence(BEN.uid).get()).toEqual(ONLINE);
});

test('P2 everyone on screen is declared anew on a new connection, which repairs what was missed', async () => {
  const world = await watchingBen();
  await reconnect(world);
  const [asked] = world.socket.of('watch_people');
  expect(asked?.input).toEqual({ uids: [BEN.uid] });
  const renamed = { ...BEN, name: 'Benjamin', version: 6 };
  const offline: Presence = { uid: BEN.uid, state: 'offline', lastChanged: 11 };
  await world.socket.answer(asked, { people: [renamed], presences: [offline] });
  expect(world.people.person(BEN.uid).get()).toEqual(renamed);
  expect(world.people.presence(BEN.uid).get()).toEqual(offline);
});

test('P2 what could not be declared is declared again by itself', async () => {
  const { chat, socket, environment } = aChat();
  chat.people.watch(BEN.uid);
  await environment.pass(100);
  await socket.refuse(socket.of('watch_people')[0], 'unavailable');
  await environment.pass(1_000);
  expect(socket.of('watch_people').map(({ input }) => input)).toEqual([
    { uids: [BEN.uid] },
    { uids: [BEN.uid] },
  ]);
});

test('where more are on screen than may be watched, those who came last are', async () => {
  const { chat, socket, environment } = aChat();
  for (let number = 0; number <= MAX_WATCHED_PEOPLE; number++) chat.people.watch(idOf(1_000 + number));
  await environment.pass(100);
  const uids = socket.of('watch_people')[0]?.input['uids'] as string[];
  expect(uids).toHaveLength(MAX_WATCHED_PEOPLE);
  expect(uids).not.toContain(idOf(1_000));
});

test('the presence of somebody who is not watched any more is not known', async () => {
  const { people, unwatch, environment, socket } = await watchingBen();
  expect(people.presence(BEN.uid).get()).toEqual(ONLINE);
  unwatch();
  await environment.pass(100);
  expect(people.presence(BEN.uid).get()).toBeUndefined();
  people.watch(BEN.uid);
  await environment.pass(100);
  await socket.answer(socket.of('watch_people')[2], { people: [BEN], presences: [ONLINE] });
  expect(people.presence(BEN.uid).get()).toEqual(ONLINE);
});

test('P6 of two copies of a presence the one that changed later counts', async () => {
  const { people, socket } = await watchingBen();
  const offline: Presence = { uid: BEN.uid, state: 'offline', lastChanged: 12 };
  socket.tell({ type: 'presence_changed', presence: offline });
  expect(people.presence(BEN.uid).get()).toEqual(offline);
  socket.tell({ type: 'presence_changed', presence: { ...ONLINE, lastChanged: 11 } });
  expect(people.presence(BEN.uid).get()).toEqual(offline);
});

test('the presence of somebody who is not on screen is not kept, because it would not be kept up to date', () => {
  const { chat, socket } = aChat();
  const presence: Presence = { uid: ANN.uid, state: 'online', lastChanged: 12 };
  socket.tell({ type: 'presence_changed', presence });
  expect(chat.people.presence(ANN.uid).get()).toBeUndefined();
});

test('C5 under another epoch nothing that was known of people counts', async () => {
  const world = await watchingBen();
  await reconnect(world, 'restored');
  expect(world.people.person(BEN.uid).get()).toBeUndefined();
  expect(world.people.presence(BEN.uid).get()).toBeUndefined();
  expect(world.chat.me.get()).toEqual(ANN);
  expect(world.people.see({ ...BEN, version: 1 })).toMatchObject({ version: 1 });
});

test('a page of history makes its authors known', async () => {
  const world = await aChatInRoom(20, 10);
  const loading = world.room.pages.loadOlder();
  const page = { seq: 20, messages: [{ ...sent(9, ROOM_ID).message, author: BEN }], hasOlder: true };
  await world.socket.answer(world.socket.of('get_messages')[0], page);
  await loading;
  expect(world.chat.people.person(BEN.uid).get()).toEqual(BEN);
});

test('P2 Q10 people whom one answer has no room for are asked for by the next place', async () => {
  const { chat, socket, environment } = aChat();
  const uids = [BEN.uid, idOf(4), idOf(5)];
  for (const uid of uids) chat.people.watch(uid);
  await environment.pass(100);
  const asked = () => socket.of('watch_people').map(({ input }) => input);
  await socket.answer(socket.of('watch_people').at(-1), { people: [BEN], presences: [ONLINE], next: 1 });
  expect(asked()).toEqual([{ uids }, { uids, from: 1 }]);
  const cleo = { ...BEN, uid: idOf(4), name: 'Cleo' };
  await socket.answer(socket.of('watch_people').at(-1), { people: [cleo], presences: [], next: 2 });
  await socket.answer(socket.of('watch_people').at(-1), { people: [], presences: [] });
  expect(asked()).toHaveLength(3);
  expect([chat.people.presence(BEN.uid).get(), chat.people.person(idOf(4)).get()]).toEqual([ONLINE, cleo]);
});

test('P2 Q10 people whom nobody looks at any more are not asked for', async () => {
  const { chat, socket, environment } = aChat();
  chat.people.watch(BEN.uid);
  const unwatch = chat.people.watch(idOf(4));
  await environment.pass(100);
  const [first] = socket.of('watch_people');
  unwatch();
  await environment.pass(100);
  await socket.answer(first, { people: [BEN], presences: [], next: 1 });
  expect(socket.of('watch_people').map(({ input }) => input)).toEqual([
    { uids: [BEN.uid, idOf(4)] },
    { uids: [BEN.uid] },
  ]);
});
