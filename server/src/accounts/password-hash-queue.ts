import { FairQueue } from '../limits/fair-queue.ts';

/** A hash keeps a processor busy for some time and takes 16 MB. */
const MAX_CONCURRENT = 2;
const MAX_WAITING = 20;

/** Runs requests that hash a password: few at once, network addresses in turn, and those for one e-mail address in a row. */
export class PasswordHashQueue {
  readonly #queue: FairQueue;
  readonly #lastByEmail = new Map<string, Promise<unknown>>();

  /** `isLimited`: whether anyone is refused. */
  constructor(isLimited: boolean) {
    const maxWaiting = isLimited ? MAX_WAITING : Number.POSITIVE_INFINITY;
    this.#queue = new FairQueue({ concurrency: MAX_CONCURRENT, maxWaiting, maxWaitingPerKey: maxWaiting });
  }

  /** Answers as `work` does. Throws `rate_limited` where too much waits already. */
  run<Result>(address: string, email: string | undefined, work: () => Promise<Result>): Promise<Result> {
    return this.#queue.run(address, () => (email === undefined ? work() : this.#serialize(email, work)));
  }

  // Of two sign-ups at once, the accounts library would take the second one for a failure of the database.
  async #serialize<Result>(email: string, work: () => Promise<Result>): Promise<Result> {
    const result = (this.#lastByEmail.get(email) ?? Promise.resolve()).then(work);
    const settled = result.catch(() => undefined);
    this.#lastByEmail.set(email, settled);
    await settled;
    if (this.#lastByEmail.get(email) === settled) this.#lastByEmail.delete(email);
    return result;
  }
}
