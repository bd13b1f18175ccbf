import { sessionTopic } from '@snug/protocol';
import type { Clock } from '../base/clock.ts';
import type { Publication } from '../db/mutation.ts';

/** In this time, a browser stores the cookie of the session that replaces another one. Then its pages reconnect with it. */
const COOKIE_DELAY_MS = 1_000;

/** Closes the sockets of ended sessions, on all servers. */
export class SessionCloser {
  readonly #clock: Pick<Clock, 'defer' | 'setTimer'>;
  readonly #publish: (publications: Publication[]) => void;

  constructor(clock: Pick<Clock, 'defer' | 'setTimer'>, publish: (publications: Publication[]) => void) {
    this.#clock = clock;
    this.#publish = publish;
  }

  close(sessionIds: readonly string[]): void {
    this.#publish(sessionIds.map(id => ({ topic: sessionTopic(id), event: { type: 'session_ended' } })));
  }

  /** The result of the current command leaves first. */
  closeAfterResult(sessionIds: readonly string[]): void {
    this.#clock.defer(() => this.close(sessionIds));
  }

  /** For sessions that another one of the same browser replaces. */
  closeReplaced(sessionIds: readonly string[]): void {
    this.#clock.setTimer(() => this.close(sessionIds), COOKIE_DELAY_MS);
  }
}
