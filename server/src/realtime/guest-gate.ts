import { CLOSE_CODE, personTopic } from '@snug/protocol';
import type { Frame } from './frame.ts';
import type { PersonGate, Subscriber } from './hub.ts';

/** The events of this time share one check. */
const CHECK_DELAY_MS = 50;

export interface GuestGateOptions {
  /** Those of the people whom the guest may see. */
  findKnown: (guest: string, uids: readonly string[]) => Promise<ReadonlySet<string>>;
  setTimer: (run: () => void, ms: number) => void;
  onFailure: (error: unknown) => void;
}

/**
 * Sends a guest the changes of people whom they may see at that moment, and ends the subscriptions to others. Each check reads the
 * database, so no lost event lets a change through.
 */
export class GuestGate implements PersonGate {
  readonly #options: GuestGateOptions;
  readonly #held = new Map<Subscriber, Map<string, Frame[]>>();

  constructor(options: GuestGateOptions) {
    this.#options = options;
  }

  send(subscriber: Subscriber, uid: string, frame: Frame): void {
    if (uid === subscriber.uid) return subscriber.sendInBackground(frame);
    let held = this.#held.get(subscriber);
    if (!held) {
      held = new Map();
      this.#held.set(subscriber, held);
      this.#options.setTimer(() => void this.#release(subscriber), CHECK_DELAY_MS);
    }
    const frames = held.get(uid);
    if (frames) frames.push(frame);
    else held.set(uid, [frame]);
  }

  async #release(subscriber: Subscriber): Promise<void> {
    const held = this.#held.get(subscriber) ?? new Map<string, Frame[]>();
    this.#held.delete(subscriber);
    try {
      const known = await this.#options.findKnown(subscriber.uid, [...held.keys()]);
      for (const [uid, frames] of held) {
        if (known.has(uid)) for (const frame of frames) subscriber.sendInBackground(frame);
        else subscriber.unsubscribe(personTopic(uid));
      }
    } catch (error) {
      this.#options.onFailure(error);
      // The client reads the people again after it has reconnected.
      subscriber.close(CLOSE_CODE.restart);
    }
  }
}
