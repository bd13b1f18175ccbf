import { expect, test } from 'vitest';
import { ConcurrencyLimit } from './concurrency-limit.ts';

test('acquisitions of a key are limited, a release allows another, and keys without any are forgotten', () => {
  const places = new ConcurrencyLimit(2);
  expect(['ann', 'ann', 'ann', 'ben'].map(key => places.acquire(key))).toEqual([true, true, false, true]);
  places.release('ann');
  expect([places.acquire('ann'), places.acquire('ann')]).toEqual([true, false]);
  for (const key of ['ann', 'ann', 'ben', 'ben', 'cleo']) places.release(key);
  expect(places.size).toBe(0);
  expect(places.acquire('cleo')).toBe(true);
});

test('Q11 above the total, keys get an equal share, and a new key always gets one', () => {
  const places = new ConcurrencyLimit(60, 10);
  const acquire = (key: string, times: number) =>
    Array.from({ length: times }, () => places.acquire(key)).filter(Boolean).length;
  expect(acquire('eve', 20)).toBe(10);
  expect([acquire('ann', 20), acquire('ben', 20)]).toEqual([5, 4]);
  expect(acquire('eve', 1)).toBe(0);
  for (let count = 0; count < 8; count++) places.release('eve');
  expect(acquire('eve', 20)).toBe(2);
});
