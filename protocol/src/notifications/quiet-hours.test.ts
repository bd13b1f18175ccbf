import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { ALL_NIGHTS, endOfQuiet, isQuiet, type QuietHours, type QuietTimes } from './quiet-hours.ts';

const [MINUTE_MS, DAY_MS] = [60_000, 24 * 60 * 60_000];
const ZONES = Intl.supportedValuesOf('timeZone');
const [FRIDAY, SATURDAY, SUNDAY] = [5, 6, 7] as const;

function toMinute(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

function createTimes(zone: string, hours: string, nights: QuietHours['nights'] = [...ALL_NIGHTS]) {
  const [from = '', to = ''] = hours.split('-');
  return { zone, quietHours: { on: true, from: toMinute(from), to: toMinute(to), nights } };
}

/** The minutes between two times at which it is quiet. */
function countQuiet(times: QuietTimes, from: string, to: string): number {
  const [start, end] = [Date.parse(from), Date.parse(to)];
  let count = 0;
  for (let at = start; at < end; at += MINUTE_MS) if (isQuiet(times, at)) count++;
  return count;
}

test.each([
  ['a winter night', 'Europe/Berlin', '2026-01-10T23:30Z', '2026-01-11T06:00Z'],
  ['a summer night', 'Europe/Berlin', '2026-07-10T22:30Z', '2026-07-11T05:00Z'],
  ['the night that loses an hour', 'Europe/Berlin', '2026-03-28T22:00Z', '2026-03-29T05:00Z'],
  ['the night that has an hour twice', 'Europe/Berlin', '2026-10-24T21:00Z', '2026-10-25T06:00Z'],
  ['the night that loses an hour in New York', 'America/New_York', '2026-03-08T04:00Z', '2026-03-08T11:00Z'],
  ['the night that has half an hour twice', 'Australia/Lord_Howe', '2026-04-04T13:00Z', '2026-04-04T20:30Z'],
  ['a zone of quarters', 'Asia/Kathmandu', '2026-05-01T17:00Z', '2026-05-02T01:15Z'],
  ['a zone beyond the date line', 'Pacific/Chatham', '2026-06-01T10:00Z', '2026-06-01T18:15Z'],
])('NS2 quiet hours from 22:00 to 7:00 end on the clock of the zone: %s', (_, zone, at, end) => {
  const times = createTimes(zone, '22:00-07:00');
  expect(isQuiet(times, Date.parse(at))).toBe(true);
  expect(new Date(endOfQuiet(times, Date.parse(at)) ?? 0).toISOString()).toBe(new Date(end).toISOString());
});

test('NS2 minutes that a clock change skips do not come, and those that it repeats count twice', () => {
  const times = createTimes('Europe/Berlin', '02:10-02:50');
  expect(countQuiet(times, '2026-03-29T00:00Z', '2026-03-29T03:00Z')).toBe(0);
  expect(countQuiet(times, '2026-10-24T23:00Z', '2026-10-25T03:00Z')).toBe(80);
  const beyond = createTimes('Europe/Berlin', '22:00-02:30');
  expect(new Date(endOfQuiet(beyond, Date.parse('2026-03-29T00:00Z')) ?? 0).toISOString()).toBe(
    '2026-03-29T01:00:00.000Z',
  );
});

test('NS2 a night belongs to the day on which it begins', () => {
  const weekend = createTimes('Europe/Berlin', '22:00-07:00', [FRIDAY]);
  const isQuietAt = (text: string) => isQuiet(weekend, Date.parse(text));
  // 2026-01-09 is a Friday.
  expect(isQuietAt('2026-01-09T05:00Z'), 'the end of the night of Thursday').toBe(false);
  expect(isQuietAt('2026-01-09T22:00Z')).toBe(true);
  expect(isQuietAt('2026-01-10T05:59Z')).toBe(true);
  expect(isQuietAt('2026-01-10T06:00Z')).toBe(false);
  expect(isQuietAt('2026-01-10T22:00Z')).toBe(false);
});

test('NS2 the same time at both ends is a whole day, and all nights of it never end', () => {
  const weekend = createTimes('Europe/Berlin', '00:00-00:00', [SATURDAY, SUNDAY]);
  const end = endOfQuiet(weekend, Date.parse('2026-01-10T11:00Z')) ?? 0;
  expect(new Date(end).toISOString()).toBe('2026-01-11T23:00:00.000Z');
  const evening = createTimes('UTC', '20:00-20:00', [SATURDAY]);
  expect(countQuiet(evening, '2026-01-10T00:00Z', '2026-01-12T00:00Z')).toBe(24 * 60);
  expect(isQuiet(evening, Date.parse('2026-01-11T19:59Z'))).toBe(true);
  expect(endOfQuiet(createTimes('UTC', '20:00-20:00'), 0)).toBeUndefined();
});

test('NS2 without nights, and while they are off, quiet hours are not quiet', () => {
  const { quietHours, zone } = createTimes('UTC', '00:00-00:00');
  expect(isQuiet({ zone, quietHours: { ...quietHours, nights: [] } }, 0)).toBe(false);
  expect(isQuiet({ zone, quietHours: { ...quietHours, on: false } }, 0)).toBe(false);
  expect(endOfQuiet({ zone, quietHours: { ...quietHours, on: false } }, 7)).toBe(7);
  expect(isQuiet({}, 0)).toBe(false);
});

test('NS3 a pause is quiet until its end, and quiet hours at its end go on', () => {
  const at = Date.parse('2026-01-10T12:00Z');
  const pausedUntil = at + 90_001;
  expect([isQuiet({ pausedUntil }, at), isQuiet({ pausedUntil }, pausedUntil - 1)]).toEqual([true, true]);
  expect(isQuiet({ pausedUntil }, pausedUntil)).toBe(false);
  expect(endOfQuiet({ pausedUntil }, at)).toBe(pausedUntil);
  expect(endOfQuiet({ pausedUntil: at - 1 }, at)).toBe(at);
  const night = { ...createTimes('UTC', '22:00-07:00'), pausedUntil: Date.parse('2026-01-10T23:00Z') };
  expect(endOfQuiet(night, at)).toBe(Date.parse('2026-01-11T07:00Z'));
  expect(endOfQuiet({ ...night, pausedUntil: Date.parse('2026-01-11T08:00Z') }, at)).toBe(
    Date.parse('2026-01-11T08:00Z'),
  );
});

/** Another way to read a clock: the date and the time of the zone. */
function createOracle({ zone = 'UTC', quietHours }: QuietTimes) {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'short',
  });
  return (at: number) => {
    const [date = '', time = ''] = format.format(at).split(' ');
    const day = new Date(`${date}T00:00Z`).getUTCDay() || SUNDAY;
    if (!quietHours) return false;
    const { from, to, nights } = quietHours;
    const has = (night: number) => nights.some(each => each === (night === 0 ? SUNDAY : night));
    const minute = toMinute(time);
    if (from < to) return has(day) && from <= minute && minute < to;
    return (has(day) && from <= minute) || (has(day - 1) && minute < to);
  };
}

