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
