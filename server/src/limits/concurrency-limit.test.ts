import { expect, test } from 'vitest';
import { Places } from './concurrency-limit.ts';

test('a key has so many places, again when it leaves one, and who has none is not remembered', () => {
  const places = new Places(2);
  expect(['ann', 'ann', 'ann', 'ben'].map(key => places.enter(key))).toEqual([true, true, false, true]);
  places.leave('ann');
  expect([places.enter('ann'), places.enter('ann')]).toEqual([true, false]);
  for (const key of ['ann', 'ann', 'ben', 'ben', 'cleo']) places.leave(key);
  expect(places.size).toBe(0);
  expect(places.enter('cleo')).toBe(true);
});
