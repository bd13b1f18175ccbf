/** So long after the last move upwards somebody is still on the way up, ms. */
const STILL_MS = 300;

/** Whether somebody scrolls up: who does is not to be taken back down. */
export class WayUp {
  readonly #onEnd: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #frame = 0;
  #isGoing = false;

  /** `onEnd`: called when somebody has stayed for a while, before the next frame. */
  constructor(onEnd: () => void) {
    this.#onEnd = onEnd;
  }

  get isGoing(): boolean {
    return this.#isGoing;
  }

  /** Somebody went a bit further up. */
  go(): void {
    this.#stop();
    this.#isGoing = true;
    this.#timer = setTimeout(() => {
      // Where the page was busy all that time, the next move is heard at the next frame and not before.
      this.#frame = requestAnimationFrame(() => {
        this.#isGoing = false;
        this.#onEnd();
      });
    }, STILL_MS);
  }

  /** Forgets it. */
  end(): void {
    this.#stop();
    this.#isGoing = false;
  }

  #stop(): void {
    clearTimeout(this.#timer);
    cancelAnimationFrame(this.#frame);
  }
}
