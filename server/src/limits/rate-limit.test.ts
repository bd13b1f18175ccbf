import { array, assert as assertProperty, integer, option, property, record } from 'fast-check';
import { expect, test } from 'vitest';
import { type Rate, RateLimit } from './rate-limit.ts';

function createRateLimit(rate: Rate) {
  const clock = { ms: 1_000 };
  return { clock, limit: new RateLimit(rate, () => clock.ms) };
}

test('a burst is taken at once, and from then on one for each interval', () => {
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

test('who is refused waits no longer for having asked', () => {
  const { clock, limit } = createRateLimit({ times: 1, seconds: 60, burst: 1 });
  expect(limit.take('ann')).toBe(0);
  for (let count = 0; count < 1_000; count++) expect(limit.take('ann')).toBe(60);
  clock.ms += 45_500;
  expect(limit.take('ann')).toBe(15);
  clock.ms += 14_500;
  expect(limit.take('ann')).toBe(0);
});

test('one key takes nothing from another', () => {
  const { limit } = createRateLimit({ times: 1, seconds: 60, burst: 1 });
  expect([limit.take('ann'), limit.take('ben'), limit.take('ann')]).toEqual([0, 0, 60]);
});

test('what costs more takes more', () => {
  const { clock, limit } = createRateLimit({ times: 10, seconds: 10, burst: 10 });
  expect([limit.take('ann', 7), limit.take('ann', 4), limit.take('ann', 3)]).toEqual([0, 1, 0]);
  clock.ms += 4_000;
  expect(limit.take('ann', 4)).toBe(0);
});

test('whatever is asked and whenever, never more is given than the rate allows, and who waits as told is let in', () => {
  const rates = record({
    times: integer({ min: 1, max: 1_000 }),
    seconds: integer({ min: 1, max: 3_600 }),
    burst: integer({ min: 1, max: 50 }),
  });
  /** How many ms somebody waits before each try; null: as long as they were told. */
  const waits = array(option(integer({ min: 0, max: 5_000 })), { minLength: 50, maxLength: 200 });
  assertProperty(
    property(rates, waits, (rate, waits) => {
      const { clock, limit } = createRateLimit(rate);
      let [given, told, passedMs] = [0, 0, 0];
      for (const wait of waits) {
        const isPatient = wait === null && told > 0;
        passedMs += wait ?? told * 1_000;
        clock.ms = 1_000 + passedMs;
        told = limit.take('ann');
        if (told === 0) given++;
        const most = rate.burst + ((passedMs + 1) * rate.times) / (rate.seconds * 1_000);
        expect(given).toBeLessThanOrEqual(most);
        expect(isPatient && told > 0).toBe(false);
      }
    }),
  );
});

test('a key that is full again is forgotten before long', () => {
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

test('what was taken counts, however many others take something meanwhile', () => {
  const { clock, limit } = createRateLimit({ times: 10, seconds: 10, burst: 10 });
  expect(limit.take('ann', 10)).toBe(0);
  for (let second = 1; second <= 25; second++) {
    clock.ms += 1_000;
    for (let key = 0; key < 100; key++) limit.take(`key ${key} of ${second}`);
    expect([limit.take('ann'), limit.take('ann')]).toEqual([0, 1]);
  }
});

test('a flood of keys takes so much memory and no more, and those who came last are still limited', () => {
  const { limit } = createRateLimit({ times: 1, seconds: 86_400, burst: 1 });
  for (let key = 0; key < 150_000; key++) limit.take(`key ${key}`);
  expect(limit.size).toBeLessThanOrEqual(100_000);
  expect(limit.take('key 149999')).toBe(86_400);
});
