import { expect, test } from 'vitest';
import { findIndexForKey } from './index-for-key.ts';

const LIST = { count: 25, pageSize: 10 };

test.each([
  ['ArrowDown', 7, 8],
  ['ArrowUp', 7, 6],
  ['PageDown', 7, 17],
  ['PageUp', 17, 7],
  ['Home', 7, 0],
  ['End', 7, 24],
])('%s moves from row %i to row %i', (key, from, to) => {
  expect(findIndexForKey(key, from, LIST)).toBe(to);
});

test.each([
  ['ArrowDown', 24, 24],
  ['PageDown', 20, 24],
  ['ArrowUp', 0, 0],
  ['PageUp', 3, 0],
])('%s ends at the edge of the list: from row %i at row %i', (key, from, to) => {
  expect(findIndexForKey(key, from, LIST)).toBe(to);
});

test('without a selected row, keys enter the list at its first row', () => {
  expect(['ArrowDown', 'ArrowUp', 'Home'].map(key => findIndexForKey(key, -1, LIST))).toEqual([0, 0, 0]);
  expect(findIndexForKey('End', -1, { count: 0, pageSize: 10 })).toBe(0);
});

test('other keys move nothing', () => {
  const keys = ['Enter', 'Tab', ' ', 'a', 'ArrowLeft', 'ArrowRight'];
  expect(keys.map(key => findIndexForKey(key, 7, LIST))).toEqual(keys.map(() => undefined));
});
