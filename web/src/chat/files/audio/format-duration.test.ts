import { expect, test } from 'vitest';
import { formatDuration } from './format-duration.ts';

test.each([
  [0, '0:00'],
  [999, '0:00'],
  [7_000, '0:07'],
  [754_000, '12:34'],
  [3_723_000, '1:02:03'],
])('formats %i ms as %s', (ms, expected) => {
  expect(formatDuration(ms)).toBe(expected);
});
