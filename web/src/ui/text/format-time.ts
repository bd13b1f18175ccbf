import { words } from '../../strings/strings.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A date in the reader's time zone; in English `dd MMM yyyy`: "05 Sep 2026". `at`, here and below: ms since 1970. */
export function formatDate(at: number): string {
  return words.times.date(new Date(at));
}

/** Time of day: "14:05". */
export function formatTime(at: number): string {
  return words.times.clock(new Date(at));
}

/** How long ago, as people say it: "just now", "5 minutes ago", "yesterday"; after a week the date. */
export function formatRelative(at: number, now: number): string {
  const ago = now - at;
  if (ago < MINUTE) return words.times.justNow;
  if (ago < HOUR) return words.times.minutesAgo(Math.floor(ago / MINUTE));
  if (ago < DAY) return words.times.hoursAgo(Math.floor(ago / HOUR));
  if (ago < 7 * DAY) return words.times.daysAgo(Math.floor(ago / DAY));
  return formatDate(at);
}
