import type { Checkup } from '@snug/protocol';
import { expect, test } from 'vitest';
import { Checkups } from './checkups.ts';
import type { Finding } from './finding.ts';

const FINE: Finding = { check: 'clock', status: 'ok', text: 'It differs by 0 s.' };

function createSetup(check: () => Promise<Finding[]>, store?: (checkup: Checkup) => Promise<void>) {
  const failures: unknown[] = [];
  let now = 1_000;
  const checkups = new Checkups({ check, store, now: () => now++, onFailure: error => failures.push(error) });
  const timers: [run: () => void, ms: number][] = [];
  const addTimer = (run: () => void, ms: number) => {
    timers.push([run, ms]);
    return () => void timers.splice(0);
  };
  return { checkups, failures, timers, clock: { setTimer: addTimer, repeat: addTimer } };
}

test('a checkup runs half a minute after the start and every hour, until the stop', async () => {
  const { checkups, timers, clock } = createSetup(async () => [FINE]);
  const stop = checkups.start(clock);
  expect(timers.map(([, ms]) => ms)).toEqual([30_000, 3_600_000]);
  expect(checkups.last).toBeUndefined();
  timers[0]?.[0]();
  await checkups.run();
  expect(checkups.last).toEqual({ at: 1_000, lines: [FINE] });
  stop();
  expect(timers).toEqual([]);
});

test('requests during a checkup share it, and its long texts are cut', async () => {
  const { promise, resolve } = Promise.withResolvers<Finding[]>();
  let count = 0;
  const { checkups } = createSetup(() => {
    count++;
    return promise;
  });
  const runs = [checkups.run(), checkups.run()];
  resolve([{ ...FINE, text: 'x'.repeat(9_999) }]);
  await Promise.all(runs);
  expect([count, checkups.last?.lines[0]?.text.length]).toEqual([1, 500]);
});

test('a checkup that fails keeps the last one, and the next one runs', async () => {
  let isBroken = false;
  const check = async () => {
    if (isBroken) throw new Error('EIO');
    return [FINE];
  };
  const stored: number[] = [];
  const { checkups, failures } = createSetup(check, async ({ at }) => void stored.push(at));
  await checkups.run();
  isBroken = true;
  await checkups.run();
  expect([checkups.last?.at, failures.length]).toEqual([1_000, 1]);
  isBroken = false;
  await checkups.run();
  expect(stored).toEqual([1_000, 1_001]);
});
