import { Retry, type RetryOptions, Store } from '@snug/client';
import { CommandError } from '@snug/protocol';

/** Of several reads the newest counts. One that fails is repeated, and the last result stays meanwhile. */
export class LatestRead<Output> {
  readonly output = new Store<Output | undefined>(undefined);
  readonly #read: () => Promise<Output>;
  readonly #retry: Retry;
  #number = 0;

  constructor(options: RetryOptions, read: () => Promise<Output>) {
    this.#read = read;
    this.#retry = new Retry(options, this.refresh);
  }

  readonly refresh = (): void => {
    const number = ++this.#number;
    this.#read().then(
      output => {
        if (number !== this.#number) return;
        this.#retry.cancel();
        this.output.set(output);
      },
      (error: unknown) => {
        const known = error instanceof CommandError ? error : undefined;
        if (number === this.#number && known?.isRetryable !== false) this.#retry.schedule(known);
      },
    );
  };

  /** Results of reads that still run are dropped. */
  stop(): void {
    this.#number++;
    this.#retry.cancel();
  }
}
