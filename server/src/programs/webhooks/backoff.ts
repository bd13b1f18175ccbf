const FIRST_MS = 1_000;
const MAX_MS = 5 * 60_000;

/** The delay before the next attempt, in ms: doubles with each failure, and is random so that webhooks spread. `failures`: from 1. */
export function getRetryDelay(failures: number, random: () => number): number {
  const longest = Math.min(MAX_MS, FIRST_MS * 2 ** Math.min(failures - 1, 20));
  return Math.round(longest * (0.5 + random() / 2));
}
