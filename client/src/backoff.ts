const FIRST_MS = 500;
const LONGEST_MS = 30_000;

/**
 * How long to wait before try number `attempt` (0 is the first): full jitter, so that a thousand clients that
 * lost the same server do not return in one instant.
 */
export function backoffMs(attempt: number, random: () => number): number {
  return random() * Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(attempt, 16));
}
