import type { WriteJob } from './store.ts';

export interface GroupCommitOptions {
  /** Milliseconds, of a clock that never jumps. */
  now: () => number;
  setTimer: (run: () => void, ms: number) => void;
}

/** How long after a batch began the next one does, in ms, and how many changes have to come in that time for it to be worth it. */
const DELAY_MS = 12;
const MIN_CHANGES = 4;
/** How long is looked at who writes before that is judged, in ms. */
const SAMPLE_MS = 100;

/**
 * When a batch may begin. Each costs a lot, and little more with another change in it, and a fast disk has stored one before
 * the next change comes, however many people write. So where many do there is a rest, in which changes gather. Only people who
 * ask for a single change meanwhile count: whoever asks for the next one when the one before is answered would wait for nothing.
 */
export class GroupCommit {
  readonly #options: GroupCommitOptions;
  /** How many changes each person asked for since `#looksSince`. */
  readonly #changes = new Map<string, number>();
  #sampleStart = 0;
  #isDelayWorthwhile = false;
  #delayUntil = 0;

  constructor(options: GroupCommitOptions) {
    this.#options = options;
  }

  /** Resolves when a batch may begin: at once, where there is no rest. */
  async commitDelay(): Promise<void> {
    const { now, setTimer } = this.#options;
    const ms = this.#delayUntil - now();
    if (ms > 0) await new Promise<void>(resolve => setTimer(resolve, ms));
  }

  /** A batch begins. */
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
