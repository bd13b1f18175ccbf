import { expect, test } from 'vitest';
import { DatabaseClock } from './database-clock.ts';

test('between two reports of the database, time passes as on a monotonic clock', () => {
  let steady = 5_000.25;
  const clock = new DatabaseClock(1_000_000, () => steady);
  expect(clock.now()).toBe(1_000_000);
  steady += 999;
  expect(clock.now()).toBe(1_000_999);
  steady += 0.9;
  expect(clock.now(), 'whole milliseconds').toBe(1_000_999);
});

test('the clock follows the database when it jumps, in both directions', () => {
  let steady = 0;
  const clock = new DatabaseClock(1_000_000, () => steady);
  for (const at of [86_400_000, 500]) {
    steady += 10;
    clock.observe(at);
    expect(clock.now()).toBe(at);
    steady += 250;
    expect(clock.now()).toBe(at + 250);
  }
});
