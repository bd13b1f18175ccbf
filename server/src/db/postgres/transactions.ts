import { setTimeout as wait } from 'node:timers/promises';
import { runJobs, toUnavailable } from '../batch.ts';
import type { Mutations } from '../mutation.ts';
import type { WriteJob, WriteOutcome } from '../store.ts';
import type { ConnectionPool } from './connection-pool.ts';
import { PostgresEngine, type PostgresEngineOptions, sendCommit, type WriteConnection } from './engine.ts';
import { isRetryable, UnknownOutcomeError } from './errors.ts';
import type { PostgresConnection } from './postgres-connection.ts';
import type { ServerIdentity } from './session.ts';

const MAX_ATTEMPTS = 4;
const RETRY_DELAY_MS = 100;

const SELECT_STATUS = 'select pg_xact_status($1::xid8) as "status"';
// A lock of a row is written to the log, so this commit also waits for the standbys that the unknown one waited for.
const CONFIRM = ['begin', `select 1 from "meta" where "key" = 'epoch' for no key update`] as const;

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
      await confirmCommits(connection);
      return outcomes;
    });
  }

  #isUnrepeatable(job: WriteJob): boolean {
    return 'sql' in job || this.#options.mutations[job.mutation]?.isUnrepeatable === true;
  }
}

type TransactionStatus = 'committed' | 'aborted' | 'in progress' | 'unknown';

/** `sentTo`: the server that ran the transaction. After a crash, its id can belong to another one. */
async function readStatus(
  connection: PostgresConnection,
  id: string,
  sentTo: ServerIdentity,
): Promise<TransactionStatus> {
  if (connection.identity.incarnation !== sentTo.incarnation) return 'unknown';
  const { rows } = await connection.query<{ status: TransactionStatus | null }>(SELECT_STATUS, [id]);
  return rows[0]?.status ?? 'unknown';
}

/** Resolves when everything that was committed before is as durable as this server's commits are. */
async function confirmCommits(connection: PostgresConnection): Promise<void> {
  await sendCommit(
    connection,
    CONFIRM.map(sql => connection.query(sql)),
  );
}
