import type { Job } from './store.ts';

export interface GatheringOptions {
  /** Milliseconds, of a clock that never jumps. */
  now: () => number;
  setTimer: (run: () => void, ms: number) => void;
}

/** How long after a batch began the next one does, in ms, and how many changes have to come in that time for it to be worth it. */
const REST_MS = 12;
const WORTH_IT = 4;
/** How long is looked at who writes before that is judged, in ms. */
const LOOK_MS = 100;

/**
 * When a batch may begin. Each costs a lot, and little more with another change in it, and a fast disk has stored one before
 * the next change comes, however many people write. So where many do there is a rest, in which changes gather. Only people who
 * ask for a single change meanwhile count: whoever asks for the next one when the one before is answered would wait for nothing.
 */
export class Gathering {
  readonly #options: GatheringOptions;
  /** How many changes each person asked for since `#looksSince`. */
  readonly #changes = new Map<string, number>();
  #looksSince = 0;
  #isWorthIt = false;
  #restsUntil = 0;

  constructor(options: GatheringOptions) {
    this.#options = options;
  }

  /** Resolves when a batch may begin: at once, where there is no rest. */
  async rest(): Promise<void> {
    const { now, setTimer } = this.#options;
    const ms = this.#restsUntil - now();
    if (ms > 0) await new Promise<void>(resolve => setTimer(resolve, ms));
  }

  /** A batch begins. */
  begin(jobs: readonly Job[]): void {
    for (const job of jobs) if ('call' in job) this.#count(job.call.uid);
    const now = this.#options.now();
    if (now - this.#looksSince >= LOOK_MS) this.#judge(now);
    this.#restsUntil = this.#isWorthIt ? now + REST_MS : 0;
  }

  #count(uid: string): void {
    this.#changes.set(uid, (this.#changes.get(uid) ?? 0) + 1);
  }

  #judge(now: number): void {
    const single = [...this.#changes.values()].filter(count => count === 1).length;
    this.#isWorthIt = (single / (now - this.#looksSince)) * REST_MS >= WORTH_IT;
    this.#changes.clear();
    this.#looksSince = now;
  }
}
