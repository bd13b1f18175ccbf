import { expect, test } from 'vitest';
import { formatDate, formatRelative, formatTime } from './format-time.ts';

const at = (...parts: [number, number, number, number?, number?]) => new Date(...parts).getTime();
const NOW = at(2026, 8, 20, 12, 0);
const MINUTE = 60_000;

test('formats a date as dd MMM yyyy, with "Sep" and not "Sept"', () => {
  expect(formatDate(at(2026, 8, 5))).toBe('05 Sep 2026');
  expect(formatDate(at(2026, 11, 31, 23, 59))).toBe('31 Dec 2026');
});

test('formats a time with two digits each', () => {
  expect(formatTime(at(2026, 8, 5, 9, 5))).toBe('09:05');
  expect(formatTime(at(2026, 8, 5, 0, 0))).toBe('00:00');
});

test.each([
  [-5 * MINUTE, 'just now'],
  [0, 'just now'],
  [59_999, 'just now'],
  [MINUTE, '1 minute ago'],
  [5 * MINUTE, '5 minutes ago'],
  [60 * MINUTE, '1 hour ago'],
  [23 * 60 * MINUTE, '23 hours ago'],
  [24 * 60 * MINUTE, 'yesterday'],
  [3 * 24 * 60 * MINUTE, '3 days ago'],
  [7 * 24 * 60 * MINUTE, '13 Sep 2026'],
])('formats %i ms ago as %s', (ago, expected) => {
  expect(formatRelative(NOW - ago, NOW)).toBe(expected);
});
