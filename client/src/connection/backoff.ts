const BASE_DELAY_MS = 500;
const MAX_DELAY_MS = 30_000;

/** Full jitter: a thousand clients that lost the same server do not return in one instant. The first `attempt` is 0. */
export function getRetryDelayMs(attempt: number, random: () => number): number {
  return random() * Math.min(MAX_DELAY_MS, BASE_DELAY_MS * 2 ** Math.min(attempt, 16));
}

/**
 * Random, so that clients do not return together. Depends on the time without a connection, not on attempts: a client that lost
 * its server for a second returns within a second.
 */
export function getReconnectDelayMs(disconnectedMs: number, random: () => number): number {
  return random() * Math.min(MAX_DELAY_MS, Math.max(BASE_DELAY_MS, disconnectedMs));
}
