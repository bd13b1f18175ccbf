import type { Topic } from '@snug/protocol';
import type { Publication } from '../../db/mutation.ts';

export interface Receiver {
  deliver(publications: readonly Publication[]): void;
  /** Reports that the log of a room has reached `seq`. The events up to `seq` are not delivered. */
  hint(roomId: string, seq: number): void;
}

/**
 * Delivers publications to every node. It may deliver topics without a subscription, and it may delay, repeat, reorder and
 * lose events that have a `seq`. The room feed of each node repairs that.
 */
export interface Bus {
  /** Called once, before any other method. */
  start(receiver: Receiver): void;
  /** Sends publications to every node, including this one. */
  publish(publications: readonly Publication[]): void;
  /**
   * Resolves when every later publication arrives. Calls for one topic take effect in their order. `summary:<id>` delivers
   * the events of `room:<id>`, and `list` those of all rooms.
   */
  subscribe(topic: Topic): Promise<void>;
  unsubscribe(topic: Topic): void;
}

const RESOLVED = Promise.resolve();

/** The bus of a single server delivers immediately and in order. */
export class LocalBus implements Bus {
  #receiver: Receiver | undefined;

  start(receiver: Receiver): void {
    this.#receiver = receiver;
  }

  publish(publications: readonly Publication[]): void {
    this.#receiver?.deliver(publications);
  }

  subscribe(): Promise<void> {
    return RESOLVED;
  }

  unsubscribe(): void {
    // A single server has no other node to notify.
  }
}
