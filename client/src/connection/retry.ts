import type { CommandError } from '@snug/protocol';
import type { Environment } from '../environment.ts';
import { getRetryDelayMs } from './backoff.ts';
import type { Connection } from './connection.ts';

export interface RetryOptions {
  environment: Pick<Environment, 'random' | 'setTimer'>;
  connection: Pick<Connection, 'state'>;
}

/**
 * The delay before something is sent again: the time that the server asks for, and a backoff after it, so that clients do not
 * return together. A lost connection ends it, because the next connection starts again.
 */
export class Retry {
  readonly #options: RetryOptions;
  readonly #run: () => void;
  #attempt = 0;
  #stop: (() => void) | undefined;

  constructor(options: RetryOptions, run: () => void) {
    this.#options = options;
    this.#run = run;
  }

  /** Nothing is to be sent meanwhile. */
  get isWaiting(): boolean {
    return this.#stop !== undefined;
  }

  /** Does nothing without a connection. */
  schedule({ retryAfter = 0 }: { retryAfter?: CommandError['retryAfter'] } = {}): void {
    const { environment, connection } = this.#options;
    this.#stop?.();
    this.#stop = undefined;
    if (connection.state.get().status !== 'connected') return;
    const wait = retryAfter * 1_000 + getRetryDelayMs(this.#attempt++, environment.random);
    const stops = [
      environment.setTimer(() => {
        this.#stop?.();
        this.#stop = undefined;
        this.#run();
      }, wait),
      connection.state.subscribe(() => connection.state.get().status !== 'connected' && this.cancel()),
    ];
    this.#stop = () => {
      for (const stop of stops) stop();
    };
  }

  /** After a success. */
  reset(): void {
    this.#attempt = 0;
  }

  cancel(): void {
    this.#stop?.();
    this.#stop = undefined;
    this.#attempt = 0;
  }
}

/** A delay for each of several things. */
export class Retries {
  readonly #options: RetryOptions;
  readonly #run: (key: string) => void;
  readonly #byKey = new Map<string, Retry>();

  constructor(options: RetryOptions, run: (key: string) => void) {
    this.#options = options;
    this.#run = run;
  }

  isWaiting(key: string): boolean {
    return this.#byKey.get(key)?.isWaiting === true;
  }

  schedule(key: string, error?: CommandError): void {
    const known = this.#byKey.get(key);
    const retry = known ?? new Retry(this.#options, () => this.#run(key));
    if (!known) this.#byKey.set(key, retry);
    retry.schedule(error);
  }

  /** After a success. */
  reset(key: string): void {
    this.#byKey.get(key)?.cancel();
    this.#byKey.delete(key);
  }

  cancel(): void {
    for (const retry of this.#byKey.values()) retry.cancel();
    this.#byKey.clear();
  }
}
