import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { computeAuc } from './stats.ts';

test('the share of pairs is 1 if all first values are larger, 0 if none is, and 0.5 if all are equal', () => {
  expect(computeAuc([3, 4], [1, 2])).toBe(1);
  expect(computeAuc([1], [2, 3, 4])).toBe(0);
  expect(computeAuc([7, 7, 7], [7, 7])).toBe(0.5);
  expect(computeAuc([1, 3], [2])).toBe(0.5);
});

test('the share of pairs is that of a comparison of each with each', () => {
  const values = fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(values, values, (first, second) => {
      const pairs = first.flatMap(a => second.map(b => (Math.sign(a - b) + 1) / 2));
      const share = pairs.reduce((sum, pair) => sum + pair, 0) / pairs.length;
      expect(computeAuc(first, second)).toBeCloseTo(share, 10);
      expect(computeAuc(second, first)).toBeCloseTo(1 - share, 10);
    }),
  );
});
