import { MAX_LIST_EVENT_BYTES, MAX_LIST_EVENT_ROOMS } from '@snug/protocol';
import { ServerProcess } from '@snug/testkit/server-process.ts';
import { TestPerson } from '@snug/testkit/test-person.ts';
import type { TestSocket } from '@snug/testkit/test-socket.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

const ACTIVE_ROOMS = 20;
const SECONDS = 4;

let server: ServerProcess;
let ann: TestPerson;
let ben: TestPerson;

beforeAll(async () => {
  server = await ServerProcess.start({ settings: { SNUG_RATE_LIMITS: 'off' } });
  [ann, ben] = [await TestPerson.add(server, 'Ann'), await TestPerson.add(server, 'Ben')];
});
afterAll(() => server.remove());

/** The bytes of all frames about the list since the index `from`. */
function listBytes(live: TestSocket, from: number): number {
  const texts = live.texts.slice(from).filter(text => /"(list_changed|room_summary)"/.test(text));
  return texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
}

test('R3 20 active rooms cost a socket no bytes while its list is off screen, and at most 8 kB/s otherwise', async () => {
  const roomIds = await Promise.all(Array.from({ length: ACTIVE_ROOMS }, () => ann.createRoom()));
  const [on, off, writer] = [await ben.connect(), await ben.connect(), await ann.connect()];
  await on.request('watch_list', { on: true });
  await off.request('watch_list', { on: true });
  await off.request('watch_list', { on: false });
  // Lets the events of the new rooms pass: the last one is new after both sockets watched the list.
  const lastRoomId = await ann.createRoom();
  const listedIds = () => on.getEvents('list_changed').flatMap(({ rooms }) => rooms.map(({ id }) => id));
  await expect.poll(listedIds).toContain(lastRoomId);
  const [fromOn, fromOff] = [on.texts.length, off.texts.length];
  const until = performance.now() + SECONDS * 1_000;
  while (performance.now() < until) {
    const text = 'What is said in a busy room, and is a little longer than a word. '.repeat(3);
    await Promise.all(roomIds.map(roomId => writer.request('send_message', { roomId, text })));
  }
  const events = on.getEvents('list_changed').slice(-SECONDS);
  await expect.poll(() => listBytes(on, fromOn)).toBeGreaterThan(0);
  expect(listBytes(off, fromOff)).toBe(0);
  expect(listBytes(on, fromOn) / SECONDS).toBeLessThanOrEqual(MAX_LIST_EVENT_BYTES * (1 + 1 / SECONDS));
  for (const { rooms } of events) expect(rooms.length).toBeLessThanOrEqual(MAX_LIST_EVENT_ROOMS);
});
