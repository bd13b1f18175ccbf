import { expect, test } from 'vitest';
import { getEndTime, toDay } from './access-end.ts';

const DAY_MS = 24 * 60 * 60_000;

test('the access ends after some days, never, or at the end of a chosen day', () => {
  const now = new Date('2026-03-10T15:00').getTime();
  expect(getEndTime({ choice: 'none', day: '2026-04-01' }, now)).toBeNull();
  expect(getEndTime({ choice: 30, day: '' }, now)).toBe(now + 30 * DAY_MS);
  const end = getEndTime({ choice: 'other', day: '2026-05-04' }, now) ?? 0;
  expect([toDay(end - 1), toDay(end)]).toEqual(['2026-05-04', '2026-05-05']);
  expect(getEndTime({ choice: 'other', day: '' }, now)).toBeNull();
});
