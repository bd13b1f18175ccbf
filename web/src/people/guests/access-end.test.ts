import { expect, test, vi } from 'vitest';
import { getEndTime, toDay } from './access-end.ts';

const DAY_MS = 24 * 60 * 60_000;

test('the access ends after some days, never, or at the end of a chosen day', () => {
  const now = new Date('2026-03-10T15:00').getTime();
  expect(getEndTime({ choice: 'none', day: '2026-04-01' }, now)).toBeNull();
  expect(getEndTime({ choice: 30, day: '' }, now)).toBe(now + 30 * DAY_MS);
  const end = getEndTime({ choice: 'other', day: '2026-05-04' }, now) ?? 0;
  expect([toDay(end - 1), toDay(end)]).toEqual(['2026-05-04', '2026-05-05']);
});

test('without a day from today on, within a year, there is no time', () => {
  const now = new Date('2026-03-10T15:00').getTime();
  const find = (day: string) => getEndTime({ choice: 'other', day }, now);
  expect(find('2026-03-10')).toBe(new Date('2026-03-11T00:00').getTime());
  expect(find('2027-03-09')).toBe(new Date('2027-03-10T00:00').getTime());
  for (const day of ['', 'tomorrow', '2026-03-09', '2027-03-11']) expect(find(day)).toBeUndefined();
});

test('a day in which the clocks change counts as a whole', () => {
  vi.stubEnv('TZ', 'Europe/Berlin');
  const now = new Date('2026-03-10T15:00').getTime();
  for (const [day, after] of [
    ['2026-03-29', '2026-03-30'],
    ['2026-10-25', '2026-10-26'],
  ] as const)
    expect(getEndTime({ choice: 'other', day }, now)).toBe(new Date(`${after}T00:00`).getTime());
});
