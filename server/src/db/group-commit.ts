import type { WriteJob } from './store.ts';

export interface GroupCommitOptions {
  /** Milliseconds of a monotonic clock. */
  now: () => number;
  setTimer: (run: () => void, ms: number) => void;
}

/** Interval between the starts of batches, and the changes in it that make a delay worthwhile. */
const DELAY_MS = 12;
const MIN_CHANGES = 4;
/** Interval of the samples for that decision. */
const SAMPLE_MS = 100;

/**
 * Decides when a batch starts. A batch is expensive, and each further change in it is cheap. A fast disk stores one batch
 * before the next change arrives, even if many people write. So under load a delay collects changes. Only people with a
 * single change in the sample count: people who send the next change after the previous result would wait for nothing.
 */
export class GroupCommit {
  readonly #options: GroupCommitOptions;
  /** Changes per person since `#sampleStart`. */
  readonly #changes = new Map<string, number>();
  #sampleStart = 0;
  #isDelayWorthwhile = false;
  #delayUntil = 0;

  constructor(options: GroupCommitOptions) {
    this.#options = options;
  }

  /** Resolves when a batch may start; immediately if there is no delay. */
  async commitDelay(): Promise<void> {
    const { now, setTimer } = this.#options;
    const ms = this.#delayUntil - now();
    if (ms > 0) await new Promise<void>(resolve => setTimer(resolve, ms));
  }

  /** Call at the start of each batch. */
  onBatchStart(jobs: readonly WriteJob[]): void {
    for (const job of jobs) if ('caller' in job) this.#countChange(job.caller.uid);
    const now = this.#options.now();
    if (now - this.#sampleStart >= SAMPLE_MS) this.#evaluate(now);
    this.#delayUntil = this.#isDelayWorthwhile ? now + DELAY_MS : 0;
  }

  #countChange(uid: string): void {
    this.#changes.set(uid, (this.#changes.get(uid) ?? 0) + 1);
  }

  #evaluate(now: number): void {
    const single = [...this.#changes.values()].filter(count => count === 1).length;
    this.#isDelayWorthwhile = (single / (now - this.#sampleStart)) * DELAY_MS >= MIN_CHANGES;
    this.#changes.clear();
    this.#sampleStart = now;
  }
}
