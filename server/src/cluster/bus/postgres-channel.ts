import type { Clock } from '../../base/clock.ts';
import type { Listener, ListenOptions } from '../../db/store.ts';
import type { Channel, ChannelReceiver } from './channel.ts';
import { SendQueue } from './send-queue.ts';
import { SteadyListener } from './steady-listener.ts';

export interface PostgresChannelOptions {
  listen: (options: ListenOptions) => Promise<Listener>;
  notify: (payloads: readonly string[]) => Promise<unknown>;
  clock: Pick<Clock, 'setTimer' | 'repeat'>;
  random: () => number;
  onFailure: (error: unknown) => void;
}

/** Commits notify by themselves, so a node receives all changes, its own included, in the order of commits. */
export class PostgresChannel implements Channel {
  readonly sendsCommits = true;
  readonly #options: PostgresChannelOptions;
  readonly #queue: SendQueue;
  readonly #listener: SteadyListener<Listener>;
  #receiver: ChannelReceiver | undefined;
  #sending: Promise<void> | undefined;
  #isStopped = false;

  constructor(options: PostgresChannelOptions) {
    this.#options = options;
    this.#listener = new SteadyListener({ ...options, service: 'PostgreSQL' });
    this.#queue = new SendQueue(() => this.#receiver?.onOverflow());
  }

  get queueLength(): number {
    return this.#queue.length;
  }

  get isConnected(): boolean {
    return this.#listener.current !== undefined;
  }

  start(receiver: ChannelReceiver): void {
    this.#receiver = receiver;
    this.#listener.start(receiver);
  }

  send(payloads: readonly string[]): void {
    if (this.#isStopped) return;
    for (const payload of payloads) this.#queue.add(payload);
    this.#sending ??= this.#sendAll();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#sending;
    await this.#listener.stop();
  }

  async #sendAll(): Promise<void> {
    const { notify, onFailure } = this.#options;
    for (let failures = 0; !this.#queue.isEmpty; ) {
      try {
        await this.#listener.withDeadline(notify(this.#queue.peek()));
        this.#queue.remove();
        failures = 0;
      } catch (error) {
        if (failures === 0) onFailure(error);
        this.#queue.countFailure();
        if (this.#isStopped) break;
        await this.#listener.backOff(failures++);
      }
    }
    this.#sending = undefined;
  }
}
