import type { Topic } from '@snug/protocol';
import type { Publication } from '../db/mutation.ts';

/** Takes in what a node receives from the bus. */
export interface Receiver {
  deliver(publications: readonly Publication[]): void;
  /** The log of a room has come to `seq`, and the events up to there do not come along. */
  hint(roomId: string, seq: number): void;
}

/**
 * Brings publications to every node. It may deliver more than a node subscribed to, and it may delay, repeat, reorder and lose
 * events that have a `seq`: the room feed of each node repairs that.
 */
export interface Bus {
  /** From now on `receiver` takes in what comes. Called once, before anything else. */
  start(receiver: Receiver): void;
  /** Sends what a commit leads to, to every node, this one included. */
  publish(publications: readonly Publication[]): void;
  /**
   * Resolves when everything that is published from now on arrives. Subscribing and unsubscribing of one topic take effect
   * in the order of their calls. `summary:<id>` brings the events of `room:<id>`, and `list` those of all rooms.
   */
  subscribe(topic: Topic): Promise<void>;
  unsubscribe(topic: Topic): void;
}

const RESOLVED = Promise.resolve();

/** The bus of a server that is alone: it delivers everything at once, in order. */
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
    // There is nobody to say it to.
  }
}
