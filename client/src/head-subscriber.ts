import type { Connection } from './connection.ts';

/** Subscribes to changes at the head of the list of open rooms. */
export class HeadSubscriber {
  readonly #connection: Pick<Connection, 'request' | 'state'>;
  #isSubscribed = false;

  constructor(connection: Pick<Connection, 'request' | 'state'>) {
    this.#connection = connection;
  }

  /** A new connection has no subscription. */
  onReconnected(on: boolean): void {
    this.#isSubscribed = false;
    this.set(on);
  }

  /** Returns whether this changes the subscription. */
  set(on: boolean): boolean {
    if (on === this.#isSubscribed || this.#connection.state.get().status !== 'connected') return false;
    this.#isSubscribed = on;
    this.#connection.request('watch_list', { on }).catch(() => {
      // The next call tries again.
      if (this.#isSubscribed === on) this.#isSubscribed = !on;
    });
    return true;
  }
}
