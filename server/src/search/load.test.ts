import { expect, test } from 'vitest';
import { createLoadReader } from './load.ts';

test('the load is what the other threads used of a core since the last reading, half a second or more ago', () => {
  const times = { at: 0, process: 0, thread: 0 };
  const readLoad = createLoadReader({
    readProcess: () => times.process,
    readThread: () => times.thread,
    now: () => times.at,
  });
  const pass = (ms: number, others: number, own: number) => {
    times.at += ms;
    times.process += (others + own) * 1_000;
    times.thread += own * 1_000;
    return readLoad();
  };
  expect(pass(1_000, 250, 700)).toBe(0.25);
  // Too soon after the last reading.
  expect(pass(400, 400, 0)).toBe(0.25);
  expect(pass(400, 200, 0)).toBe(0.75);
  // Several threads.
  expect(pass(1_000, 1_900, 0)).toBe(1);
  expect(pass(1_000, 0, 1_000)).toBe(0);
});
