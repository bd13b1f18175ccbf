import { expect, test } from 'vitest';
import { formatLocalTime } from '../../ui/form/local-time.ts';
import { listPauseTimes } from './pause-times.ts';

test.each([
  ['2026-11-25T22:50', '2026-11-25T23:20', '2026-11-25T23:50', '2026-11-26T09:00'],
  ['2026-12-31T23:45', '2027-01-01T00:15', '2027-01-01T00:45', '2027-01-01T09:00'],
  ['2026-03-28T12:00', '2026-03-28T12:30', '2026-03-28T13:00', '2026-03-29T09:00'],
])(
  'NS3 at %s, a pause ends in 30 minutes, in an hour, or tomorrow at nine',
  (local, half, hour, tomorrow) => {
    const times = listPauseTimes(new Date(local).getTime());
    expect(times.map(({ at }) => formatLocalTime(at))).toEqual([half, hour, tomorrow]);
  },
);
