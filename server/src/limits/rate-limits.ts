import { CommandError } from '@snug/protocol';
import type { LimitName, Rates } from './default-rates.ts';
import { type Rate, RateLimit } from './rate-limit.ts';
import { SHARED_LIMITS, type SharedRates } from './shared-rates.ts';

/** In memory, so a restart resets them. Some are shared with other nodes. */
export class RateLimits {
  readonly isEnabled: boolean;
  readonly #limits: ReadonlyMap<string, RateLimit>;
  readonly #rates: Rates | undefined;
  readonly #shared: SharedRates | undefined;

  /** `rates`: undefined for no limits. */
  constructor(rates: Rates | undefined, now: () => number, shared?: SharedRates) {
    this.isEnabled = rates !== undefined;
    this.#rates = rates;
    this.#shared = shared;
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

  /** Lets a lookup fail with `not_found` a limited number of times: somebody may guess. Rejects with `rate_limited` after that. */
  async limitFailures<Found>(name: LimitName, key: string, find: () => Promise<Found>): Promise<Found> {
    this.take(name, key, 0);
    try {
      return await find();
    } catch (error) {
      if (error instanceof CommandError && error.code === 'not_found') this.charge(name, key, 1);
      throw error;
    }
  }

  /** Like `take`, on all nodes together if the limit is a shared one. Rejects if the limit is exceeded. */
  async takeShared(name: LimitName, key: string, cost = 1): Promise<void> {
    const rate = this.#rates?.[name];
    if (!rate || !this.#shared || !SHARED_LIMITS.has(name)) return this.take(name, key, cost);
    const burstMs = Math.round(toMs(rate, rate.burst));
    const waitMs = await this.#shared.take(toSharedKey(name, key), Math.ceil(toMs(rate, cost)), burstMs);
    if (waitMs > 0) throw createRateLimitedError(Math.ceil(waitMs / 1_000));
  }

  /** Takes back a part of an earlier cost of `takeShared`. */
  async refundShared(name: LimitName, key: string, cost: number): Promise<void> {
    const rate = this.#rates?.[name];
    if (!rate || !this.#shared || !SHARED_LIMITS.has(name)) return this.#limits.get(name)?.refund(key, cost);
    await this.#shared.refund(toSharedKey(name, key), Math.floor(toMs(rate, cost)));
  }

  async resetShared(name: LimitName, key: string): Promise<void> {
    this.#limits.get(name)?.reset(key);
    if (this.isEnabled) await this.#shared?.reset(toSharedKey(name, key));
  }
}

function toMs({ times, seconds }: Rate, cost: number): number {
  return (cost * seconds * 1_000) / times;
}

function toSharedKey(name: LimitName, key: string): string {
  return `${name} ${key}`;
}

export function createRateLimitedError(seconds: number): CommandError {
  const wait = `${seconds} ${seconds === 1 ? 'second' : 'seconds'}`;
  return new CommandError('rate_limited', `You're going a bit fast. Try again in ${wait}.`, seconds);
}
