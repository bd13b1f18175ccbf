import type { Clock } from '../../base/clock.ts';

/** A turn that has kept the main thread busy for so long rests. */
const WORK_MS = 0.3;
export const REST_MS = 8;

export interface RestQueueOptions {
  clock: Pick<Clock, 'setTimer'>;
  /** How long the main thread was busy since its start, in ms. */
  busyNow: () => number;
}

/**
 * Rests of turns that call many people. They take turns, so that the main thread and the thread that sends are busy for less than a
 * millisecond at once, and several large rooms cost the others no more than one.
 */
export class RestQueue {
  readonly #options: RestQueueOptions;
  #last = Promise.resolve();
  #restedAt = Number.NEGATIVE_INFINITY;

  constructor(options: RestQueueOptions) {
    this.#options = options;
  }

  /** Resolves at once if the main thread was hardly busy since the last rest. */
  rest(): Promise<void> {
    const { busyNow } = this.#options;
    if (busyNow() - this.#restedAt < WORK_MS) return Promise.resolve();
    const rested = this.#last.then(() => this.#wait());
    this.#last = rested;
    return rested;
  }

  async #wait(): Promise<void> {
    const { clock, busyNow } = this.#options;
    await new Promise<void>(resolve => void clock.setTimer(resolve, REST_MS));
    this.#restedAt = busyNow();
  }
}
