// Intl abbreviates September as "Sept" in British English, but the specification requires "Sep".
const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

const relative = new Intl.RelativeTimeFormat('en-GB', { numeric: 'auto' });

function dayName(days: number): string {
  const name = relative.format(-days, 'day');
  return name.charAt(0).toUpperCase() + name.slice(1);
}

const pad = (part: number) => String(part).padStart(2, '0');

/** An `Intl.DateTimeFormat` keeps the time zone in which it was created. `Date` follows the system. */
export const times = {
  date: (date: Date) => `${pad(date.getDate())} ${MONTHS[date.getMonth()]} ${date.getFullYear()}`,
  /** Time of day: "14:05". */
  clock: (date: Date) => `${pad(date.getHours())}:${pad(date.getMinutes())}`,
  dateAndTime: (date: string, time: string) => `${date}, ${time}`,
  today: (date: string) => `${dayName(0)}, ${date}`,
  yesterday: (date: string) => `${dayName(1)}, ${date}`,
  justNow: 'just now',
  minutesAgo: (minutes: number) => relative.format(-minutes, 'minute'),
  hoursAgo: (hours: number) => relative.format(-hours, 'hour'),
  /** "yesterday" for 1. */
  daysAgo: (days: number) => relative.format(-days, 'day'),
};
