import type { Environment } from '../environment.ts';

/** After this time, a storage operation counts as failed. */
const STORAGE_TIMEOUT_MS = 5_000;
/** Slower disks count as failed. */
const MIN_BYTES_PER_MS = 10_000;

/** Runs the operations of a storage one after the other. After a timeout, the storage is not used again. */
export class StorageQueue {
  readonly #environment: Pick<Environment, 'setTimer'>;
  readonly #onAbandoned: () => void;
  #lastOperation: Promise<unknown> = Promise.resolve();
  #isAbandoned = false;

  /** `onAbandoned`: called once, if the storage stops responding. */
  constructor(environment: Pick<Environment, 'setTimer'>, onAbandoned: () => void) {
    this.#environment = environment;
    this.#onAbandoned = onAbandoned;
  }

  /** Resolves when the operations so far have ended. */
  async settle(): Promise<void> {
    await this.#lastOperation;
  }

  /** Resolves to undefined if the storage fails. `bytes`: to be stored. */
  run<Answer>(ask: () => Promise<Answer>, bytes = 0): Promise<Answer | undefined> {
    const ms = STORAGE_TIMEOUT_MS + bytes / MIN_BYTES_PER_MS;
    const result = this.#lastOperation.then(() =>
      this.#isAbandoned ? undefined : this.#withTimeout(ask, ms),
    );
    this.#lastOperation = result;
    return result;
  }

  #abandon(): void {
    this.#isAbandoned = true;
    this.#onAbandoned();
  }

  async #withTimeout<Answer>(ask: () => Promise<Answer>, ms: number): Promise<Answer | undefined> {
    const { promise: timeout, resolve } = Promise.withResolvers<undefined>();
    const stopTimer = this.#environment.setTimer(() => {
      this.#abandon();
      resolve(undefined);
    }, ms);
    // An item that cannot be saved is sent all the same.
    return Promise.race([ask().catch(() => undefined), timeout]).finally(stopTimer);
  }
}
