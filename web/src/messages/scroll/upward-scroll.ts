/** So long after the last move upwards somebody is still on the way up, ms. */
const IDLE_MS = 300;

/** Whether somebody scrolls up: who does is not to be taken back down. */
export class UpwardScroll {
  readonly #onEnd: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #frame = 0;
  #isActive = false;

  /** `onEnd`: called when somebody has stayed for a while, before the next frame. */
  constructor(onEnd: () => void) {
    this.#onEnd = onEnd;
  }

  get isActive(): boolean {
    return this.#isActive;
  }

  /** Somebody went a bit further up. */
  touch(): void {
    this.#clearTimers();
    this.#isActive = true;
    this.#timer = setTimeout(() => {
      // Where the page was busy all that time, the next move is heard at the next frame and not before.
      this.#frame = requestAnimationFrame(() => {
        this.#isActive = false;
        this.#onEnd();
      });
    }, IDLE_MS);
  }

  /** Forgets it. */
  cancel(): void {
    this.#clearTimers();
    this.#isActive = false;
  }

  #clearTimers(): void {
    clearTimeout(this.#timer);
    cancelAnimationFrame(this.#frame);
  }
}
