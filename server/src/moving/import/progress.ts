const INTERVAL_MS = 500;
const MINUTE_MS = 60_000;

export interface ProgressOptions {
  now: () => number;
  /** Undefined if nobody looks. */
  write: ((text: string) => void) | undefined;
}

/** Shows how far a long command is, with the remaining time. */
export class Progress {
  readonly #options: ProgressOptions;
  readonly #startedAt: number;
  #shownAt = 0;

  constructor(options: ProgressOptions) {
    this.#options = options;
    this.#startedAt = options.now();
  }

  /** `share`: from 0 to 1; undefined if nobody knows it. */
  show(text: string, share?: number): void {
    const { now, write } = this.#options;
    if (!write || now() - this.#shownAt < INTERVAL_MS) return;
    this.#shownAt = now();
    const left = share === undefined ? undefined : this.#estimate(share);
    const parts = [
      ...(share === undefined ? [] : [`${Math.floor(share * 100)} %`]),
      text,
      ...(left === undefined ? [] : [left]),
    ];
    write(`\r\u001B[K${parts.join(', ')}`);
  }

  end(): void {
    if (this.#shownAt > 0) this.#options.write?.('\r\u001B[K');
  }

  /** Undefined at the beginning, when no estimate is possible. */
  #estimate(share: number): string | undefined {
    const elapsed = this.#options.now() - this.#startedAt;
    if (share < 0.01 || share >= 1 || elapsed < 2_000) return undefined;
    const left = (elapsed / share) * (1 - share);
    if (left < MINUTE_MS) return `${Math.ceil(left / 1_000)} s left`;
    return `${Math.ceil(left / MINUTE_MS)} min left`;
  }
}
