import type { Mutations } from '../mutation.ts';
import type { WriteJob, WriteOutcome } from '../store.ts';
import { splitBatch } from './split-batch.ts';
import { Transactions, type TransactionsOptions } from './transactions.ts';

/** Stores batches: each group of related jobs in a transaction of its own. */
export class BatchRunner {
  readonly #mutations: Mutations;
  readonly #transactions: Transactions;

  constructor(options: TransactionsOptions) {
    this.#mutations = options.mutations;
    this.#transactions = new Transactions(options);
  }

  /** Never rejects. */
  async run(jobs: readonly WriteJob[]): Promise<WriteOutcome[]> {
    const { transactions } = splitBatch(this.#mutations, jobs, () => false);
    const outcomes = new Map<number, WriteOutcome>();
    await Promise.all(transactions.map(indexes => this.#runGroup(jobs, indexes, outcomes)));
    return jobs.flatMap((_, index) => outcomes.get(index) ?? []);
  }

  async #runGroup(
    jobs: readonly WriteJob[],
    indexes: readonly number[],
    outcomes: Map<number, WriteOutcome>,
  ): Promise<void> {
    const stored = await this.#transactions.run(indexes.flatMap(index => jobs[index] ?? []));
    for (const [position, outcome] of stored.entries()) outcomes.set(indexes[position] ?? -1, outcome);
  }
}
