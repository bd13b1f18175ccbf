import type { Clock } from '../../base/clock.ts';

/** A turn that has kept the main thread busy for so long rests. */
const WORK_MS = 0.15;
export const REST_MS = 4;
/** While nobody else uses the server. */
export const SHORT_REST_MS = 1;
/** Of the time of the recent rests. If the main thread was busy for more, others use the server: the outcomes of pushes take 3 %. */
const QUIET_SHARE = 0.05;
/** Of the newest rest, in the share of the recent ones. */
const NEWEST_WEIGHT = 0.2;

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
  #busyShare = 1;

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
    const ms = this.#busyShare > QUIET_SHARE ? REST_MS : SHORT_REST_MS;
    const busyBefore = busyNow();
    await new Promise<void>(resolve => void clock.setTimer(resolve, ms));
    this.#restedAt = busyNow();
    const newest = (this.#restedAt - busyBefore) / ms;
    this.#busyShare += NEWEST_WEIGHT * (newest - this.#busyShare);
  }
}
