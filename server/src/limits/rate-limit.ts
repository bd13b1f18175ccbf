/** So many times in so many seconds in the long run, and at most `burst` of them at once. */
export interface Rate {
  times: number;
  seconds: number;
  burst: number;
}

/** Beyond so many keys those that were used longest ago are forgotten: no flood of keys takes all memory. */
const MAX_KEYS = 100_000;

/**
 * Keeps each of many keys, such as people or addresses, to a rate, by the generic cell rate algorithm (ITU-T I.371):
 * of each key one number is kept, and none some time after it has its whole burst again.
 */
export class RateLimit {
  readonly #burstMs: number;
  readonly #intervalMs: number;
  readonly #now: () => number;
  /** When each key has its whole burst again: of those that took since `#since`, and of those that did in the time before. */
  #fullAt = new Map<string, number>();
  #previousFullAt = new Map<string, number>();
  #since = Number.NEGATIVE_INFINITY;

  /** `now`: milliseconds, of a clock that never jumps. */
  constructor({ times, seconds, burst }: Rate, now: () => number) {
    this.#intervalMs = (seconds * 1000) / times;
    this.#burstMs = burst * this.#intervalMs;
    this.#now = now;
  }

  /** How many keys are kept. */
  get size(): number {
    return this.#fullAt.size + this.#previousFullAt.size;
  }

  /** 0 where this is within the rate, and counted; else in how many whole seconds it will be. */
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

  /** Counts `cost` whatever it is: who has none left has to wait until then. */
  charge(key: string, cost: number): void {
    const now = this.#now();
    this.#evictOld(now);
    this.#store(key, this.#getFullAt(key, now) + cost * this.#intervalMs);
  }

  /** As if the key had never taken anything. */
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

  // All at once: one by one, the oldest would be looked for among thousands of places that others left in a `Map`.
  #evictOld(now: number): void {
    const isExpired = now - this.#since >= this.#burstMs;
    if (!isExpired && this.#fullAt.size < MAX_KEYS / 2) return;
    // Who took nothing for as long as one whole burst takes has it again.
    this.#previousFullAt = this.#fullAt;
    this.#fullAt = new Map();
    this.#since = now;
  }
}
