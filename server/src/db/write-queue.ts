import type { WriteJob } from './store.ts';

/** Bounds the time of a batch, and so the wait of a change that arrives meanwhile. */
export const MAX_BATCH_JOBS = 256;

/** Changes that wait for a batch. If they exceed a batch, people take turns, so that nobody waits for all changes of another. */
export class WriteQueue<Item extends { job: WriteJob }> {
  /** In the order of arrival. */
  #waiting: Item[] = [];

  get size(): number {
    return this.#waiting.length;
  }

  get isBatchFull(): boolean {
    return this.#waiting.length >= MAX_BATCH_JOBS;
  }

  add(item: Item): void {
    this.#waiting.push(item);
  }

  /** Removes the items of the next batch, at most `MAX_BATCH_JOBS`. Keeps the order of each person's changes. */
  takeBatch(): Item[] {
    const waiting = this.#waiting;
    const batch = waiting.length <= MAX_BATCH_JOBS ? waiting : takeInTurns(waiting);
    this.#waiting = batch === waiting ? [] : without(waiting, new Set(batch));
    return batch;
  }
}

function takeInTurns<Item extends { job: WriteJob }>(items: readonly Item[]): Item[] {
  const queues = [...Map.groupBy(items, ({ job }) => ('caller' in job ? job.caller.uid : '')).values()];
  const batch: Item[] = [];
  for (let turn = 0; batch.length < MAX_BATCH_JOBS; turn++)
    for (const { [turn]: item } of queues) if (item && batch.length < MAX_BATCH_JOBS) batch.push(item);
  return batch;
}

function without<Item>(items: readonly Item[], taken: ReadonlySet<Item>): Item[] {
  return items.filter(item => !taken.has(item));
}
