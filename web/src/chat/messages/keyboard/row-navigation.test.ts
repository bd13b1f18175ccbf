import { expect, test } from 'vitest';
import { findNeighbour } from './row-navigation.ts';

const BEFORE = ['a', 'b', 'c', 'd'];

test('the next remaining row replaces a removed one, or else the previous row', () => {
  expect(findNeighbour(BEFORE, 'b', new Set(['a', 'c', 'd']))).toBe('c');
  expect(findNeighbour(BEFORE, 'b', new Set(['a', 'd']))).toBe('d');
  expect(findNeighbour(BEFORE, 'd', new Set(['a', 'b']))).toBe('b');
  expect(findNeighbour(BEFORE, 'd', new Set())).toBeUndefined();
});
