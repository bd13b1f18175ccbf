import { DAY_MINUTES, readClock, WEEK_MINUTES } from './time-zone.ts';

const MINUTE_MS = 60_000;

/** ISO 8601: 1 is Monday. */
export const ALL_NIGHTS = [1, 2, 3, 4, 5, 6, 7] as const;
export type Night = (typeof ALL_NIGHTS)[number];

/**
 * Each night of the week that has them, from `from` to `to` on the clock of a time zone. A night belongs to the day on which it begins:
 * Friday from 22:00 to 7:00 ends on Saturday. If `to` is not after `from`, the quiet hours end on the next day.
 */
export interface QuietHours {
  on: boolean;
  /** Minutes of the day, from 0 to 1,439. */
  from: number;
  to: number;
  nights: Night[];
}

/** Before somebody chooses others. */
export const DEFAULT_QUIET_HOURS: QuietHours = {
  on: false,
  from: 22 * 60,
  to: 7 * 60,
  nights: [...ALL_NIGHTS],
};

export interface QuietTimes {
  /** Ends at this time. Missing without a pause. */
  pausedUntil?: number | undefined;
  quietHours?: QuietHours | undefined;
  /** Of the quiet hours; UTC if missing. */
  zone?: string | undefined;
}

/** Whether notifications wait at the time `at`, because of quiet hours or a pause. Throws a `RangeError` for an unknown zone. */
export function isQuiet(times: QuietTimes, at: number): boolean {
  return isPaused(times, at) || isInQuietHours(times, at);
}

export function isPaused({ pausedUntil }: Pick<QuietTimes, 'pausedUntil'>, at: number): boolean {
  return pausedUntil !== undefined && at < pausedUntil;
}

/** Minutes count: in the hour that a clock change repeats, both are quiet or none, and one that it skips does not come. */
function isInQuietHours({ quietHours, zone = 'UTC' }: QuietTimes, at: number): boolean {
  return quietHours?.on === true && isQuietMinute(quietHours, readClock(zone, at));
}

/** `shown`: a minute of the week. */
function isQuietMinute({ from, to, nights }: QuietHours, shown: number): boolean {
  const minute = shown % DAY_MINUTES;
  const day = Math.floor(shown / DAY_MINUTES);
  const has = (index: number) => nights.some(night => night - 1 === (index + 7) % 7);
  if (from < to) return minute >= from && minute < to && has(day);
  return (minute >= from && has(day)) || (minute < to && has(day - 1));
}

/**
 * The first time from `at` on at which notifications do not wait: `at` itself, or a whole minute, or the end of the pause. Undefined if
 * that time never comes. Throws a `RangeError` for an unknown zone.
 */
export function endOfQuiet(times: QuietTimes, at: number): number | undefined {
  const { quietHours, zone = 'UTC', pausedUntil = at } = times;
  const resumed = Math.max(at, pausedUntil);
  if (!quietHours || !isInQuietHours(times, resumed)) return resumed;
  return findEnd(quietHours, zone, resumed);
}

/** More than the nights of a week and the clock changes in it. */
const MAX_STEPS = 20;

function findEnd(quietHours: QuietHours, zone: string, at: number): number | undefined {
  let minute = Math.floor(at / MINUTE_MS);
  const read = (some: number) => readClock(zone, some * MINUTE_MS);
  for (let step = 0; step < MAX_STEPS; step++) {
    const shown = read(minute);
    if (!isQuietMinute(quietHours, shown)) return minute * MINUTE_MS;
    const left = (quietHours.to - (shown % DAY_MINUTES) + DAY_MINUTES) % DAY_MINUTES || DAY_MINUTES;
    minute = findClockChange(read, minute, left) ?? minute + left;
  }
  return undefined;
}

/** The first minute of the next `count` ones after which the clock no longer goes on evenly. */
function findClockChange(read: (minute: number) => number, start: number, count: number): number | undefined {
  const shown = read(start);
  const isEven = (minute: number) => read(minute) === (shown + minute - start) % WEEK_MINUTES;
  if (isEven(start + count)) return undefined;
  let [even, changed] = [start, start + count];
  while (changed - even > 1) {
    const middle = Math.floor((even + changed) / 2);
    if (isEven(middle)) even = middle;
    else changed = middle;
  }
  return changed;
}
