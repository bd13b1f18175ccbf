import { expect, test } from 'vitest';
import { SendBufferBudget } from './send-buffer-budget.ts';

const BOUNDS = { person: 10, address: 20, process: 30 };
const createOwner = (uid: string, address: string) => ({ uid, address });

test('H8 unread bytes are bounded per person, per address and in total', () => {
  const waiting = new SendBufferBudget(BOUNDS);
  const [one, two] = [createOwner('ann', 'a'), createOwner('ann', 'b')];
  waiting.set(one, 10);
  expect(waiting.isExceeded(one)).toBe(false);
  waiting.set(two, 1);
  expect([waiting.isExceeded(one), waiting.isExceeded(createOwner('ben', 'a'))]).toEqual([true, false]);
  const three = createOwner('cleo', 'a');
  waiting.set(three, 11);
  expect([waiting.isExceeded(createOwner('ben', 'a')), waiting.isExceeded(createOwner('ben', 'c'))]).toEqual([
    true,
    false,
  ]);
  const four = createOwner('dora', 'd');
  waiting.set(four, 9);
  expect(waiting.isExceeded(createOwner('ben', 'c'))).toBe(true);
  waiting.set(one, 1);
  expect(waiting.isExceeded(createOwner('ben', 'c'))).toBe(false);
});

test('H8 sockets without unread bytes use no memory', () => {
  const waiting = new SendBufferBudget(BOUNDS);
  const readers = [createOwner('ann', 'a'), createOwner('ben', 'a')];
  for (const bytes of [5, 7, 0, 0]) for (const one of readers) waiting.set(one, bytes);
  expect(waiting.size).toBe(0);
});
