const IDLE_MS = 300;

/** Detects that a reader scrolls up; until it ends, the list does not jump to new messages. */
export class UpwardScroll {
  readonly #onEnd: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #frame = 0;
  #isActive = false;

  constructor(onEnd: () => void) {
    this.#onEnd = onEnd;
  }

  get isActive(): boolean {
    return this.#isActive;
  }

  touch(): void {
    this.#clearTimers();
    this.#isActive = true;
    this.#timer = setTimeout(() => {
      // A busy page receives the next scroll event only at the next frame.
      this.#frame = requestAnimationFrame(() => {
        this.#isActive = false;
        this.#onEnd();
      });
    }, IDLE_MS);
  }

  cancel(): void {
    this.#clearTimers();
    this.#isActive = false;
  }

  #clearTimers(): void {
    clearTimeout(this.#timer);
    cancelAnimationFrame(this.#frame);
  }
}
