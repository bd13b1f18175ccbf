import type { Clock } from '../../base/clock.ts';
import type { Listener, ListenOptions } from '../../db/store.ts';
import type { Channel, ChannelReceiver } from './channel.ts';
import { SendQueue } from './send-queue.ts';

export interface PostgresChannelOptions {
  listen: (options: ListenOptions) => Promise<Listener>;
  notify: (payloads: readonly string[]) => Promise<unknown>;
  clock: Pick<Clock, 'setTimer' | 'repeat'>;
  random: () => number;
  onFailure: (error: unknown) => void;
}

const PING_INTERVAL_MS = 1_000;
/** A connection that does not respond within this time is replaced. */
const RESPONSE_TIMEOUT_MS = 3_000;
const MIN_BACKOFF_MS = 100;
const MAX_BACKOFF_MS = 2_000;

const RESOLVED = Promise.resolve();

/** Commits notify by themselves, so a node receives all changes, its own included, in the order of commits. */
export class PostgresChannel implements Channel {
  readonly sendsCommits = true;
  readonly #options: PostgresChannelOptions;
  readonly #queue: SendQueue;
  #receiver: ChannelReceiver | undefined;
  #listener: Listener | undefined;
  #isPinging = false;
  #sending: Promise<void> | undefined;
  #isStopped = false;
  #stopPing: () => void = () => {};

  constructor(options: PostgresChannelOptions) {
    this.#options = options;
    this.#queue = new SendQueue(() => this.#receiver?.onOverflow());
  }

  get queueLength(): number {
    return this.#queue.length;
  }

  get isConnected(): boolean {
    return this.#listener !== undefined;
  }

  start(receiver: ChannelReceiver): void {
    this.#receiver = receiver;
    this.#stopPing = this.#options.clock.repeat(() => void this.#ping(), PING_INTERVAL_MS);
    void this.#connect();
  }

  send(payloads: readonly string[]): void {
    if (this.#isStopped) return;
    for (const payload of payloads) this.#queue.add(payload);
    this.#sending ??= this.#sendAll();
  }

  /** One channel carries all topics. If it is not connected, the next connection repairs what is missed. */
  subscribe(): Promise<void> {
    return RESOLVED;
  }

  unsubscribe(): void {
    // All nodes receive everything.
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#stopPing();
    await this.#sending;
    const listener = this.#listener;
    this.#listener = undefined;
    if (listener) await this.#withDeadline(listener.close()).catch(this.#options.onFailure);
  }

  async #connect(): Promise<void> {
    for (let attempt = 0; !this.#isStopped; attempt++) {
      try {
        return await this.#open();
      } catch (error) {
        if (attempt === 0) this.#options.onFailure(error);
        await this.#sleep(this.#getBackoffMs(attempt));
      }
    }
  }

  async #open(): Promise<void> {
    const link: { hasEnded: boolean; listener?: Listener } = { hasEnded: false };
    const opening = this.#options.listen({
      onPayload: payload => {
        if (!link.hasEnded) this.#receiver?.onPayload(payload);
      },
      onLost: error => {
        link.hasEnded = true;
        if (link.listener) this.#onLost(link.listener, error);
      },
    });
    try {
      const listener = await this.#withDeadline(opening);
      if (link.hasEnded || this.#isStopped) throw new Error('the connection ended');
      link.listener = listener;
      this.#listener = listener;
      this.#receiver?.onConnect();
    } catch (error) {
      link.hasEnded = true;
      closeWhenOpen(opening);
      throw error;
    }
  }

  #onLost(listener: Listener, error: unknown): void {
    if (this.#listener !== listener) return;
    this.#listener = undefined;
    closeWhenOpen(Promise.resolve(listener));
    if (this.#isStopped) return;
    this.#options.onFailure(error);
    void this.#connect();
  }

  /** A connection can be silent without being closed. */
  async #ping(): Promise<void> {
    const listener = this.#listener;
    if (!listener || this.#isPinging) return;
    this.#isPinging = true;
    try {
      await this.#withDeadline(listener.ping());
    } catch (error) {
      this.#onLost(listener, error);
    } finally {
      this.#isPinging = false;
    }
  }

  async #sendAll(): Promise<void> {
    const { notify, onFailure } = this.#options;
    for (let failures = 0; !this.#queue.isEmpty; ) {
      try {
        await this.#withDeadline(notify(this.#queue.peek()));
        this.#queue.remove();
        failures = 0;
      } catch (error) {
        if (failures === 0) onFailure(error);
        this.#queue.countFailure();
        if (this.#isStopped) break;
        await this.#sleep(this.#getBackoffMs(failures++));
      }
    }
    this.#sending = undefined;
  }

  async #withDeadline<Value>(work: Promise<Value>): Promise<Value> {
    const { promise: deadline, reject } = Promise.withResolvers<never>();
    const error = new Error(`PostgreSQL did not respond within ${RESPONSE_TIMEOUT_MS} ms`);
    const cancel = this.#options.clock.setTimer(() => reject(error), RESPONSE_TIMEOUT_MS);
    try {
      return await Promise.race([work, deadline]);
    } finally {
      cancel();
    }
  }

  #getBackoffMs(attempt: number): number {
    const maxMs = Math.min(MAX_BACKOFF_MS, MIN_BACKOFF_MS * 2 ** attempt);
    return maxMs * (0.5 + this.#options.random() / 2);
  }

  #sleep(ms: number): Promise<void> {
    return new Promise(resolve => this.#options.clock.setTimer(resolve, ms));
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
