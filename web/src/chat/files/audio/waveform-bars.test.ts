import { expect, test } from 'vitest';
import { computeBars } from './waveform-bars.ts';

test('each bar is its highest peak, relative to the highest of all', () => {
  expect(computeBars([0, 10, 20, 40], 2)).toEqual([0.25, 1]);
});

test('returns the requested number of bars, also for fewer peaks and for silence', () => {
  expect(computeBars([30, 60], 4)).toEqual([0.5, 0.5, 1, 1]);
  expect(computeBars([0, 0], 3)).toEqual([0, 0, 0]);
  expect(computeBars([], 2)).toEqual([0, 0]);
});

test('quiet recordings have low bars', () => {
  expect(computeBars([1, 5], 2)).toEqual([0.04, 0.2]);
});
