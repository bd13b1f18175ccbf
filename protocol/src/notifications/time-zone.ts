export const MAX_ZONE_LENGTH = 64;
/** Without offsets such as `+01:00`, which know no clock change, and which some browsers reject. */
export const TIME_ZONE_NAME = /^[A-Za-z][\w+/-]*$/;

export const UNKNOWN_TIME_ZONE = 'must be a time zone such as Europe/Berlin';

/** Whether it is a name of the IANA database that the platform knows. */
export function isTimeZone(name: string): boolean {
  if (name.length > MAX_ZONE_LENGTH || !TIME_ZONE_NAME.test(name)) return false;
  try {
    createFormat(name);
    return true;
  } catch {
    return false;
  }
}

const MAX_KNOWN_ZONES = 64;
const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
export const DAY_MINUTES = 24 * 60;
const MINUTE_MS = 60_000;

/** Minutes of a week, from Monday at 0:00. */
export const WEEK_MINUTES = 7 * DAY_MINUTES;

interface Clock {
  format: Intl.DateTimeFormat;
  /** What it showed last. */
  last?: { minute: number; shown: number };
}

/** The last used one at the end. A formatter takes some 0.1 ms to create, and a reading 4 µs. */
const clocks = new Map<string, Clock>();

function createFormat(zone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hourCycle: 'h23',
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
  });
}

/** What a clock on the wall of the zone shows at the time `at`, as the minute of its week. Throws a `RangeError` for an unknown zone. */
export function readClock(zone: string, at: number): number {
  const clock = getClock(zone);
  const minute = Math.floor(at / MINUTE_MS);
  if (clock.last?.minute !== minute)
    clock.last = { minute, shown: parseShown(clock.format.formatToParts(minute * MINUTE_MS)) };
  return clock.last.shown;
}

function getClock(zone: string): Clock {
  const known = clocks.get(zone);
  const clock = known ?? { format: createFormat(zone) };
  if (known) clocks.delete(zone);
  else for (const oldest of clocks.keys()) if (clocks.size >= MAX_KNOWN_ZONES) clocks.delete(oldest);
  clocks.set(zone, clock);
  return clock;
}

function parseShown(parts: readonly Intl.DateTimeFormatPart[]): number {
  const get = (wanted: string) => parts.find(({ type }) => type === wanted)?.value ?? '';
  return WEEKDAYS.indexOf(get('weekday')) * DAY_MINUTES + Number(get('hour')) * 60 + Number(get('minute'));
}
