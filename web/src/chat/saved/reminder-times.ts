export interface ReminderTime {
  key: 'in20Minutes' | 'inAnHour' | 'tomorrow' | 'nextMonday';
  /** ms since 1970. */
  at: number;
}

const MINUTE_MS = 60_000;
const HOUR_OF_DAY = 9;
const MONDAY = 1;

/** In the time zone of the person. On Sundays, tomorrow is the next Monday. `now`: ms since 1970. */
export function listReminderTimes(now: number): ReminderTime[] {
  const today = new Date(now);
  const daysToMonday = (MONDAY - today.getDay() + 7) % 7 || 7;
  const times: ReminderTime[] = [
    { key: 'in20Minutes', at: now + 20 * MINUTE_MS },
    { key: 'inAnHour', at: now + 60 * MINUTE_MS },
    { key: 'tomorrow', at: getMorning(today, 1) },
  ];
  return daysToMonday === 1 ? times : [...times, { key: 'nextMonday', at: getMorning(today, daysToMonday) }];
}

function getMorning(today: Date, days: number): number {
  return new Date(today.getFullYear(), today.getMonth(), today.getDate() + days, HOUR_OF_DAY).getTime();
}

/** The value of a `datetime-local` field. Undefined unless it is a time. */
export function parseLocalTime(text: string): number | undefined {
  const at = /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text) ? new Date(text).getTime() : Number.NaN;
  return Number.isNaN(at) ? undefined : at;
}

export function formatLocalTime(at: number): string {
  const date = new Date(at);
  const pad = (part: number, length = 2) => String(part).padStart(length, '0');
  const day = [pad(date.getFullYear(), 4), pad(date.getMonth() + 1), pad(date.getDate())].join('-');
  return `${day}T${pad(date.getHours())}:${pad(date.getMinutes())}`;
}
