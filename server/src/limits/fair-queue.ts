import { CommandError } from '@snug/protocol';
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
  #waitingCount = 0;
  #running = 0;

  constructor(options: FairQueueOptions) {
    this.#options = options;
  }

  get waitingCount(): number {
    return this.#waitingCount;
  }

  async run<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    await this.#begin(key);
    try {
      return await work();
    } finally {
      this.#startNext();
    }
  }

  /**
   * Long work, in turns: `takeTurn` resolves to whether it was the last one. Before the next turn, each waiting key has one. Work that
   * waits when `signal` aborts ends: nobody wants its result any more. It rejects with `unavailable`.
   */
  async runInTurns(key: string, takeTurn: () => Promise<boolean>, signal?: AbortSignal): Promise<void> {
    await this.#begin(key, signal);
    let isOver = true;
    do {
      try {
        isOver = await takeTurn();
      } catch (error) {
        this.#startNext();
        throw error;
      }
      // First, so that a key with more work is not ahead of this one again.
      const next = isOver ? undefined : this.#wait(key, signal);
      this.#startNext();
      await next;
    } while (!isOver);
  }

  async #begin(key: string, signal?: AbortSignal): Promise<void> {
    if (this.#running < this.#options.concurrency) this.#running++;
    else await this.#wait(key, signal);
  }

  async #wait(key: string, signal?: AbortSignal): Promise<void> {
    if (signal?.aborted) throw new CommandError('unavailable');
    const queue = this.#waiting.get(key) ?? [];
    if (queue.length >= this.#options.maxWaitingPerKey || !this.#makeSpace(queue))
      throw createRateLimitedError(RETRY_AFTER_S);
    const { promise, resolve: start, reject: refuse } = Promise.withResolvers<void>();
    const work: QueuedWork = { start, reject: refuse };
    queue.push(work);
    this.#waitingCount++;
    this.#waiting.set(key, queue);
    const leave = () => this.#remove(key, work);
    signal?.addEventListener('abort', leave);
    try {
      await promise;
    } finally {
      signal?.removeEventListener('abort', leave);
    }
  }

  #remove(key: string, work: QueuedWork): void {
    const queue = this.#waiting.get(key) ?? [];
    const left = queue.filter(each => each !== work);
    if (left.length === queue.length) return;
    this.#waitingCount--;
    if (left.length > 0) this.#waiting.set(key, left);
    else this.#waiting.delete(key);
    work.reject(new CommandError('unavailable'));
  }

  /** If the queue is full, removes the last work of the key with the most, if this key has clearly less. */
  #makeSpace(queue: readonly QueuedWork[]): boolean {
    if (this.#waitingCount < this.#options.maxWaiting) return true;
    const all = [...this.#waiting.values()];
    const longest = all.reduce((most, each) => (each.length > most.length ? each : most), []);
    if (longest.length <= queue.length + 1) return false;
    longest.pop()?.reject(createRateLimitedError(RETRY_AFTER_S));
    this.#waitingCount--;
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
    if (work) this.#waitingCount--;
    if (queue.length > 0) this.#waiting.set(key, queue);
    work?.start();
  }
}
