import { afterEach, expect, test, vi } from 'vitest';
import { isTimeZone, readClock } from './time-zone.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

test('NS2 a name that the platform does not know is no time zone', () => {
  const known = [...Intl.supportedValuesOf('timeZone'), 'UTC', 'Etc/GMT+5', 'Asia/Calcutta'];
  expect(known.filter(name => !isTimeZone(name))).toEqual([]);
  expect(['Mars/Phobos', 'Ada', '+01:00', '', 'Europe/Berlin '].filter(isTimeZone)).toEqual([]);
  expect(() => readClock('Mars/Phobos', 0)).toThrow(RangeError);
});

test('NS2 a clock of every time zone shows what Intl shows, also between whole minutes', () => {
  for (const zone of Intl.supportedValuesOf('timeZone'))
    for (const at of [Date.UTC(2026, 9, 25, 0, 59, 59), Date.UTC(2026, 2, 29, 1)]) {
      const shown = readClock(zone, at);
      const parts = new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeStyle: 'short' }).format(at);
      const [hour, minute] = parts.split(':').map(Number);
      expect([zone, at, shown % 1_440]).toEqual([zone, at, (hour ?? 0) * 60 + (minute ?? 0)]);
    }
});

test('a bounded number of formatters is kept, and those in use stay', () => {
  const zones = Intl.supportedValuesOf('timeZone').slice(0, 100);
  for (const zone of zones) readClock(zone, 0);
  const format = vi.spyOn(Intl, 'DateTimeFormat');
  readClock(zones.at(-1) ?? '', 60_000);
  expect(format).not.toHaveBeenCalled();
  readClock(zones[0] ?? '', 60_000);
  expect(format).toHaveBeenCalledTimes(1);
  for (const zone of zones.slice(1)) {
    readClock(zone, 60_000);
    readClock(zones[0] ?? '', 60_000);
  }
  expect(format, 'all but the one that was in use').toHaveBeenCalledTimes(zones.length);
});
