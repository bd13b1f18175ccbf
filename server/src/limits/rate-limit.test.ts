import { array, assert as assertProperty, integer, option, property, record } from 'fast-check';
import { expect, test } from 'vitest';
import { type Rate, RateLimit } from './rate-limit.ts';

function createRateLimit(rate: Rate) {
  const clock = { ms: 1_000 };
  return { clock, limit: new RateLimit(rate, () => clock.ms) };
}

test('a burst is admitted at once, and then one use per interval', () => {
  const { clock, limit } = createRateLimit({ times: 60, seconds: 60, burst: 10 });
  for (let count = 0; count < 10; count++) expect(limit.take('ann')).toBe(0);
  expect(limit.take('ann')).toBe(1);
  clock.ms += 999;
  expect(limit.take('ann')).toBe(1);
  clock.ms += 1;
  expect([limit.take('ann'), limit.take('ann')]).toEqual([0, 1]);
  clock.ms += 60_000;
  expect(Array.from({ length: 11 }, () => limit.take('ann'))).toEqual([...Array<number>(10).fill(0), 1]);
});

test('a rejected use does not extend the wait', () => {
  const { clock, limit } = createRateLimit({ times: 1, seconds: 60, burst: 1 });
  expect(limit.take('ann')).toBe(0);
  for (let count = 0; count < 1_000; count++) expect(limit.take('ann')).toBe(60);
  clock.ms += 45_500;
  expect(limit.take('ann')).toBe(15);
  clock.ms += 14_500;
  expect(limit.take('ann')).toBe(0);
});

test('a refund permits as much again, and no more than the burst', () => {
  const { limit } = createRateLimit({ times: 10, seconds: 10, burst: 10 });
  expect([limit.take('ann', 8), limit.take('ann', 8)]).toEqual([0, 6]);
  limit.refund('ann', 6);
  expect(limit.take('ann', 8)).toBe(0);
  limit.refund('ann', 50);
  expect([limit.take('ann', 11), limit.take('ann', 10), limit.take('ann')]).toEqual([1, 0, 1]);
});

test('keys are independent', () => {
  const { limit } = createRateLimit({ times: 1, seconds: 60, burst: 1 });
  expect([limit.take('ann'), limit.take('ben'), limit.take('ann')]).toEqual([0, 0, 60]);
});

test('a larger cost uses more', () => {
  const { clock, limit } = createRateLimit({ times: 10, seconds: 10, burst: 10 });
  expect([limit.take('ann', 7), limit.take('ann', 4), limit.take('ann', 3)]).toEqual([0, 1, 0]);
  clock.ms += 4_000;
  expect(limit.take('ann', 4)).toBe(0);
});

test('the rate is never exceeded at any times of use, and a use after the announced wait succeeds', () => {
  const rates = record({
    times: integer({ min: 1, max: 1_000 }),
    seconds: integer({ min: 1, max: 3_600 }),
    burst: integer({ min: 1, max: 50 }),
  });
  /** Delays before each use, ms; null: the announced wait. */
  const delays = array(option(integer({ min: 0, max: 5_000 })), { minLength: 50, maxLength: 200 });
  assertProperty(
    property(rates, delays, (rate, delays) => {
      const { clock, limit } = createRateLimit(rate);
      let [admitted, announcedS, passedMs] = [0, 0, 0];
      for (const delay of delays) {
        const isPatient = delay === null && announcedS > 0;
        passedMs += delay ?? announcedS * 1_000;
        clock.ms = 1_000 + passedMs;
        announcedS = limit.take('ann');
        if (announcedS === 0) admitted++;
        const max = rate.burst + ((passedMs + 1) * rate.times) / (rate.seconds * 1_000);
        expect(admitted).toBeLessThanOrEqual(max);
        expect(isPatient && announcedS > 0).toBe(false);
      }
    }),
  );
});

test('a key with its full burst is soon forgotten', () => {
  const { clock, limit } = createRateLimit({ times: 60, seconds: 60, burst: 10 });
  for (let key = 0; key < 1_000; key++) {
    limit.take(String(key));
    clock.ms += 100;
  }
  expect(limit.size, 'those of two bursts').toBeLessThanOrEqual(200);
  clock.ms += 10_000;
  limit.take('ann');
  clock.ms += 10_000;
  limit.take('ann');
  expect(limit.size).toBe(1);
  limit.reset('ann');
  expect(limit.size).toBe(0);
});

test('uses count even if many other keys are used meanwhile', () => {
  const { clock, limit } = createRateLimit({ times: 10, seconds: 10, burst: 10 });
  expect(limit.take('ann', 10)).toBe(0);
  for (let second = 1; second <= 25; second++) {
    clock.ms += 1_000;
    for (let key = 0; key < 100; key++) limit.take(`key ${key} of ${second}`);
    expect([limit.take('ann'), limit.take('ann')]).toEqual([0, 1]);
  }
});

test('a flood of keys uses bounded memory, and recently used keys are still limited', () => {
  const { limit } = createRateLimit({ times: 1, seconds: 86_400, burst: 1 });
  for (let key = 0; key < 150_000; key++) limit.take(`key ${key}`);
  expect(limit.size).toBeLessThanOrEqual(100_000);
  expect(limit.take('key 149999')).toBe(86_400);
});
