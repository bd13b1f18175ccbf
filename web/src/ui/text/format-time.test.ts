import * as fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { getPreviousNoon } from '../../chat/messages/list/use-today.ts';
import { formatDate, formatRelative, formatTime } from './format-time.ts';

const at = (...parts: [number, number, number, number?, number?]) => new Date(...parts).getTime();
const NOW = at(2026, 8, 20, 12, 0);
const MINUTE = 60_000;

afterEach(() => vi.unstubAllEnvs());

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
  [13 * 60 * MINUTE, 'yesterday'],
  [59 * MINUTE, '59 minutes ago'],
  [12 * 60 * MINUTE, '12 hours ago'],
  [24 * 60 * MINUTE, 'yesterday'],
  [3 * 24 * 60 * MINUTE, '3 days ago'],
  [7 * 24 * 60 * MINUTE, '13 Sep 2026'],
])('formats %i ms ago as %s', (ago, expected) => {
  expect(formatRelative(NOW - ago, NOW)).toBe(expected);
});

const ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/St_Johns',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'America/Havana',
];

test.each([
  ['Europe/Berlin', '2026-03-28T08:39', '2026-03-30T06:39', '2 days ago'],
  ['Europe/Berlin', '2026-10-25T00:10', '2026-10-25T23:50', '24 hours ago'],
  ['Europe/Berlin', '2026-10-24T23:30', '2026-10-26T00:10', '2 days ago'],
  ['America/Havana', '2026-03-08T01:30', '2026-03-09T00:30', 'yesterday'],
  ['Pacific/Auckland', '2026-11-27T12:00', '2026-11-28T10:00', 'yesterday'],
  ['Pacific/Auckland', '2026-11-27T23:50', '2026-11-28T00:10', '20 minutes ago'],
  ['UTC', '2026-11-20T00:01', '2026-11-26T23:59', '6 days ago'],
  ['UTC', '2026-11-19T23:59', '2026-11-26T00:01', '19 Nov 2026'],
])('in %s, %s read at %s is "%s"', (zone, sent, now, expected) => {
  vi.stubEnv('TZ', zone);
  expect(formatRelative(new Date(sent).getTime(), new Date(now).getTime())).toBe(expected);
});

test('agrees with the heading of the day, from an hour on, in each time zone', () => {
  const time = fc.integer({ min: Date.UTC(2025, 0), max: Date.UTC(2028, 0) });
  const age = fc.integer({ min: 60 * MINUTE, max: 9 * 24 * 60 * MINUTE });
  fc.assert(
    fc.property(fc.constantFrom(...ZONES), time, age, (zone, now, ago) => {
      vi.stubEnv('TZ', zone);
      const date = formatDate(now - ago);
      const text = formatRelative(now - ago, now);
      expect(text === 'yesterday').toBe(date === formatDate(getPreviousNoon(now)));
      expect(text.endsWith('hours ago') || text === '1 hour ago').toBe(date === formatDate(now));
    }),
  );
});

test('formats dates and times in the time zone of now, after it has changed', () => {
  const sent = Date.UTC(2026, 10, 28, 8, 45);
  for (const [zone, date, time] of [
    ['UTC', '28 Nov 2026', '08:45'],
    ['Pacific/Auckland', '28 Nov 2026', '21:45'],
    ['Pacific/Kiritimati', '28 Nov 2026', '22:45'],
    ['America/Los_Angeles', '28 Nov 2026', '00:45'],
    ['Pacific/Honolulu', '27 Nov 2026', '22:45'],
  ] as const) {
    vi.stubEnv('TZ', zone);
    expect(`${zone}: ${formatDate(sent)}, ${formatTime(sent)}`).toBe(`${zone}: ${date}, ${time}`);
  }
});
