/** Whoever was asked to slow down so often in a row, and goes on, is sent away. */
const MAX_REFUSALS = 100;
/** After each such refusal nothing is read from the socket for so long: refusing costs work, too. */
const PAUSE_MS = 200;

/** How often in a row one socket was asked to slow down, and whether it rests after that. */
export class RefusalCounter {
  readonly #setTimer: (run: () => void, ms: number) => void;
  #count = 0;
  #isPaused = false;

  constructor(setTimer: (run: () => void, ms: number) => void) {
    this.#setTimer = setTimer;
  }

  get isPaused(): boolean {
    return this.#isPaused;
  }

  get isOverLimit(): boolean {
    return this.#count > MAX_REFUSALS;
  }

  /** Counts one, and calls `resume` after the pause that follows it. */
  add(resume: () => void): void {
    this.#count++;
    if (this.#isPaused) return;
    this.#isPaused = true;
    this.#setTimer(() => {
      this.#isPaused = false;
      resume();
    }, PAUSE_MS);
  }

  clear(): void {
    this.#count = 0;
  }
}
