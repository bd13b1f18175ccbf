import { expect, test } from 'vitest';
import { nameSome } from './name-some.ts';

test('names up to a maximum, and how many more there are', () => {
  expect(nameSome(['a', 'b'], 2)).toBe('a, b');
  expect(nameSome(['a', 'b', 'c'], 2)).toBe('a, b and 1 more');
  const many = Array.from({ length: 1_202 }, () => 'a');
  expect(nameSome(many, 2)).toBe('a, a and 1,200 more');
});
