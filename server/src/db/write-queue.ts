import type { WriteJob } from './store.ts';

/** Bounds the time of a batch, and so the wait of a change that arrives meanwhile. */
export const MAX_BATCH_JOBS = 256;
/** A job with more entries is a long one, such as `set_reads` of 50 rooms. */
const MAX_SHORT_ENTRIES = 8;
/** Of the long jobs of a batch: some milliseconds. A single job may have more. */
export const MAX_LONG_ENTRIES = 128;

interface Waiting<Item> {
  item: Item;
  /** 0 for a short job. */
  longEntries: number;
}

/** Changes that wait for a batch. If they exceed a batch, people take turns, so that nobody waits for all changes of another. */
export class WriteQueue<Item extends { job: WriteJob }> {
  /** In the order of arrival. */
  #waiting: Waiting<Item>[] = [];
  #longEntries = 0;

  get size(): number {
    return this.#waiting.length;
  }

  get isBatchFull(): boolean {
    return this.#waiting.length >= MAX_BATCH_JOBS || this.#longEntries >= MAX_LONG_ENTRIES;
  }

  add(item: Item): void {
    const longEntries = countLongEntries(item.job);
    this.#waiting.push({ item, longEntries });
    this.#longEntries += longEntries;
  }

  /** Removes the items of the next batch, at most `MAX_BATCH_JOBS`. Keeps the order of each person's changes. */
  takeBatch(): Item[] {
    const batch = this.isBatchFull ? takeInTurns(this.#waiting) : this.#waiting;
    this.#waiting = batch === this.#waiting ? [] : without(this.#waiting, new Set(batch));
    this.#longEntries = this.#waiting.reduce((sum, { longEntries }) => sum + longEntries, 0);
    return batch.map(({ item }) => item);
  }
}

/** By turns, each person's next change, until their next long job does not fit. */
function takeInTurns<Item extends { job: WriteJob }>(waiting: readonly Waiting<Item>[]): Waiting<Item>[] {
  let queues = [
    ...Map.groupBy(waiting, ({ item: { job } }) => ('caller' in job ? job.caller.uid : '')).values(),
  ];
  const batch: Waiting<Item>[] = [];
  let longEntries = 0;
  for (let turn = 0; queues.length > 0; turn++)
    queues = queues.filter(({ [turn]: next }) => {
      if (!next || batch.length === MAX_BATCH_JOBS) return false;
      if (next.longEntries > 0 && longEntries > 0 && longEntries + next.longEntries > MAX_LONG_ENTRIES)
        return false;
      batch.push(next);
      longEntries += next.longEntries;
      return true;
    });
  return batch;
}

function without<Item>(items: readonly Item[], taken: ReadonlySet<Item>): Item[] {
  return items.filter(item => !taken.has(item));
}

/** The time of a job grows with the entries of the lists and maps of its input. */
function countLongEntries(job: WriteJob): number {
  if (!('mutation' in job) || typeof job.input !== 'object' || job.input === null) return 0;
  let entries = 0;
  for (const value of Object.values(job.input))
    if (typeof value === 'object' && value !== null) entries += countEntries(value);
  return entries > MAX_SHORT_ENTRIES ? entries : 0;
}

function countEntries(value: object): number {
  return Array.isArray(value) ? value.length : Object.keys(value).length;
}
