/** `times` per `seconds` in the long run, and at most `burst` at once. */
export interface Rate {
  times: number;
  seconds: number;
  burst: number;
}

/** Above this number the least recently used keys are forgotten, so that a flood of keys cannot use all memory. */
const MAX_KEYS = 100_000;

/** The generic cell rate algorithm (ITU-T I.371), with one number per key. */
export class RateLimit {
  readonly #burstMs: number;
  readonly #intervalMs: number;
  readonly #now: () => number;
  /** When each key has its full burst again: keys used since `#since`, and keys used in the period before it. */
  #fullAt = new Map<string, number>();
  #previousFullAt = new Map<string, number>();
  #since = Number.NEGATIVE_INFINITY;

  constructor({ times, seconds, burst }: Rate, now: () => number) {
    this.#intervalMs = (seconds * 1000) / times;
    this.#burstMs = burst * this.#intervalMs;
    this.#now = now;
  }

  get size(): number {
    return this.#fullAt.size + this.#previousFullAt.size;
  }

  /** Returns 0 and counts the cost if it is within the rate; otherwise returns the seconds to wait. */
  take(key: string, cost = 1): number {
    const now = this.#now();
    this.#evictOld(now);
    const fullAt = this.#getFullAt(key, now) + cost * this.#intervalMs;
    // Whole milliseconds, because sums of fractions are not exact.
    const waitMs = Math.floor(fullAt - now - this.#burstMs);
    if (waitMs > 0) return Math.ceil(waitMs / 1000);
    this.#store(key, fullAt);
    return 0;
  }

  /** Counts the cost in any case. Later calls of `take` wait until it is paid. */
  charge(key: string, cost: number): void {
    const now = this.#now();
    this.#evictOld(now);
    this.#store(key, this.#getFullAt(key, now) + cost * this.#intervalMs);
  }

  /** Takes back a part of an earlier cost. */
  refund(key: string, cost: number): void {
    const now = this.#now();
    this.#store(key, this.#getFullAt(key, now) - cost * this.#intervalMs);
  }

  reset(key: string): void {
    this.#fullAt.delete(key);
    this.#previousFullAt.delete(key);
  }

  #getFullAt(key: string, now: number): number {
    return Math.max(this.#fullAt.get(key) ?? this.#previousFullAt.get(key) ?? now, now);
  }

  #store(key: string, fullAt: number): void {
    this.#fullAt.set(key, fullAt);
    this.#previousFullAt.delete(key);
  }

  // Evicts whole generations. Deleting single keys would scan the deleted entries at the front of a `Map` each time.
  #evictOld(now: number): void {
    const isExpired = now - this.#since >= this.#burstMs;
    if (!isExpired && this.#fullAt.size < MAX_KEYS / 2) return;
    // A key that is unused for the duration of a full burst has its full burst again.
    this.#previousFullAt = this.#fullAt;
    this.#fullAt = new Map();
    this.#since = now;
  }
}
