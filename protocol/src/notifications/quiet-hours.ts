import * as v from 'valibot';
import { readClock, WEEK_MINUTES } from './time-zone.ts';

const DAY_MINUTES = 24 * 60;
const MINUTE_MS = 60_000;

/** Of a day, from 0 to 1,439. */
const Minute = v.pipe(
  v.number('must be a number'),
  v.integer('must be whole'),
  v.minValue(0, 'must be 0 or more'),
  v.maxValue(DAY_MINUTES - 1, `must be at most ${DAY_MINUTES - 1}`),
);

/** ISO 8601: 1 is Monday. */
export const ALL_NIGHTS = [1, 2, 3, 4, 5, 6, 7] as const;

/**
 * Each night of the week that has them, from `from` to `to` on the clock of a time zone. A night belongs to the day on which it begins:
 * Friday from 22:00 to 7:00 ends on Saturday. If `to` is not after `from`, the quiet hours end on the next day.
 */
export const QuietHours = v.object({
  on: v.boolean('must be true or false'),
  from: Minute,
  to: Minute,
  nights: v.pipe(
    v.array(v.picklist(ALL_NIGHTS, 'must be 1 (Monday) to 7 (Sunday)'), 'must be a list'),
    v.maxLength(ALL_NIGHTS.length),
    v.check(nights => new Set(nights).size === nights.length, 'must not contain duplicates'),
    v.metadata({ uniqueItems: true }),
  ),
});
export type QuietHours = v.InferOutput<typeof QuietHours>;

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
