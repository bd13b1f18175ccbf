import type { WriteJob } from './store.ts';

export interface GroupCommitOptions {
  now: () => number;
  setTimer: (run: () => void, ms: number) => void;
}

/** Ms between the starts of batches, and the changes in that time that make a delay worthwhile. */
const DELAY_MS = 12;
const MIN_CHANGES = 4;
const SAMPLE_MS = 100;

/**
 * A fast disk stores each change alone, at the cost of a batch. Under load, a delay collects changes. People who send the next
 * change after the previous result gain nothing from a delay, so they do not count.
 */
export class GroupCommit {
  readonly #options: GroupCommitOptions;
  readonly #changes = new Map<string, number>();
  #sampleStart = 0;
  #isDelayWorthwhile = false;
  #delayUntil = 0;

  constructor(options: GroupCommitOptions) {
    this.#options = options;
  }

  async commitDelay(): Promise<void> {
    const { now, setTimer } = this.#options;
    const ms = this.#delayUntil - now();
    if (ms > 0) await new Promise<void>(resolve => setTimer(resolve, ms));
  }

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
