import { expect, test } from 'vitest';
import type { Connection } from './connection.ts';
import { TokenExpiry } from './token-expiry.ts';

const MAX_TIMER_MS = 2 ** 31 - 1;

function createSetup() {
  const timers: { run: () => void; ms: number; isStopped: boolean }[] = [];
  const clock = { now: 1_000 };
  const setTimer = (run: () => void, ms: number) => {
    const timer = { run, ms, isStopped: false };
    timers.push(timer);
    return () => void (timer.isStopped = true);
  };
  const codes: number[] = [];
  const connection = { close: (code: number) => codes.push(code) } as unknown as Connection;
  return { expiry: new TokenExpiry(() => clock.now, setTimer), timers, clock, codes, connection };
}

test('BT5 a connection closes when its token expires, also far in the future', () => {
  const { expiry, timers, clock, codes, connection } = createSetup();
  expiry.add(connection, clock.now + MAX_TIMER_MS + 5);
  expect(timers.at(-1)?.ms).toBe(MAX_TIMER_MS);
  clock.now += MAX_TIMER_MS;
  timers.at(-1)?.run();
  expect([timers.at(-1)?.ms, codes]).toEqual([5, []]);
  clock.now += 5;
  timers.at(-1)?.run();
  expect(codes).toEqual([4401]);
});

test('a closed connection keeps no timer', () => {
  const { expiry, timers, clock, connection } = createSetup();
  expiry.add(connection, clock.now + 5);
  expiry.remove(connection);
  expect(timers.map(({ isStopped }) => isStopped)).toEqual([true]);
});
