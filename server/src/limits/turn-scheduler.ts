/** Has work begin a little at a time, in the order in which it came: a thousand pieces at once would hold everybody up together. */
export class Turns {
  readonly #perTurn: number;
  readonly #defer: (run: () => void) => void;
  readonly #waiting = new Set<() => void>();
  #begun = 0;

  /** `perTurn`: how much begins in one turn of the event loop. `defer`: runs something once at the end of this turn. */
  constructor(perTurn: number, defer: (run: () => void) => void) {
    this.#perTurn = perTurn;
    this.#defer = defer;
  }

  /** How much waits. */
  get waiting(): number {
    return this.#waiting.size;
  }

  get isFree(): boolean {
    return this.#waiting.size === 0 && this.#begun < this.#perTurn;
  }

  /** Resolves when the work may begin. */
  async next(): Promise<void> {
    if (this.isFree) this.#begin();
    else await new Promise<void>(resolve => this.#waiting.add(resolve));
  }

  #begin(): void {
    if (this.#begun++ === 0) this.#defer(() => this.#endTurn());
  }

  #endTurn(): void {
    this.#begun = 0;
    for (const start of this.#waiting) {
      if (this.#begun === this.#perTurn) return;
      this.#waiting.delete(start);
      this.#begin();
      start();
    }
  }
}
