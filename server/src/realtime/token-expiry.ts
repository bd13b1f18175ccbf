import { CLOSE_CODE } from '@snug/protocol';
import type { Clock } from '../base/clock.ts';
import type { Connection } from './connection.ts';

/** Longer timers of Node fire at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Closes the connections of access tokens and guests when these end. Heartbeats would let events through for 10 s more. */
export class TokenExpiry {
  readonly #now: () => number;
  readonly #setTimer: Clock['setTimer'];
  readonly #timers = new Map<Connection, () => void>();

  constructor(now: () => number, setTimer: Clock['setTimer']) {
    this.#now = now;
    this.#setTimer = setTimer;
  }

  /** `expiresAt`: ms since 1970. */
  add(connection: Connection, expiresAt: number): void {
    const left = expiresAt - this.#now();
    if (left <= 0) {
      connection.close(CLOSE_CODE.unauthenticated);
      return;
    }
    const timer = this.#setTimer(() => this.add(connection, expiresAt), Math.min(left, MAX_TIMER_MS));
    this.#timers.set(connection, timer);
  }

  remove(connection: Connection): void {
    this.#timers.get(connection)?.();
    this.#timers.delete(connection);
  }
}
