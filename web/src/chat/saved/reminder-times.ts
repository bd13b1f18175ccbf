import { getMorning } from '../../ui/form/local-time.ts';

export interface ReminderTime {
  key: 'in20Minutes' | 'inAnHour' | 'tomorrow' | 'nextMonday';
  /** ms since 1970. */
  at: number;
}

const MINUTE_MS = 60_000;
const MONDAY = 1;

/** In the time zone of the person. On Sundays, tomorrow is the next Monday. `now`: ms since 1970. */
export function listReminderTimes(now: number): ReminderTime[] {
  const today = new Date(now);
  const daysToMonday = (MONDAY - today.getDay() + 7) % 7 || 7;
  const times: ReminderTime[] = [
    { key: 'in20Minutes', at: now + 20 * MINUTE_MS },
    { key: 'inAnHour', at: now + 60 * MINUTE_MS },
    { key: 'tomorrow', at: getMorning(now, 1) },
  ];
  return daysToMonday === 1 ? times : [...times, { key: 'nextMonday', at: getMorning(now, daysToMonday) }];
}
