import { CommandError } from '@snug/protocol';
import { RateLimit } from './rate-limit.ts';
import type { LimitName, Rates } from './rates.ts';

/** How often people and network addresses may do what. Kept in memory: a server that starts forgives. */
export class RateLimits {
  /** Whether anything is limited. */
  readonly isEnabled: boolean;
  readonly #limits: ReadonlyMap<string, RateLimit>;

  /** `rates`: undefined where nothing is limited. `now`: milliseconds, of a clock that never jumps. */
  constructor(rates: Rates | undefined, now: () => number) {
    this.isEnabled = rates !== undefined;
    this.#limits = new Map(
      Object.entries(rates ?? {}).map(([name, rate]) => [name, new RateLimit(rate, now)]),
    );
  }

  /** Throws `rate_limited` where that would be more than the limit allows. */
  take(name: LimitName, key: string, cost = 1): void {
    const seconds = this.#limits.get(name)?.take(key, cost) ?? 0;
    if (seconds > 0) throw createRateLimitedError(seconds);
  }

  /** Counts what has been done already, however much it is: the next `take` waits for it. */
  charge(name: LimitName, key: string, cost: number): void {
    this.#limits.get(name)?.charge(key, cost);
  }

  /** What was taken does not count. */
  reset(name: LimitName, key: string): void {
    this.#limits.get(name)?.reset(key);
  }
}

export function createRateLimitedError(seconds: number): CommandError {
  const wait = `${seconds} ${seconds === 1 ? 'second' : 'seconds'}`;
  return new CommandError('rate_limited', `You're going a bit fast. Try again in ${wait}.`, seconds);
}
