import type { WriteJob, WriteOutcome } from '../store.ts';
import { selectSends, sendInBulk } from './bulk-send.ts';
import { isRetryable } from './errors.ts';
import { splitBatch } from './split-batch.ts';
import { Transactions, type TransactionsOptions } from './transactions.ts';

const MAX_SENDS = 500;
const MAX_ATTEMPTS = 3;

/** Messages share one statement. Then each group of jobs with common locks has its own transaction. */
export class BatchRunner {
  readonly #options: TransactionsOptions;
  readonly #transactions: Transactions;

  constructor(options: TransactionsOptions) {
    this.#options = options;
    this.#transactions = new Transactions(options);
  }

  /** Never rejects. */
  async run(jobs: readonly WriteJob[]): Promise<WriteOutcome[]> {
    const batch: Batch = { jobs, outcomes: jobs.map(() => undefined) };
    const sends = selectSends(this.#options.mutations, jobs);
    await this.#sendAll(batch, sends);
    const left = sends.filter(index => !batch.outcomes[index]);
    // After a start of the database server, the first message of each room is left, with all others of its room.
    const firsts = new Map(left.toReversed().map(index => [getRoomId(jobs[index]), index]));
    if (firsts.size < left.length) {
      await this.#runSeparately(batch, [...firsts.values()]);
      await this.#sendAll(
        batch,
        left.filter(index => !batch.outcomes[index]),
      );
    }
    await this.#runSeparately(
      batch,
      [...jobs.keys()].filter(index => !batch.outcomes[index]),
    );
    return batch.outcomes.filter(outcome => outcome !== undefined);
  }

  /** Messages without an outcome afterwards are left to transactions of their own. */
  async #sendAll({ jobs, outcomes }: Batch, indexes: readonly number[]): Promise<void> {
    for (let from = 0; from < indexes.length; from += MAX_SENDS) {
      const some = indexes.slice(from, from + MAX_SENDS);
      const stored = await this.#send(pick(jobs, some));
      for (const [position, index] of some.entries()) outcomes[index] = stored[position];
    }
  }

  async #runSeparately({ jobs, outcomes }: Batch, indexes: readonly number[]): Promise<void> {
    const groups = splitBatch(this.#options.mutations, pick(jobs, indexes)).map(group =>
      pick(indexes, group),
    );
    await Promise.all(
      groups.map(async group => {
        const stored = await this.#transactions.run(pick(jobs, group));
        for (const [position, index] of group.entries()) outcomes[index] = stored[position];
      }),
    );
  }

  /** Returns undefined for messages that are left to transactions of their own. */
  async #send(jobs: readonly WriteJob[]): Promise<readonly (WriteOutcome | undefined)[]> {
    const { pool, encoder } = this.#options;
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      try {
        return await pool.withOwn(({ connection }) => sendInBulk(connection, jobs, encoder));
      } catch (error) {
        if (!isRetryable(error)) break;
      }
    }
    return [];
  }
}

interface Batch {
  jobs: readonly WriteJob[];
  /** By job; undefined until it has run. */
  outcomes: (WriteOutcome | undefined)[];
}

function getRoomId(job: WriteJob | undefined): string {
  return job && 'input' in job ? (job.input as { roomId: string }).roomId : '';
}

function pick<Item>(items: readonly Item[], indexes: readonly number[]): Item[] {
  return indexes.flatMap(index => items[index] ?? []);
}
