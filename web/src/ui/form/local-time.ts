const HOUR_OF_DAY = 9;

/** At nine in the time zone of the person, so many days after `now`. In ms since 1970, as below. */
export function getMorning(now: number, days: number): number {
  const today = new Date(now);
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
