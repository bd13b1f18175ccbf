const DAY_MS = 24 * 60 * 60_000;

const IDLE_TIMEOUT_MS = 30 * DAY_MS;
/** Since sign-in. */
export const ABSOLUTE_TIMEOUT_MS = 90 * DAY_MS;
/** Limits writes: requests are far more frequent. */
const TOUCH_INTERVAL_MS = DAY_MS;

export function getExpiresAt(signedInAt: number, now: number): number {
  return Math.min(now + IDLE_TIMEOUT_MS, signedInAt + ABSOLUTE_TIMEOUT_MS);
}

export function shouldTouch(touchedAt: number, now: number): boolean {
  return now - touchedAt >= TOUCH_INTERVAL_MS;
}

/** A session of somebody who has just signed in. */
const FRESH_MS = 10 * 60_000;

export function isFresh(signedInAt: number, now: number): boolean {
  return now - signedInAt < FRESH_MS;
}
