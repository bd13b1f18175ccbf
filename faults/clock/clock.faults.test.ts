import { until } from '@snug/testkit/until.ts';
import { expect, onTestFinished, test } from 'vitest';
import {
  finishAndCheck,
  getParticipant,
  getTestPerson,
  startTestLoad,
  startTestServer,
} from '../fixtures.ts';
import { IS_FULL } from '../seed.ts';
import { WallClock } from './wall-clock.ts';

const HOUR_MS = 60 * 60_000;
const SHIFTS_MS = [...(IS_FULL ? [HOUR_MS, 0, 25 * HOUR_MS] : []), -2 * HOUR_MS, HOUR_MS];
const NEAR_MS = 10_000;

test('L3 P6 H1 a clock that jumps changes no order, ends no session or connection, and lets no time go back', async () => {
  const clock = new WallClock();
  onTestFinished(() => clock.remove());
  const server = await startTestServer(clock.options);
  const load = await startTestLoad(server, { writers: 3, readers: 1, pauseMs: 30 });
  const { uid } = getParticipant(server, 29);
  const [ann, ben] = [await getTestPerson(server, 28), await getTestPerson(server, 29)];
  const live = await ann.connect();
  await live.request('watch_people', { uids: [uid] });
  const presences = () =>
    live.getEvents('presence_changed').flatMap(({ presence }) => (presence.uid === uid ? [presence] : []));
  const isBen = (state: string) => until(`Ben is ${state}`, () => presences().at(-1)?.state === state);
  const connections = () => load.readers.map(reader => reader.connections);
  const before = connections();
  // A heartbeat makes the server close the connections that seem silent.
  const heartbeat = async () => {
    const count = live.getEvents('heartbeat').length;
    await until('a heartbeat', () => live.getEvents('heartbeat').length > count);
  };

  for (const shift of SHIFTS_MS) {
    await load.waitForResults(30);
    clock.shift(shift);
    const again = await ben.signInAgain();
    const response = await again.get('/api/auth/get-session');
    const { session } = (await response.json()) as { session: { createdAt: string } };
    expect(Math.abs(Date.parse(session.createdAt) - Date.now() - shift)).toBeLessThan(NEAR_MS);
    await load.waitForResults(30);
    const here = await again.connect();
    await isBen('online');
    await again.signOut();
    await here.closed;
    await isBen('offline');
    if (IS_FULL) await heartbeat();
  }
  await heartbeat();
  const changes = presences().map(({ lastChanged }) => lastChanged);
  expect(changes).toHaveLength(2 * SHIFTS_MS.length);
  expect(changes.every((at, index) => index === 0 || at > (changes[index - 1] ?? 0))).toBe(true);
  expect(connections()).toEqual(before);
  expect((await ben.postCommand('list_rooms', {})).status).toBe(200);
  await finishAndCheck(load, server);
});
