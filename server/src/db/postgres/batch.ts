import { CommandError } from '@snug/protocol';
import { collectLockKeys } from '../lock-keys.ts';
import type { Mutations } from '../mutation.ts';
import type { NotificationEncoder, WriteJob, WriteOutcome } from '../store.ts';
import { isRetryable } from './errors.ts';
import type { PostgresConnection } from './postgres-connection.ts';
import { splitBatch } from './split-batch.ts';
import { Transactions, type TransactionsOptions } from './transactions.ts';

const MAX_BULK_JOBS = 500;
const MAX_ATTEMPTS = 3;

const { code, message } = new CommandError('unavailable');
/** In place of a missing outcome, so that no job gets the outcome of another one. */
const NO_OUTCOME: WriteOutcome = { error: { code, message }, detail: 'a job has no outcome' };

/** Stores many jobs of a kind with one statement. */
export interface BulkStatement {
  /** The indexes of the jobs that `run` may store. */
  select: (mutations: Mutations, jobs: readonly WriteJob[]) => number[];
  /** Returns undefined for those that it does not store. Throws if the transaction fails. */
  run: (
    connection: PostgresConnection,
    jobs: readonly WriteJob[],
    encoder: NotificationEncoder | undefined,
  ) => Promise<(WriteOutcome | undefined)[]>;
}

export interface BatchRunnerOptions extends TransactionsOptions {
  bulkStatement: BulkStatement;
}

/** The jobs of the bulk statement come first. Then each group of jobs with common locks has its own transaction. */
export class BatchRunner {
  readonly #options: BatchRunnerOptions;
  readonly #transactions: Transactions;

  constructor(options: BatchRunnerOptions) {
    this.#options = options;
    this.#transactions = new Transactions(options);
  }

  /** Never rejects. */
  async run(jobs: readonly WriteJob[]): Promise<WriteOutcome[]> {
    const batch: Batch = { jobs, outcomes: jobs.map(() => undefined) };
    const { mutations, bulkStatement } = this.#options;
    const inBulk = bulkStatement.select(mutations, jobs);
    await this.#runAllInBulk(batch, inBulk);
    const left = inBulk.filter(index => !batch.outcomes[index]);
    // After a start of the database server, the first job of each room is left, with all others of its room.
    const toKey = (index: number) => collectLockKeys(mutations, pick(jobs, [index])).join(' ');
    const firsts = new Map(left.toReversed().map(index => [toKey(index), index]));
    if (firsts.size < left.length) {
      await this.#runSeparately(batch, [...firsts.values()]);
      await this.#runAllInBulk(
        batch,
        left.filter(index => !batch.outcomes[index]),
      );
    }
    await this.#runSeparately(
      batch,
      [...jobs.keys()].filter(index => !batch.outcomes[index]),
    );
    return batch.outcomes.map(outcome => outcome ?? NO_OUTCOME);
  }

  /** Jobs without an outcome afterwards are left to transactions of their own. */
  async #runAllInBulk({ jobs, outcomes }: Batch, indexes: readonly number[]): Promise<void> {
    for (let from = 0; from < indexes.length; from += MAX_BULK_JOBS) {
      const some = indexes.slice(from, from + MAX_BULK_JOBS);
      const stored = await this.#runInBulk(pick(jobs, some));
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

  /** Returns undefined for jobs that are left to transactions of their own. */
  async #runInBulk(jobs: readonly WriteJob[]): Promise<readonly (WriteOutcome | undefined)[]> {
    const { pool, encoder, bulkStatement } = this.#options;
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      try {
        return await pool.withOwn(({ connection }) => bulkStatement.run(connection, jobs, encoder));
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

function pick<Item>(items: readonly Item[], indexes: readonly number[]): Item[] {
  return indexes.flatMap(index => items[index] ?? []);
}
