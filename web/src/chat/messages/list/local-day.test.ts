import { afterEach, expect, test, vi } from 'vitest';
import { formatLocalDay, parseLocalDay } from './local-day.ts';

afterEach(() => vi.unstubAllEnvs());

test('a day begins at its first moment in the time zone of the reader', () => {
  // [zone, day, first moment]. In Cairo and Beirut, the clock skips from 0:00 to 1:00 in spring; in Havana, 0:00 comes twice in autumn.
  const cases = [
    ['UTC', '2026-03-29', '2026-03-29T00:00:00Z'],
    ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00Z'],
    ['Europe/Berlin', '2026-03-30', '2026-03-29T22:00:00Z'],
    ['America/Los_Angeles', '2026-11-02', '2026-11-02T08:00:00Z'],
    ['Asia/Beirut', '2026-03-29', '2026-03-28T22:00:00Z'],
    ['America/Havana', '2026-11-01', '2026-11-01T04:00:00Z'],
  ] as const;
  for (const [zone, day, first] of cases) {
    vi.stubEnv('TZ', zone);
    const at = parseLocalDay(day) ?? 0;
    expect([zone, new Date(at).toISOString()]).toEqual([zone, new Date(first).toISOString()]);
    expect([zone, formatLocalDay(at)]).toEqual([zone, day]);
    expect([zone, formatLocalDay(at - 1)]).not.toEqual([zone, day]);
  }
});

test('other texts are no days', () => {
  for (const text of ['', '2026', '2026-02-30', '2026-13-01', 'today', '1969-01-01', '2026-3-1'])
    expect(parseLocalDay(text)).toBeUndefined();
});
