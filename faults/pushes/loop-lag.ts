const INTERVAL_MS = 20;

/** How late this process is: a push that it receives late did not leave late. */
export class LoopLag {
  readonly #late: { at: number; ms: number }[] = [];
  readonly #timer: NodeJS.Timeout;

  constructor() {
    let last = Date.now();
    this.#timer = setInterval(() => {
      const at = Date.now();
      if (at - last > 2 * INTERVAL_MS) this.#late.push({ at, ms: at - last });
      last = at;
    }, INTERVAL_MS);
  }

  /** The sum of the delays between two times, in ms. */
  get(from: number, to: number): number {
    return this.#late.reduce((sum, { at, ms }) => (at >= from && at - ms <= to ? sum + ms : sum), 0);
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
