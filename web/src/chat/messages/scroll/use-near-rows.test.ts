import { expect, test } from 'vitest';
import { getInitialRange } from './use-near-rows.ts';

/** With gaps in their numbers, as deletions leave them. */
const MESSAGES = Array.from({ length: 300 }, (_, index) => ({ id: `id ${index}`, seq: 10 * (index + 1) }));

test('at the end of the list, its last 40 messages are near', () => {
  expect(getInitialRange(MESSAGES, undefined)).toEqual({ from: 2_610, to: Number.POSITIVE_INFINITY });
  expect(getInitialRange(MESSAGES, 'a message that is gone')).toEqual(getInitialRange(MESSAGES, undefined));
});

test('at a message, 40 messages on each side of it are near', () => {
  expect(getInitialRange(MESSAGES, 'id 100')).toEqual({ from: 610, to: 1_410 });
  expect(getInitialRange(MESSAGES, 'id 3')).toEqual({ from: 10, to: 440 });
  expect(getInitialRange(MESSAGES, 'id 290')).toEqual({ from: 2_510, to: Number.POSITIVE_INFINITY });
});

test('a number stands for the first message after it', () => {
  expect(getInitialRange(MESSAGES, 1_005)).toEqual(getInitialRange(MESSAGES, 'id 100'));
  expect(getInitialRange(MESSAGES, 1_000)).toEqual(getInitialRange(MESSAGES, 'id 100'));
  expect(getInitialRange(MESSAGES, 99_999)).toEqual(getInitialRange(MESSAGES, undefined));
});

test('an empty list is near as a whole', () => {
  expect(getInitialRange([], undefined)).toEqual({ from: 0, to: Number.POSITIVE_INFINITY });
});
