import { ALL_NIGHTS, endOfQuiet, isTimeZone, type NotificationSettings } from '@snug/protocol';

const HOUR_MS = 60 * 60_000;
const EIGHT = 8 * 60;
/** All of a day but the minute at eight. */
const UNTIL_EIGHT = { on: true, from: EIGHT + 1, to: EIGHT, nights: [...ALL_NIGHTS] };

interface MailTimes {
  mail: NotificationSettings['mail'] | null;
  zone?: string | null | undefined;
}

/** When a mail leaves about a message of the time `now`. */
export function findMailDue({ mail, zone }: MailTimes, now: number): number {
  return mail === 'day' ? findNextMorning(zone, now) : now + HOUR_MS;
}

/** The next time at which a clock of the zone shows 8:00, or first shows more. */
function findNextMorning(stored: MailTimes['zone'], now: number): number {
  // An earlier release of Node may have known more time zones.
  const zone = stored && isTimeZone(stored) ? stored : 'UTC';
  return endOfQuiet({ zone, quietHours: UNTIL_EIGHT }, now) ?? now;
}
