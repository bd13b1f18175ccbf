import { expect, test } from 'vitest';
import { getStatusEnd, STATUS_ENDS } from './status-ends.ts';

test('a status ends after a time, at midnight, at a typed time, or never', () => {
  const now = new Date(2026, 1, 28, 15, 30).getTime();
  const ends = STATUS_ENDS.map(end => getStatusEnd(end, now, 7));
  const at = (day: number, hour: number, minute = 0) => new Date(2026, 1, day, hour, minute).getTime();
  expect(ends).toEqual([undefined, at(28, 16, 30), at(28, 19, 30), at(29, 0), 7]);
  const lastMoment = new Date(2026, 11, 31, 23, 59, 59, 999).getTime();
  expect(getStatusEnd('today', lastMoment, undefined)).toBe(lastMoment + 1);
});
