/** The server closes a socket after more refusals in a row than this. */
const MAX_REFUSALS = 100;
/** Pause after a refusal, because refusing costs work, too. */
const PAUSE_MS = 200;

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
