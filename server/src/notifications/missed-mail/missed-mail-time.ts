import { ALL_NIGHTS, endOfQuiet } from '@snug/protocol';

const EIGHT = 8 * 60;
/** All of a day but the minute at eight. */
const UNTIL_EIGHT = { on: true, from: EIGHT + 1, to: EIGHT, nights: [...ALL_NIGHTS] };

/** The next time at which a clock of the zone shows 8:00, or first shows more. */
export function findNextMorning(zone: string, now: number): number {
  return endOfQuiet({ zone, quietHours: UNTIL_EIGHT }, now) ?? now;
}
