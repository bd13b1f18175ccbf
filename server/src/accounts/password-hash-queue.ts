import { FairQueue } from '../limits/fair-queue.ts';

/** A hash keeps a processor busy for some time and takes 16 MB. */
const AT_ONCE = 2;
const WAITING = 20;

/** Runs requests that hash a password: few at once, network addresses in turn, and those for one e-mail address in a row. */
export class PasswordWork {
  readonly #queue: FairQueue;
  readonly #last = new Map<string, Promise<unknown>>();

  /** `isLimited`: whether anyone is refused. */
  constructor(isLimited: boolean) {
    const waiting = isLimited ? WAITING : Number.POSITIVE_INFINITY;
    this.#queue = new FairQueue({ running: AT_ONCE, waiting, waitingPerKey: waiting });
  }

  /** Answers as `work` does. Throws `slow_down` where too much waits already. */
  run<Result>(address: string, email: string | undefined, work: () => Promise<Result>): Promise<Result> {
    return this.#queue.run(address, () => (email === undefined ? work() : this.#inARow(email, work)));
  }

  // Of two sign-ups at once, the accounts library would take the second one for a failure of the database.
  async #inARow<Result>(email: string, work: () => Promise<Result>): Promise<Result> {
    const result = (this.#last.get(email) ?? Promise.resolve()).then(work);
    const settled = result.catch(() => undefined);
    this.#last.set(email, settled);
    await settled;
    if (this.#last.get(email) === settled) this.#last.delete(email);
    return result;
  }
}
