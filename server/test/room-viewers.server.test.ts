import { type CommandOutput, MAX_WATCHED_VIEWER_LISTS } from '@snug/protocol';
import { ServerProcess } from '@snug/testkit/server-process.ts';
import { TestPerson } from '@snug/testkit/test-person.ts';
import type { TestSocket } from '@snug/testkit/test-socket.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let server: ServerProcess;
let ann: TestPerson;

beforeAll(async () => {
  server = await ServerProcess.start();
  ann = await TestPerson.add(server, 'Ann');
});
afterAll(() => server.remove());

async function openRoomAs(person: TestPerson, roomId: string): Promise<TestSocket> {
  const live = await person.connect();
  await live.request('open_room', { roomId });
  return live;
}

async function listViewers(roomId: string): Promise<string[]> {
  const { viewers, people } = await ann.runCommand<CommandOutput<'watch_viewers'>>('watch_viewers', {
    roomId,
  });
  return viewers.map(uid => people.find(person => person.uid === uid)?.name ?? uid);
}

test('W1 W2 a person with a room open is a viewer, until they close it, lose the connection or sign out', async () => {
  const roomId = await ann.createRoom();
  const ben = await TestPerson.add(server, 'Ben');
  const watcher = await openRoomAs(ann, roomId);
  await watcher.request('watch_viewers', { roomId });
  const counts = () => watcher.getEvents('viewer_count').map(({ count }) => count);
  await expect.poll(counts).toEqual([1]);
  const [one, two] = [await openRoomAs(ben, roomId), await openRoomAs(ben, roomId)];
  await expect.poll(() => counts().at(-1)).toBe(2);
  expect(await listViewers(roomId)).toEqual(['Ann', 'Ben']);
  await one.request('close_room', { roomId });
  expect(await listViewers(roomId)).toEqual(['Ann', 'Ben']);
  two.socket.terminate();
  await expect.poll(() => counts().at(-1)).toBe(1);
  expect(await listViewers(roomId)).toEqual(['Ann']);
  await openRoomAs(ben, roomId);
  await expect.poll(() => counts().at(-1)).toBe(2);
  await ben.signOut();
  await expect.poll(() => counts().at(-1)).toBe(1);
  const moves = watcher.getEvents('viewers_changed');
  expect(moves.at(-1)).toMatchObject({ count: 1, entered: [], left: [expect.any(String)] });
});

test('W2 only watchers of a room’s viewers receive the changes', async () => {
  const roomId = await ann.createRoom();
  const reader = await openRoomAs(ann, roomId);
  const watcher = await openRoomAs(ann, roomId);
  await watcher.request('watch_viewers', { roomId });
  await openRoomAs(await TestPerson.add(server, 'Cleo'), roomId);
  await expect.poll(() => watcher.getEvents('viewers_changed').at(-1)?.count).toBe(2);
  await watcher.request('unwatch_viewers', { roomId });
  const before = watcher.getEvents('viewers_changed').length;
  await openRoomAs(await TestPerson.add(server, 'Dora'), roomId);
  await expect.poll(() => watcher.getEvents('viewer_count').at(-1)?.count).toBe(3);
  expect(watcher.getEvents('viewers_changed')).toHaveLength(before);
  expect(reader.getEvents('viewers_changed')).toEqual([]);
});

test('a connection watches at most ten lists of viewers, and another after it stops watching one', async () => {
  const live = await ann.connect();
  const roomIds = await Promise.all(
    Array.from({ length: MAX_WATCHED_VIEWER_LISTS + 1 }, () => ann.createRoom()),
  );
  const [last = '', first = ''] = roomIds.toReversed();
  for (const roomId of roomIds.slice(0, -1)) {
    expect(await live.request('watch_viewers', { roomId })).toHaveProperty('ok');
  }
  expect(await live.request('watch_viewers', { roomId: last })).toMatchObject({
    error: { code: 'limit_exceeded' },
  });
  await live.request('unwatch_viewers', { roomId: first });
  expect(await live.request('watch_viewers', { roomId: last })).toHaveProperty('ok');
});

test('W4 W5 the other viewers of a room receive who is typing, and a person who may not write cannot report it', async () => {
  const roomId = await ann.createRoom();
  const ben = await TestPerson.add(server, 'Ben');
  const [annLive, benLive] = [await openRoomAs(ann, roomId), await openRoomAs(ben, roomId)];
  expect(await benLive.request('set_typing', { roomId })).toMatchObject({ ok: {} });
  await expect
    .poll(() => annLive.getEvents('typing'))
    .toEqual([{ type: 'typing', roomId, person: expect.objectContaining({ name: 'Ben' }) }]);
  expect(benLive.getEvents('typing'), 'not the own connections').toEqual([]);
  await ann.runCommand('archive_room', { roomId, archived: true });
  expect(await benLive.request('set_typing', { roomId })).toMatchObject({ error: { code: 'forbidden' } });
});
