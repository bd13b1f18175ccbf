/** Connections to receivers that are open at once. */
const MAX_RUNNING = 32;
/** Of these for the webhooks of one person, and for those whose receiver is slow. */
const MAX_RUNNING_OF_PERSON = 4;
const MAX_RUNNING_SLOW = 16;
/** A slow receiver must not delay the end of the server: it gets the delivery again. */
const MAX_STOP_MS = 1_000;
const STOP_POLL_MS = 10;

export interface QueuedTurn {
  /** Who created the webhook. */
  uid: string;
  isSlow: boolean;
  run: () => Promise<void>;
}

/** Runs turns in order, but leaves the turns of a busy person and of slow receivers behind those of others. */
export class TurnQueue {
  readonly #waiting: QueuedTurn[] = [];
  readonly #running = new Set<QueuedTurn>();

  add(turn: QueuedTurn): void {
    this.#waiting.push(turn);
    this.#startTurns();
  }

  /** Starts no other turns. Resolves when the running ones have ended, or after a second. */
  async stop(): Promise<void> {
    this.#waiting.length = 0;
    for (let waited = 0; this.#running.size > 0 && waited < MAX_STOP_MS; waited += STOP_POLL_MS)
      await new Promise(resolve => setTimeout(resolve, STOP_POLL_MS));
  }

  #startTurns(): void {
    while (this.#running.size < MAX_RUNNING) {
      const index = this.#waiting.findIndex(turn => this.#mayRun(turn));
      const [turn] = index === -1 ? [] : this.#waiting.splice(index, 1);
      if (!turn) return;
      void this.#run(turn);
    }
  }

  #mayRun({ uid, isSlow }: QueuedTurn): boolean {
    const running = [...this.#running];
    if (running.filter(turn => turn.uid === uid).length >= MAX_RUNNING_OF_PERSON) return false;
    return !isSlow || running.filter(turn => turn.isSlow).length < MAX_RUNNING_SLOW;
  }

  async #run(turn: QueuedTurn): Promise<void> {
    this.#running.add(turn);
    try {
      await turn.run();
    } finally {
      this.#running.delete(turn);
      this.#startTurns();
    }
  }
}
