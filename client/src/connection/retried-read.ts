import { CommandError } from '@snug/protocol';
import type { Environment } from '../environment.ts';
import type { Connection } from './connection.ts';
import { Retry } from './retry.ts';

export interface RetriedReadOptions<Output> {
  environment: Pick<Environment, 'random' | 'setTimer'>;
  connection: Pick<Connection, 'state'>;
  /** Rejects with a `CommandError`. */
  read: () => Promise<Output>;
  onResult: (output: Output) => void;
}

/** Reads a person's own state, and retries with backoff while there is a connection. Only the last read counts. */
export class RetriedRead<Output> {
  readonly #options: RetriedReadOptions<Output>;
  readonly #retry: Retry;
  #number = 0;

  constructor(options: RetriedReadOptions<Output>) {
    this.#options = options;
    this.#retry = new Retry(options, () => void this.#run());
  }

  /** For a new connection, and after lost events. */
  start(): void {
    if (!this.#retry.isWaiting) void this.#run();
  }

  cancel(): void {
    this.#number++;
    this.#retry.cancel();
  }

  async #run(): Promise<void> {
    const { connection, read, onResult } = this.#options;
    // Without a connection, the next one reads.
    if (connection.state.get().status !== 'connected') return;
    const number = ++this.#number;
    try {
      const output = await read();
      this.#retry.reset();
      if (number === this.#number) onResult(output);
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      if (number === this.#number && error.isRetryable) this.#retry.schedule(error);
    }
  }
}
