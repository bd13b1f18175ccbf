import { createRateLimitedError } from './rate-limits.ts';

/** After which time, in seconds, whoever found the queue full may try again. */
const RETRY_AFTER_S = 5;

export interface FairQueueOptions {
  /** How much work runs at once. */
  concurrency: number;
  /** How much waits, of all keys together and of one. */
  maxWaiting: number;
  maxWaitingPerKey: number;
}

interface QueuedWork {
  start: () => void;
  reject: (error: Error) => void;
}

/** Runs expensive work, a little at once, and serves the keys in turn, so that nobody waits for all work of another. */
export class FairQueue {
  readonly #options: FairQueueOptions;
  /** By key; the first key is the next one that is served. */
  readonly #waiting = new Map<string, QueuedWork[]>();
  #running = 0;

  constructor(options: FairQueueOptions) {
    this.#options = options;
  }

  /** Answers as `work` does. Throws `rate_limited` where too much waits already; then `work` does not run. */
  async run<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    if (this.#running < this.#options.concurrency) this.#running++;
    else await this.#wait(key);
    try {
      return await work();
    } finally {
      this.#startNext();
    }
  }

  #wait(key: string): Promise<void> {
    const queue = this.#waiting.get(key) ?? [];
    if (queue.length >= this.#options.maxWaitingPerKey || !this.#makeSpace(queue))
      throw createRateLimitedError(RETRY_AFTER_S);
    const { promise, resolve: start, reject: refuse } = Promise.withResolvers<void>();
    queue.push({ start, reject: refuse });
    this.#waiting.set(key, queue);
    return promise;
  }

  /** In a full queue, whoever has the most waiting gives the last of it up for one who has clearly less. */
  #makeSpace(queue: readonly QueuedWork[]): boolean {
    const all = [...this.#waiting.values()];
    if (all.reduce((sum, { length }) => sum + length, 0) < this.#options.maxWaiting) return true;
    const longest = all.reduce((most, each) => (each.length > most.length ? each : most), []);
    if (longest.length <= queue.length + 1) return false;
    longest.pop()?.reject(createRateLimitedError(RETRY_AFTER_S));
    return true;
  }

  #startNext(): void {
    const [first] = this.#waiting;
    if (!first) {
      this.#running--;
      return;
    }
    const [key, queue] = first;
    this.#waiting.delete(key);
    const work = queue.shift();
    if (queue.length > 0) this.#waiting.set(key, queue);
    work?.start();
  }
}
