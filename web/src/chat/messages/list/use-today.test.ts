import { afterEach, expect, test, vi } from 'vitest';
import { formatDate } from '../../../ui/text/format-time.ts';
import { getNextMidnight, getPreviousNoon } from './use-today.ts';

afterEach(() => vi.unstubAllEnvs());

test('finds the next midnight and the previous day, also when clocks change', () => {
  for (const zone of ['UTC', 'Europe/London', 'America/Sao_Paulo', 'Pacific/Auckland']) {
    vi.stubEnv('TZ', zone);
    for (const day of ['2026-03-29', '2026-10-25', '2026-04-05', '2026-01-01']) {
      for (const time of ['00:00:00', '00:30:00', '03:30:00', '12:00:00', '23:59:59']) {
        const now = new Date(`${day}T${time}`).getTime();
        const next = getNextMidnight(now);
        expect(formatDate(next), `${zone}, ${day} ${time}`).not.toBe(formatDate(now));
        expect(formatDate(next - 1)).toBe(formatDate(now));
        expect(formatDate(getPreviousNoon(next)), 'the day before the next').toBe(formatDate(now));
      }
    }
  }
});
