import { roomTopic, summaryTopic, viewersTopic } from '@snug/protocol';
import { expect, test } from 'vitest';
import { createTestConnection } from '../testing/fake-transport.ts';
import { Resync } from './resync.ts';

const RESYNC = { events: [{ type: 'resync' }] };

async function createResync(count: number) {
  const all = Array.from({ length: count }, () => createTestConnection());
  const connections = all.map(({ connection }) => connection);
  const setup = {
    timers: [] as { run: () => void; ms: number }[],
    checked: [] as (readonly string[])[],
    failures: [] as unknown[],
    isBroken: false,
  };
  const resync = new Resync({
    listConnections: () => connections,
    async checkAccess(_connection, roomIds) {
      if (setup.isBroken) throw new Error('no database');
      setup.checked.push(roomIds);
    },
    setTimer: (run, ms) => setup.timers.push({ run, ms }),
    onFailure: error => setup.failures.push(error),
  });
  /** Returns the passed time in ms. */
  const pass = async () => {
    const due = setup.timers.splice(0);
    for (const { run } of due) run();
    for (const { endTurn } of all) await endTurn();
    return due.reduce((sum, { ms }) => sum + ms, 0);
  };
  const countResyncs = () =>
    all.map(
      ({ transport }) =>
        transport.sent.filter(frame => JSON.stringify(frame) === JSON.stringify(RESYNC)).length,
    );
  return Object.assign(setup, { all, resync, pass, countResyncs });
}

test('C11 all clients read again after a gap, spread over 10 s', async () => {
  const { resync, pass, countResyncs } = await createResync(200);
  resync.start();
  let ms = await pass();
  expect(countResyncs().filter(Boolean)).toHaveLength(2);
  for (let step = await pass(); step > 0; step = await pass()) ms += step;
  expect(ms).toBe(10_000);
  expect(countResyncs()).toEqual(Array.from({ length: 200 }, () => 1));
});

test('C11 access to all rooms of a connection is checked before it reads again', async () => {
  const { all, resync, pass, checked, countResyncs } = await createResync(1);
  const topics = [roomTopic('a'), viewersTopic('b'), summaryTopic('c'), summaryTopic('a')];
  for (const topic of topics) await all[0]?.connection.subscribe(topic);
  resync.start();
  await pass();
  expect(checked).toEqual([['a', 'b', 'c']]);
  expect(countResyncs()).toEqual([1]);
});

test('C11 if the check fails, it is repeated, and the client waits', async () => {
  const setup = await createResync(1);
  setup.isBroken = true;
  setup.resync.start();
  await setup.pass();
  expect([setup.failures.length, ...setup.countResyncs()]).toEqual([1, 0]);
  setup.isBroken = false;
  await setup.pass();
  expect(setup.countResyncs()).toEqual([1]);
});

test('a second gap asks everyone again, and those who still wait once', async () => {
  const { resync, pass, countResyncs } = await createResync(2);
  resync.start();
  await pass();
  resync.start();
  while ((await pass()) > 0);
  expect(countResyncs()).toEqual([2, 1]);
});

test('a closed connection is not asked', async () => {
  const { all, resync, pass, checked } = await createResync(1);
  resync.start();
  all[0]?.connection.dispose();
  await pass();
  expect(checked).toEqual([]);
});
