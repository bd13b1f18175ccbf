/** Runs concurrent tasks one step at a time, in a chosen order. */
export class Stepper {
  readonly #waiting = new Map<number, () => void>();

  readonly waitForTurn = (id: number): Promise<void> =>
    new Promise(proceed => this.#waiting.set(id, proceed));

  get isWaiting(): boolean {
    return this.#waiting.size > 0;
  }

  /** The task never gets another turn. */
  forget(id: number): void {
    this.#waiting.delete(id);
  }

  /**
   * Runs steps until no task waits for a turn, at most `maxSteps`. `choose` picks one of `count` tasks. All work between
   * two turns must finish within one turn of the event loop.
   */
  async run(choose: (count: number) => number, maxSteps = Number.POSITIVE_INFINITY): Promise<void> {
    for (let steps = 0; steps < maxSteps; steps++) {
      await new Promise(setImmediate);
      const ready = [...this.#waiting.keys()].toSorted((a, b) => a - b);
      const id = ready[ready.length > 1 ? choose(ready.length) : 0];
      if (id === undefined) return;
      const proceed = this.#waiting.get(id);
      this.#waiting.delete(id);
      proceed?.();
    }
  }
}
