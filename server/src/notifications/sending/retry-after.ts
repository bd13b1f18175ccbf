const MIN_MS = 1_000;
const MAX_MS = 60 * 60_000;
const DEFAULT_MS = 30_000;

/** How long a push service asks to wait, in ms: `Retry-After` in seconds or as a date (RFC 9110, 10.2.3), within bounds. `now`: ms since 1970. */
export function parseRetryAfter(value: string | undefined, now: number): number {
  const text = value?.trim() ?? '';
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - now;
  return Number.isFinite(ms) ? Math.min(Math.max(ms, MIN_MS), MAX_MS) : DEFAULT_MS;
}
