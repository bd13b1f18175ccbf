const DAY_MS = 24 * 60 * 60_000;

/** A session that is not used for this long is over, in ms. */
const IDLE_TIMEOUT_MS = 30 * DAY_MS;
/** A session is over this long after signing in, however much it is used, in ms. */
export const ABSOLUTE_TIMEOUT_MS = 90 * DAY_MS;
/** Use is noted this often at most, in ms: not every request is to be a write. */
const TOUCH_INTERVAL_MS = DAY_MS;

/** When a session that is used now will be over, in ms since 1970. */
export function getExpiresAt(signedInAt: number, now: number): number {
  return Math.min(now + IDLE_TIMEOUT_MS, signedInAt + ABSOLUTE_TIMEOUT_MS);
}

/** Whether it is time to note that a session is used. */
export function shouldTouch(touchedAt: number, now: number): boolean {
  return now - touchedAt >= TOUCH_INTERVAL_MS;
}
