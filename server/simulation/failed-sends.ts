import type { Chat } from '@snug/client';
import type { SimulatedClock } from './clock.ts';

/** How long a person reads that a message was not sent. */
const READING_MS = 1_000;

/** Answers to messages that a trim took meanwhile: the server refuses them, and their authors send them again, without the answer. */
export class FailedSends {
  /** The ids of messages that failed at least once. Others of their author can overtake them. */
  readonly ids = new Set<string>();
  readonly #clock: Pick<SimulatedClock, 'setTimer'>;

  constructor(clock: Pick<SimulatedClock, 'setTimer'>) {
    this.#clock = clock;
  }

  follow({ outbox }: Pick<Chat, 'outbox'>): void {
    const read = new Set<string>();
    outbox.items.subscribe(() => {
      for (const { id, status } of outbox.items.get()) {
        if (status !== 'failed' || read.has(id)) continue;
        this.ids.add(id);
        read.add(id);
        this.#clock.setTimer(() => {
          read.delete(id);
          outbox.retry(id);
        }, READING_MS);
      }
    });
  }
}
