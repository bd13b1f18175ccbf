/** Starts a bounded number of works per turn of the event loop, in order, so that a thousand at once cannot block it. */
export class TurnScheduler {
  readonly #perTurn: number;
  readonly #defer: (run: () => void) => void;
  readonly #waiting = new Set<() => void>();
  #startedThisTurn = 0;

  /** `perTurn`: works per turn of the event loop. `defer`: runs a callback once at the end of this turn. */
  constructor(perTurn: number, defer: (run: () => void) => void) {
    this.#perTurn = perTurn;
    this.#defer = defer;
  }

  get waitingCount(): number {
    return this.#waiting.size;
  }

  get isFree(): boolean {
    return this.#waiting.size === 0 && this.#startedThisTurn < this.#perTurn;
  }

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
