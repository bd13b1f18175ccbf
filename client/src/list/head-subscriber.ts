import { CommandError } from '@snug/protocol';
import type { Connection } from '../connection/connection.ts';
import { Retry } from '../connection/retry.ts';
import type { Environment } from '../environment.ts';

interface HeadSubscriberOptions {
  environment: Pick<Environment, 'random' | 'setTimer'>;
  connection: Pick<Connection, 'request' | 'state'>;
  /** The server sends the head of the list from now on. */
  onSubscribed: () => void;
}

/** Subscribes to changes at the head of the list of open rooms. */
export class HeadSubscriber {
  readonly #options: HeadSubscriberOptions;
  readonly #retry: Retry;
  #isWanted = false;
  #isSubscribed = false;

  constructor(options: HeadSubscriberOptions) {
    this.#options = options;
    this.#retry = new Retry(options, () => this.set(this.#isWanted));
  }

  /** A new connection has no subscription. */
  onReconnected(on: boolean): void {
    this.#isSubscribed = false;
    this.#send(on);
  }

  set(on: boolean): void {
    if (this.#send(on) && on) this.#options.onSubscribed();
  }

  /** Returns whether this changes the subscription. */
  #send(on: boolean): boolean {
    const { connection } = this.#options;
    this.#isWanted = on;
    if (on === this.#isSubscribed || this.#retry.isWaiting) return false;
    if (connection.state.get().status !== 'connected') return false;
    this.#isSubscribed = on;
    connection.request('watch_list', { on }).then(
      () => this.#retry.reset(),
      (error: unknown) => {
        if (this.#isSubscribed === on) this.#isSubscribed = !on;
        if (error instanceof CommandError && error.isRetryable) this.#retry.schedule(error);
      },
    );
    return true;
  }
}
