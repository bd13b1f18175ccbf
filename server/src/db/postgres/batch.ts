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
    const { mutations } = this.#options;
    const outcomes: (WriteOutcome | undefined)[] = jobs.map(() => undefined);
    const sends = selectSends(mutations, jobs);
    for (let from = 0; from < sends.length; from += MAX_SENDS) {
      const some = sends.slice(from, from + MAX_SENDS);
      const stored = await this.#send(pick(jobs, some));
      for (const [position, index] of some.entries()) outcomes[index] = stored[position];
    }
    const rest = [...jobs.keys()].filter(index => !outcomes[index]);
    const groups = splitBatch(mutations, pick(jobs, rest)).map(group => pick(rest, group));
    await Promise.all(
      groups.map(async group => {
        const stored = await this.#transactions.run(pick(jobs, group));
        for (const [position, index] of group.entries()) outcomes[index] = stored[position];
      }),
    );
    return outcomes.filter(outcome => outcome !== undefined);
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

function pick<Item>(items: readonly Item[], indexes: readonly number[]): Item[] {
  return indexes.flatMap(index => items[index] ?? []);
}
