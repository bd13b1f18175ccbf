import { expect, test } from 'vitest';
import { formatLocalTime } from '../../ui/form/local-time.ts';
import { listReminderTimes } from './reminder-times.ts';

function list(local: string): Record<string, string> {
  const now = new Date(local).getTime();
  return Object.fromEntries(listReminderTimes(now).map(({ key, at }) => [key, formatLocalTime(at)]));
}

test('I6 reminders are relative, or at nine in the time zone of the person', () => {
  expect(list('2026-11-25T22:50')).toEqual({
    in20Minutes: '2026-11-25T23:10',
    inAnHour: '2026-11-25T23:50',
    tomorrow: '2026-11-26T09:00',
    nextMonday: '2026-11-30T09:00',
  });
});

test('the next Monday is at least a day away, and on a Sunday it is tomorrow', () => {
  expect(list('2026-11-30T08:00')).toMatchObject({
    tomorrow: '2026-12-01T09:00',
    nextMonday: '2026-12-07T09:00',
  });
  expect(list('2026-11-29T12:00')).toMatchObject({ tomorrow: '2026-11-30T09:00' });
  expect(list('2026-11-29T12:00')).not.toHaveProperty('nextMonday');
});

test('tomorrow at nine is at nine on the days when the clock changes, too', () => {
  for (const day of ['2026-03-28T20:00', '2026-10-24T20:00', '2026-12-31T20:00'])
    expect(list(day).tomorrow).toMatch(/T09:00$/);
});
