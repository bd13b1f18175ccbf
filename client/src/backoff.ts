const BASE_DELAY_MS = 500;
const MAX_DELAY_MS = 30_000;

/**
 * How long to wait before try number `attempt` (0 is the first): full jitter, so that a thousand clients that
 * lost the same server do not return in one instant.
 */
export function getRetryDelayMs(attempt: number, random: () => number): number {
  return random() * Math.min(MAX_DELAY_MS, BASE_DELAY_MS * 2 ** Math.min(attempt, 16));
}

/**
 * How long a connection that has been away for `awayMs` waits before its next try: a random part of as long again. So whoever
 * loses a server for a second is back a second later at most, however many tries of that second were in vain; counted
 * by tries, a client with a few short waits went on to wait for many seconds.
 */
export function getReconnectDelayMs(disconnectedMs: number, random: () => number): number {
  return random() * Math.min(MAX_DELAY_MS, Math.max(BASE_DELAY_MS, disconnectedMs));
}
