import { strings } from '../../strings/strings.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** In the reader's time zone; in English `dd MMM yyyy`: "05 Sep 2026". `at`, here and below: ms since 1970. */
export function formatDate(at: number): string {
  return strings.times.date(new Date(at));
}

export function formatTime(at: number): string {
  return strings.times.clock(new Date(at));
}

/** "just now", "5 minutes ago", "3 hours ago"; an hour or more ago on an earlier day "yesterday"; after a week the date. */
export function formatRelative(at: number, now: number): string {
  const ago = now - at;
  if (ago < MINUTE_MS) return strings.times.justNow;
  if (ago < HOUR_MS) return strings.times.minutesAgo(Math.floor(ago / MINUTE_MS));
  const days = countMidnights(at, now);
  if (days === 0) return strings.times.hoursAgo(Math.floor(ago / HOUR_MS));
  if (days < 7) return strings.times.daysAgo(days);
  return formatDate(at);
}

/** In the reader's time zone, where a day can have 23 or 25 hours. */
function countMidnights(from: number, to: number): number {
  return toDayNumber(new Date(to)) - toDayNumber(new Date(from));
}

function toDayNumber(date: Date): number {
  return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / DAY_MS;
}
