import type { Clock } from '../../../base/clock.ts';
import type { ListenOptions } from '../../../db/store.ts';
import type { Channel, ChannelReceiver } from '../channel.ts';
import { SteadyListener } from '../steady-listener.ts';
import type { NatsLink } from './nats-connection.ts';

export interface NatsChannelOptions {
  open: (options: ListenOptions) => Promise<NatsLink>;
  clock: Pick<Clock, 'setTimer' | 'repeat'>;
  random: () => number;
  onFailure: (error: unknown) => void;
}

/** One subject for all nodes. Keeps nothing while there is no connection: each node reads later from the database. */
export class NatsChannel implements Channel {
  readonly sendsCommits = false;
  readonly #listener: SteadyListener<NatsLink>;
  #receiver: ChannelReceiver | undefined;

  constructor({ open, ...options }: NatsChannelOptions) {
    this.#listener = new SteadyListener({ ...options, service: 'NATS', listen: open });
  }

  get isConnected(): boolean {
    return this.#listener.current !== undefined;
  }

  start(receiver: ChannelReceiver): void {
    this.#receiver = receiver;
    this.#listener.start(receiver);
  }

  send(payloads: readonly string[]): void {
    try {
      const link = this.#listener.current;
      if (link) link.publish(payloads);
      else this.#receiver?.onOverflow();
    } catch {
      this.#receiver?.onOverflow();
    }
  }

  stop(): Promise<void> {
    // The broker answers when it has everything.
    return this.#listener.stop(link => link.ping());
  }
}
