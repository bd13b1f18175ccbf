import { type CommandOutput, MAX_WATCHED_ROOMS } from '@snug/protocol';
import { ServerProcess } from '@snug/testkit/server-process.ts';
import { TestPerson } from '@snug/testkit/test-person.ts';
import type { Live } from '@snug/testkit/test-socket.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let server: ServerProcess;
let ann: TestPerson;

beforeAll(async () => {
  server = await ServerProcess.start();
  ann = await TestPerson.signUp(server.url, 'Ann');
});
afterAll(() => server.remove());

async function openedBy(person: TestPerson, roomId: string): Promise<Live> {
  const live = await person.live();
  await live.ask('open_room', { roomId });
  return live;
}

async function hereIn(roomId: string): Promise<string[]> {
  const { here, people } = await ann.do<CommandOutput<'watch_room'>>('watch_room', { roomId });
  return here.map(uid => people.find(person => person.uid === uid)?.name ?? uid);
}

test('W1 W2 who opens a room is here, until the room is closed, the socket ends or they sign out', async () => {
  const roomId = await ann.createRoom();
  const ben = await TestPerson.signUp(server.url, 'Ben');
  const watcher = await openedBy(ann, roomId);
  await watcher.ask('watch_room', { roomId });
  const counts = () => watcher.eventsOf('here_count').map(({ count }) => count);
  await expect.poll(counts).toEqual([1]);
  const [one, two] = [await openedBy(ben, roomId), await openedBy(ben, roomId)];
  await expect.poll(() => counts().at(-1)).toBe(2);
  expect(await hereIn(roomId)).toEqual(['Ann', 'Ben']);
  await one.ask('close_room', { roomId });
  expect(await hereIn(roomId)).toEqual(['Ann', 'Ben']);
  two.socket.terminate();
  await expect.poll(() => counts().at(-1)).toBe(1);
  expect(await hereIn(roomId)).toEqual(['Ann']);
  await openedBy(ben, roomId);
  await expect.poll(() => counts().at(-1)).toBe(2);
  await ben.signOut();
  await expect.poll(() => counts().at(-1)).toBe(1);
  const moves = watcher.eventsOf('here_changed');
  expect(moves.at(-1)).toMatchObject({ count: 1, entered: [], left: [expect.any(String)] });
});

test('W2 only who watches a room is told who comes and goes', async () => {
  const roomId = await ann.createRoom();
  const reader = await openedBy(ann, roomId);
  const watcher = await openedBy(ann, roomId);
  await watcher.ask('watch_room', { roomId });
  await openedBy(await TestPerson.signUp(server.url, 'Cleo'), roomId);
  await expect.poll(() => watcher.eventsOf('here_changed').at(-1)?.count).toBe(2);
  await watcher.ask('unwatch_room', { roomId });
  const before = watcher.eventsOf('here_changed').length;
  await openedBy(await TestPerson.signUp(server.url, 'Dora'), roomId);
  await expect.poll(() => watcher.eventsOf('here_count').at(-1)?.count).toBe(3);
  expect(watcher.eventsOf('here_changed')).toHaveLength(before);
  expect(reader.eventsOf('here_changed')).toEqual([]);
});

test('a connection watches ten rooms at most, and one more for each that it stops watching', async () => {
  const live = await ann.live();
  const roomIds = await Promise.all(Array.from({ length: MAX_WATCHED_ROOMS + 1 }, () => ann.createRoom()));
  const [last = '', first = ''] = roomIds.toReversed();
  for (const roomId of roomIds.slice(0, -1)) {
    expect(await live.ask('watch_room', { roomId })).toHaveProperty('ok');
  }
  expect(await live.ask('watch_room', { roomId: last })).toMatchObject({ error: { code: 'too_many' } });
  await live.ask('unwatch_room', { roomId: first });
  expect(await live.ask('watch_room', { roomId: last })).toHaveProperty('ok');
});
