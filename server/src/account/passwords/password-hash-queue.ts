import { FairQueue } from '../../limits/fair-queue.ts';

/** Each hash occupies a CPU core and 16 MB. */
const MAX_CONCURRENT = 2;
const MAX_WAITING = 20;

/** Fair between network addresses, and one at a time per e-mail address. */
export class PasswordHashQueue {
  readonly #queue: FairQueue;
  readonly #lastByEmail = new Map<string, Promise<unknown>>();

  constructor(isLimited: boolean) {
    const maxWaiting = isLimited ? MAX_WAITING : Number.POSITIVE_INFINITY;
    this.#queue = new FairQueue({ concurrency: MAX_CONCURRENT, maxWaiting, maxWaitingPerKey: maxWaiting });
  }

  /** Throws `rate_limited` if too many requests wait. */
  run<Result>(address: string, email: string | undefined, work: () => Promise<Result>): Promise<Result> {
    return this.#queue.run(address, () => (email === undefined ? work() : this.#serialize(email, work)));
  }

  // The accounts library reports the second of two concurrent sign-ups as a failure of the database.
  async #serialize<Result>(email: string, work: () => Promise<Result>): Promise<Result> {
    const result = (this.#lastByEmail.get(email) ?? Promise.resolve()).then(work);
    const settled = result.catch(() => undefined);
    this.#lastByEmail.set(email, settled);
    await settled;
    if (this.#lastByEmail.get(email) === settled) this.#lastByEmail.delete(email);
    return result;
  }
}
