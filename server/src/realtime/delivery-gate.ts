import type { Publication } from '../db/mutation.ts';

const MAX_WAITING = 10_000;
const RETRY_MS = 1_000;

export interface DeliveryGateOptions {
  deliver: (publications: readonly Publication[]) => void;
  /** Too many publications wait: from now on, nobody may receive them. */
  onOverflow: () => void;
  setTimer: (run: () => void, ms: number) => void;
  onFailure: (error: unknown) => void;
}

/** Holds publications back while it is unknown who may still receive them. */
export class DeliveryGate {
  readonly #options: DeliveryGateOptions;
  #waiting: Publication[] = [];
  #checks = 0;

  constructor(options: DeliveryGateOptions) {
    this.#options = options;
  }

  deliver(publications: readonly Publication[]): void {
    if (this.#checks === 0) return this.#options.deliver(publications);
    this.#waiting.push(...publications);
    if (this.#waiting.length <= MAX_WAITING) return;
    this.#waiting = [];
    this.#options.onOverflow();
  }

  async holdUntil(check: () => Promise<void>): Promise<void> {
    this.#checks++;
    await this.#retry(check);
    this.#checks--;
    if (this.#checks > 0) return;
    const waiting = this.#waiting;
    this.#waiting = [];
    if (waiting.length > 0) this.#options.deliver(waiting);
  }

  async #retry(check: () => Promise<void>): Promise<void> {
    const { setTimer, onFailure } = this.#options;
    for (;;) {
      try {
        return await check();
      } catch (error) {
        onFailure(error);
        await new Promise<void>(resolve => setTimer(resolve, RETRY_MS));
      }
    }
  }
}
