import { expect, test } from 'vitest';
import { WaitingBytes } from './send-buffer-budget.ts';

const BOUNDS = { person: 10, address: 20, process: 30 };
const reader = (uid: string, address: string) => ({ uid, address });

test('H8 what waits is bounded for a person, an address and all together', () => {
  const waiting = new WaitingBytes(BOUNDS);
  const [one, two] = [reader('ann', 'a'), reader('ann', 'b')];
  waiting.set(one, 10);
  expect(waiting.isFull(one)).toBe(false);
  waiting.set(two, 1);
  expect([waiting.isFull(one), waiting.isFull(reader('ben', 'a'))]).toEqual([true, false]);
  const three = reader('cleo', 'a');
  waiting.set(three, 11);
  expect([waiting.isFull(reader('ben', 'a')), waiting.isFull(reader('ben', 'c'))]).toEqual([true, false]);
  const four = reader('dora', 'd');
  waiting.set(four, 9);
  expect(waiting.isFull(reader('ben', 'c'))).toBe(true);
  waiting.set(one, 1);
  expect(waiting.isFull(reader('ben', 'c'))).toBe(false);
});

test('H8 nothing is kept of those who have read all', () => {
  const waiting = new WaitingBytes(BOUNDS);
  const readers = [reader('ann', 'a'), reader('ben', 'a')];
  for (const bytes of [5, 7, 0, 0]) for (const one of readers) waiting.set(one, bytes);
  expect(waiting.size).toBe(0);
});