/** What is wrong with the end; undefined for the first minute that is not quiet. */
function findWrongEnd(times: ReturnType<typeof createTimes>, at: number): string | undefined {
  const isQuietByOracle = createOracle(times);
  const end = endOfQuiet(times, at);
  const { from, to, nights } = times.quietHours;
  const isEndless = from === to && nights.length === ALL_NIGHTS.length;
  if (end === undefined) return isEndless ? undefined : 'none';
  if (isQuietByOracle(end)) return 'quiet';
  if (end === at) return undefined;
  for (let minute = Math.floor(at / MINUTE_MS) * MINUTE_MS; minute < end; minute += MINUTE_MS)
    if (!isQuietByOracle(minute)) return `after ${new Date(minute).toISOString()}`;
  return undefined;
}

/** The days of 2026 and 2027 on which a clock of the zone changes, and some other ones. */
function listDays(zone: string): number[] {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, timeStyle: 'short' });
  const start = Date.UTC(2026, 0, 1);
  const days = Array.from({ length: 730 }, (_, index) => start + index * DAY_MS);
  return days.filter((day, index) => index % 100 === 0 || format.format(day) !== format.format(day + DAY_MS));
}

test('NS2 in every time zone and on each night of a clock change, the end is the first minute that is not quiet', () => {
  const anyHours = fc.record({
    on: fc.constant(true),
    from: fc.integer({ min: 0, max: 1_439 }),
    to: fc.integer({ min: 0, max: 1_439 }),
    nights: fc.subarray([...ALL_NIGHTS], { minLength: 1 }),
  });
  for (const zone of ZONES) {
    const property = fc.property(
      anyHours,
      fc.constantFrom(...listDays(zone)),
      fc.integer({ min: -DAY_MS, max: 2 * DAY_MS }),
      (quietHours, day, offset) => {
        const times = { zone, quietHours };
        const at = day + offset;
        expect(isQuiet(times, at)).toBe(createOracle(times)(at));
        expect(findWrongEnd(times, at)).toBeUndefined();
      },
    );
    fc.assert(property, { numRuns: 2 });
  }
});
