import { expect, test } from 'vitest';
import { computeBars } from './waveform-bars.ts';

test('bars are the loudest of what they stand for, as a part of the loudest of all', () => {
  expect(computeBars([0, 10, 20, 40], 2)).toEqual([0.25, 1]);
});

test('there are as many bars as asked for, of fewer peaks too, and of silence', () => {
  expect(computeBars([30, 60], 4)).toEqual([0.5, 0.5, 1, 1]);
  expect(computeBars([0, 0], 3)).toEqual([0, 0, 0]);
  expect(computeBars([], 2)).toEqual([0, 0]);
});

test('what is quiet looks quiet', () => {
  expect(computeBars([1, 5], 2)).toEqual([0.04, 0.2]);
});
