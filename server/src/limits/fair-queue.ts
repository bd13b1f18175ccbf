import { createRateLimitedError } from './rate-limits.ts';

const RETRY_AFTER_S = 5;

export interface FairQueueOptions {
  concurrency: number;
  /** For all keys together, and per key. */
  maxWaiting: number;
  maxWaitingPerKey: number;
}

interface QueuedWork {
  start: () => void;
  reject: (error: Error) => void;
}

/** Runs expensive work with bounded concurrency. Serves the keys in turn, so that no key waits for all work of another. */
export class FairQueue {
  readonly #options: FairQueueOptions;
  /** By key. The first key is served next. */
  readonly #waiting = new Map<string, QueuedWork[]>();
  #running = 0;

  constructor(options: FairQueueOptions) {
    this.#options = options;
  }

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

  /** If the queue is full, removes the last work of the key with the most, if this key has clearly less. */
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
