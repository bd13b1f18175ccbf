import { CommandError } from '@snug/protocol';
import { getRetryDelayMs } from './backoff.ts';
import type { Connection } from './connection.ts';
import type { Environment } from './environment.ts';

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
  #number = 0;
  #attempt = 0;

  constructor(options: RetriedReadOptions<Output>) {
    this.#options = options;
  }

  /** For a new connection, and after lost events. */
  start(): void {
    this.#attempt = 0;
    void this.#run();
  }

  cancel(): void {
    this.#number++;
  }

  async #run(): Promise<void> {
    const { connection, read, onResult } = this.#options;
    // Without a connection, the next one reads.
    if (connection.state.get().status !== 'connected') return;
    const number = ++this.#number;
    try {
      const output = await read();
      if (number === this.#number) onResult(output);
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      if (number === this.#number) this.#retry(error, number);
    }
  }

  #retry({ isRetryable, retryAfter = 0 }: CommandError, number: number): void {
    const { environment, connection } = this.#options;
    if (!isRetryable || connection.state.get().status !== 'connected') return;
    const wait = Math.max(getRetryDelayMs(this.#attempt++, environment.random), retryAfter * 1_000);
    environment.setTimer(() => number === this.#number && void this.#run(), wait);
  }
}
