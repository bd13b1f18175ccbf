export interface TimedTurnsOptions {
  maxMs: number;
  now: () => number;
  /** Runs a callback once at the end of this turn of the event loop. */
  defer: (run: () => void) => void;
}

/** Runs callbacks in order at the ends of turns of the event loop, in each turn for about `maxMs`. */
export class TimedTurns {
  readonly #options: TimedTurnsOptions;
  #waiting: (() => void)[] = [];
  #isScheduled = false;

  constructor(options: TimedTurnsOptions) {
    this.#options = options;
  }

  run(callback: () => void): void {
    this.#waiting.push(callback);
    this.#schedule();
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    this.#options.defer(() => this.#takeTurn());
  }

  #takeTurn(): void {
    this.#isScheduled = false;
    const { maxMs, now } = this.#options;
    const startedAt = now();
    // Callbacks that these add run in the next turn.
    const callbacks = this.#waiting;
    this.#waiting = [];
    let done = 0;
    do callbacks[done++]?.();
    while (done < callbacks.length && now() - startedAt < maxMs);
    this.#waiting = [...callbacks.slice(done), ...this.#waiting];
    if (this.#waiting.length > 0) this.#schedule();
  }
}
