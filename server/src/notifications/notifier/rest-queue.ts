import type { Clock } from '../../base/clock.ts';

/** Two of them for a person who is called: before the reads, and before the pushes. */
const REST_MS = 1;

/**
 * Rests of turns that call many people. They take turns, so that the main thread and the thread that sends are busy for less than a
 * millisecond at once, and several large rooms cost the others no more than one.
 */
export class RestQueue {
  readonly #clock: Pick<Clock, 'setTimer'>;
  #last = Promise.resolve();

  constructor(clock: Pick<Clock, 'setTimer'>) {
    this.#clock = clock;
  }

  rest(): Promise<void> {
    const rested = this.#last.then(
      () => new Promise<void>(resolve => void this.#clock.setTimer(resolve, REST_MS)),
    );
    this.#last = rested;
    return rested;
  }
}
