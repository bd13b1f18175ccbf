/** Lets what runs at the same time go on one step at a time, in the order that it is given. */
export class Stepper {
  readonly #waiting = new Map<number, () => void>();

  /** Resolves when it is the turn of `who`. */
  readonly waitForTurn = (id: number): Promise<void> =>
    new Promise(proceed => this.#waiting.set(id, proceed));

  get isWaiting(): boolean {
    return this.#waiting.size > 0;
  }

  /** Never gives this one a turn again. */
  forget(id: number): void {
    this.#waiting.delete(id);
  }

  /**
   * Steps until nobody waits for a turn, `most` times at most: `choose` picks one of so many. Everything between two turns
   * must be done within one turn of the event loop.
   */
  async run(choose: (count: number) => number, maxSteps = Number.POSITIVE_INFINITY): Promise<void> {
    for (let steps = 0; steps < maxSteps; steps++) {
      await new Promise(setImmediate);
      const ready = [...this.#waiting.keys()].toSorted((a, b) => a - b);
      const who = ready[ready.length > 1 ? choose(ready.length) : 0];
      if (who === undefined) return;
      const go = this.#waiting.get(who);
      this.#waiting.delete(who);
      go?.();
    }
  }
}
