import { CommandError } from '@snug/protocol';
import { RateLimit } from './rate-limit.ts';
import type { LimitName, Rates } from './rates.ts';

/** The rate limits of people and network addresses. They live in memory, so a restart resets them. */
export class RateLimits {
  readonly isEnabled: boolean;
  readonly #limits: ReadonlyMap<string, RateLimit>;

  /** `rates`: undefined for no limits. `now`: milliseconds of a monotonic clock. */
  constructor(rates: Rates | undefined, now: () => number) {
    this.isEnabled = rates !== undefined;
    this.#limits = new Map(
      Object.entries(rates ?? {}).map(([name, rate]) => [name, new RateLimit(rate, now)]),
    );
  }

  /** Throws `rate_limited` if the limit is exceeded. */
  take(name: LimitName, key: string, cost = 1): void {
    const seconds = this.#limits.get(name)?.take(key, cost) ?? 0;
    if (seconds > 0) throw createRateLimitedError(seconds);
  }

  /** Counts the cost of finished work in any case. Later calls of `take` wait for it. */
  charge(name: LimitName, key: string, cost: number): void {
    this.#limits.get(name)?.charge(key, cost);
  }

  reset(name: LimitName, key: string): void {
    this.#limits.get(name)?.reset(key);
  }
}

export function createRateLimitedError(seconds: number): CommandError {
  const wait = `${seconds} ${seconds === 1 ? 'second' : 'seconds'}`;
  return new CommandError('rate_limited', `You're going a bit fast. Try again in ${wait}.`, seconds);
}
