import { setTimeout as wait } from 'node:timers/promises';
import { runJobs, toUnavailable } from '../batch.ts';
import type { Mutations } from '../mutation.ts';
import type { WriteJob, WriteOutcome } from '../store.ts';
import type { ConnectionPool } from './connection-pool.ts';
import { PostgresEngine, type PostgresEngineOptions, sendCommit, type WriteConnection } from './engine.ts';
import { isRetryable, UnknownOutcomeError } from './errors.ts';
import type { ServerIdentity } from './session.ts';
import { confirmCommits, readStatus } from './transaction-status.ts';

const MAX_ATTEMPTS = 4;
const RETRY_DELAY_MS = 100;

export interface TransactionsOptions extends Pick<PostgresEngineOptions, 'encoder' | 'onTime'> {
  pool: ConnectionPool<WriteConnection>;
  mutations: Mutations;
}

interface LostTransaction {
  id: string;
  sentTo: ServerIdentity;
  outcomes: readonly WriteOutcome[];
}

/**
 * If the outcome of a COMMIT is unknown, runs the jobs again: the locks wait for the lost transaction, and ids show what it
 * stored. Unrepeatable jobs ask the server for the outcome.
 */
export class Transactions {
  readonly #options: TransactionsOptions;

  constructor(options: TransactionsOptions) {
    this.#options = options;
  }

  /** Never rejects. */
  async run(jobs: readonly WriteJob[]): Promise<WriteOutcome[]> {
    const isTracked = jobs.some(job => this.#isUnrepeatable(job));
    let lost: LostTransaction | undefined;
    for (let attempt = 1; ; attempt++) {
      try {
        const known = lost && (await this.#settle(lost));
        if (known) return [...known];
        lost = undefined;
        return await this.#runOnce(jobs, isTracked, transaction => (lost = transaction));
      } catch (error) {
        if (attempt === MAX_ATTEMPTS || !isRetryable(error)) return toUnavailable(jobs, error);
        await wait(RETRY_DELAY_MS * attempt * Math.random());
      }
    }
  }

  #runOnce(
    jobs: readonly WriteJob[],
    isTracked: boolean,
    onLost: (transaction: LostTransaction) => void,
  ): Promise<WriteOutcome[]> {
    const { pool, mutations, encoder, onTime } = this.#options;
    return pool.withOwn(async own => {
      const engine = new PostgresEngine(own, { encoder, isTracked, ...(onTime && { onTime }) });
      try {
        return await runJobs(engine, mutations, jobs);
      } catch (error) {
        const { id, outcomes } = engine.lastTransaction;
        const isUnknown = error instanceof UnknownOutcomeError && id !== undefined;
        if (isUnknown) onLost({ id, sentTo: own.connection.identity, outcomes });
        throw error;
      }
    });
  }

  /** The outcomes of a stored transaction; undefined if nothing of it is stored. */
  #settle({ id, sentTo, outcomes }: LostTransaction): Promise<readonly WriteOutcome[] | undefined> {
    return this.#options.pool.withOwn(async ({ connection }) => {
      const status = await readStatus(connection, id, sentTo);
      if (status === 'aborted') return undefined;
      if (status === 'in progress') throw new UnknownOutcomeError('the transaction still runs');
      if (status === 'unknown') throw new Error('the server that ran the transaction has restarted');
      await confirmCommits(connection, sendCommit);
      return outcomes;
    });
  }

  #isUnrepeatable(job: WriteJob): boolean {
    return 'sql' in job || this.#options.mutations[job.mutation]?.isUnrepeatable === true;
  }
}
