import type { Clock } from '../../base/clock.ts';
import type { Listener, ListenOptions } from '../../db/store.ts';

const PING_INTERVAL_MS = 1_000;
/** A connection that does not respond within this time is replaced. */
const RESPONSE_TIMEOUT_MS = 3_000;
const MIN_BACKOFF_MS = 100;
const MAX_BACKOFF_MS = 2_000;

export interface SteadyListenerOptions<Link extends Listener> {
  /** The name of the other side, in errors. */
  service: string;
  listen: (options: ListenOptions) => Promise<Link>;
  clock: Pick<Clock, 'setTimer' | 'repeat'>;
  random: () => number;
  onFailure: (error: unknown) => void;
}

export interface SteadyListenerReceiver {
  onPayload(payload: string): void;
  onConnect(): void;
}

/** Keeps one connection that receives payloads: replaces it if it ends or falls silent. */
export class SteadyListener<Link extends Listener> {
  readonly #options: SteadyListenerOptions<Link>;
  #receiver: SteadyListenerReceiver | undefined;
  #current: Link | undefined;
  #isPinging = false;
  #isStopped = false;
  #stopPing: () => void = () => {};

  constructor(options: SteadyListenerOptions<Link>) {
    this.#options = options;
  }

  /** Undefined while there is no connection. */
  get current(): Link | undefined {
    return this.#current;
  }

  start(receiver: SteadyListenerReceiver): void {
    this.#receiver = receiver;
    this.#stopPing = this.#options.clock.repeat(() => void this.#ping(), PING_INTERVAL_MS);
    void this.#connect();
  }

  /** `end`: what the connection does last. */
  async stop(end: (link: Link) => Promise<unknown> = async () => {}): Promise<void> {
    this.#isStopped = true;
    this.#stopPing();
    const link = this.#current;
    if (!link) return;
    try {
      await this.withDeadline(end(link));
    } catch (error) {
      this.#options.onFailure(error);
    }
    this.#current = undefined;
    await this.withDeadline(link.close()).catch(this.#options.onFailure);
  }

  async withDeadline<Value>(work: Promise<Value>): Promise<Value> {
    const { promise: deadline, reject } = Promise.withResolvers<never>();
    const error = new Error(`${this.#options.service} did not respond within ${RESPONSE_TIMEOUT_MS} ms`);
    const cancel = this.#options.clock.setTimer(() => reject(error), RESPONSE_TIMEOUT_MS);
    try {
      return await Promise.race([work, deadline]);
    } finally {
      cancel();
    }
  }

  /** Waits before the next attempt. The first one has the number 0. */
  backOff(attempt: number): Promise<void> {
    const { random, clock } = this.#options;
    const maxMs = Math.min(MAX_BACKOFF_MS, MIN_BACKOFF_MS * 2 ** attempt);
    return new Promise(resolve => clock.setTimer(resolve, maxMs * (0.5 + random() / 2)));
  }

  async #connect(): Promise<void> {
    for (let attempt = 0; !this.#isStopped; attempt++) {
      try {
        return await this.#open();
      } catch (error) {
        if (attempt === 0) this.#options.onFailure(error);
        await this.backOff(attempt);
      }
    }
  }

  async #open(): Promise<void> {
    const state: { hasEnded: boolean; link?: Link } = { hasEnded: false };
    const opening = this.#options.listen({
      onPayload: payload => {
        if (!state.hasEnded) this.#receiver?.onPayload(payload);
      },
      onLost: error => {
        state.hasEnded = true;
        if (state.link) this.#onLost(state.link, error);
      },
    });
    try {
      const link = await this.withDeadline(opening);
      if (state.hasEnded || this.#isStopped) throw new Error('the connection ended');
      state.link = link;
      this.#current = link;
      this.#receiver?.onConnect();
    } catch (error) {
      state.hasEnded = true;
      closeWhenOpen(opening);
      throw error;
    }
  }

  #onLost(link: Link, error: unknown): void {
    if (this.#current !== link) return;
    this.#current = undefined;
    closeWhenOpen(Promise.resolve(link));
    if (this.#isStopped) return;
    this.#options.onFailure(error);
    void this.#connect();
  }

  /** A connection can be silent without being closed. */
  async #ping(): Promise<void> {
    const link = this.#current;
    if (!link || this.#isPinging) return;
    this.#isPinging = true;
    try {
      await this.withDeadline(link.ping());
    } catch (error) {
      this.#onLost(link, error);
    } finally {
      this.#isPinging = false;
    }
  }
}

/** Waits for nothing: a stalled connection never answers. */
function closeWhenOpen(opening: Promise<Listener>): void {
  opening
    .then(listener => listener.close())
    .catch(() => {
      // It is closed already, or was never open.
    });
}
