/** Has work begin a little at a time, in the order in which it came: a thousand pieces at once would hold everybody up together. */
export class TurnScheduler {
  readonly #perTurn: number;
  readonly #defer: (run: () => void) => void;
  readonly #waiting = new Set<() => void>();
  #startedThisTurn = 0;

  /** `perTurn`: how much begins in one turn of the event loop. `defer`: runs something once at the end of this turn. */
  constructor(perTurn: number, defer: (run: () => void) => void) {
    this.#perTurn = perTurn;
    this.#defer = defer;
  }

  /** How much waits. */
  get waitingCount(): number {
    return this.#waiting.size;
  }

  get isFree(): boolean {
    return this.#waiting.size === 0 && this.#startedThisTurn < this.#perTurn;
  }

  /** Resolves when the work may begin. */
  async waitForTurn(): Promise<void> {
    if (this.isFree) this.#countStart();
    else await new Promise<void>(resolve => this.#waiting.add(resolve));
  }

  #countStart(): void {
    if (this.#startedThisTurn++ === 0) this.#defer(() => this.#endTurn());
  }

  #endTurn(): void {
    this.#startedThisTurn = 0;
    for (const start of this.#waiting) {
      if (this.#startedThisTurn === this.#perTurn) return;
      this.#waiting.delete(start);
      this.#countStart();
      start();
    }
  }
}
