import { slowDown } from './rate-limits.ts';

/** After which time, in seconds, whoever found the queue full may try again. */
const RETRY_AFTER_S = 5;

export interface FairQueueOptions {
  /** How much work runs at once. */
  running: number;
  /** How much waits, of all keys together and of one. */
  waiting: number;
  waitingPerKey: number;
}

interface Job {
  start: () => void;
  refuse: (error: Error) => void;
}

/** Runs expensive work, a little at once, and serves the keys in turn, so that nobody waits for all work of another. */
export class FairQueue {
  readonly #options: FairQueueOptions;
  /** By key; the first key is the next one that is served. */
  readonly #waiting = new Map<string, Job[]>();
  #running = 0;

  constructor(options: FairQueueOptions) {
    this.#options = options;
  }

  /** Answers as `work` does. Throws `slow_down` where too much waits already; then `work` does not run. */
  async run<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    if (this.#running < this.#options.running) this.#running++;
    else await this.#wait(key);
    try {
      return await work();
    } finally {
      this.#startNext();
    }
  }

  #wait(key: string): Promise<void> {
    const jobs = this.#waiting.get(key) ?? [];
    if (jobs.length >= this.#options.waitingPerKey || !this.#hasPlace(jobs)) throw slowDown(RETRY_AFTER_S);
    const { promise, resolve: start, reject: refuse } = Promise.withResolvers<void>();
    jobs.push({ start, refuse });
    this.#waiting.set(key, jobs);
    return promise;
  }

  /** In a full queue, whoever has the most waiting gives the last of it up for one who has clearly less. */
  #hasPlace(jobs: readonly Job[]): boolean {
    const all = [...this.#waiting.values()];
    if (all.reduce((sum, { length }) => sum + length, 0) < this.#options.waiting) return true;
    const longest = all.reduce((most, each) => (each.length > most.length ? each : most), []);
    if (longest.length <= jobs.length + 1) return false;
    longest.pop()?.refuse(slowDown(RETRY_AFTER_S));
    return true;
  }

  #startNext(): void {
    const [first] = this.#waiting;
    if (!first) {
      this.#running--;
      return;
    }
    const [key, jobs] = first;
    this.#waiting.delete(key);
    const job = jobs.shift();
    if (jobs.length > 0) this.#waiting.set(key, jobs);
    job?.start();
  }
}
