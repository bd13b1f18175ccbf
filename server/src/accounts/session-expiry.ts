const DAY_MS = 24 * 60 * 60_000;

/** A session that is not used for this long is over, in ms. */
const IDLE_MS = 30 * DAY_MS;
/** A session is over this long after signing in, however much it is used, in ms. */
export const LONGEST_MS = 90 * DAY_MS;
/** Use is noted this often at most, in ms: not every request is to be a write. */
const NOTED_EVERY_MS = DAY_MS;

/** When a session that is used now will be over, in ms since 1970. */
export function overAt(signedInAt: number, now: number): number {
  return Math.min(now + IDLE_MS, signedInAt + LONGEST_MS);
}

/** Whether it is time to note that a session is used. */
export function isNoteDue(notedAt: number, now: number): boolean {
  return now - notedAt >= NOTED_EVERY_MS;
}
