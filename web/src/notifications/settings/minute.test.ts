import { expect, test } from 'vitest';
import { formatMinute, parseMinute } from './minute.ts';

test('NS2 each minute of a day is parsed as it was formatted', () => {
  for (let minute = 0; minute < 1_440; minute++) expect(parseMinute(formatMinute(minute))).toBe(minute);
  expect([formatMinute(0), formatMinute(425), formatMinute(1_439)]).toEqual(['00:00', '07:05', '23:59']);
});

test('NS2 seconds do not count, and an unfinished or impossible time is none', () => {
  expect([parseMinute('22:30:59'), parseMinute('06:00:00.000')]).toEqual([22 * 60 + 30, 360]);
  for (const value of ['', '22:', '24:00', '12:60', '7:00', '12:00pm'])
    expect([value, parseMinute(value)]).toEqual([value, undefined]);
});
