import { CommandError, type ErrorBody } from '@snug/protocol';
import { CompiledQuery } from 'kysely';
import { collectLockKeys } from './lock-keys.ts';
import type { LockKey, Mutation, MutationContext, Mutations } from './mutation.ts';
import type { Db } from './schema.ts';
import type { WriteJob, WriteOutcome } from './store.ts';

/** The database that batches run in. */
export interface Engine {
  /** One connection, for one batch at a time. */
  db: Db;
  /** Begins a transaction that writes. */
  begin: CompiledQuery;
  /** Holds these locks, taken in this order, until the transaction ends. Left out if batches never overlap. */
  lock?: (keys: readonly LockKey[]) => Promise<void>;
  /** The store's time, ms since 1970. */
  now: () => number;
  /** The part of history that is written now. */
  incarnation: () => string;
  /** Whether another batch came in between, so that a second run may succeed. */
  isConflict: (error: unknown) => boolean;
  /** Whether nothing can be stored right now, rather than that one statement was wrong. */
  isStorageFailure: (error: unknown) => boolean;
}

const COMMIT = CompiledQuery.raw('commit');
const ROLLBACK = CompiledQuery.raw('rollback');
const SAVEPOINT = CompiledQuery.raw('savepoint job');
const RELEASE_SAVEPOINT = CompiledQuery.raw('release savepoint job');
const ROLLBACK_TO_SAVEPOINT = CompiledQuery.raw('rollback to savepoint job');

/** How often a batch runs again. */
const MAX_RETRIES = 3;

/**
 * Runs jobs in order in one transaction, with one sync to disk for all. A job that is refused is undone alone.
 * If the transaction itself fails (disk full, sync failed), nothing is stored and every job is `unavailable`.
 */
export async function runBatch(
  engine: Engine,
  mutations: Mutations,
  jobs: readonly WriteJob[],
): Promise<WriteOutcome[]> {
  const run: RunJob = (job, moment) => runJob(engine.db, mutations, job, moment);
  try {
    // Few jobs are refused, and the savepoint that undoes one alone costs each of them: so the first run has none.
    return await runTransaction(engine, mutations, jobs, run).catch(error => {
      if (engine.isStorageFailure(error)) throw error;
      return retryBatch(engine, mutations, jobs, run);
    });
  } catch (error) {
    const outcome: WriteOutcome = {
      error: toErrorBody(new CommandError('unavailable')),
      detail: String(error),
    };
    return jobs.map(() => outcome);
  }
}

type BatchMoment = Pick<MutationContext, 'now' | 'incarnation'>;
type RunJob = (job: WriteJob, moment: BatchMoment) => Promise<WriteOutcome>;

async function retryBatch(
  engine: Engine,
  mutations: Mutations,
  jobs: readonly WriteJob[],
  run: RunJob,
): Promise<WriteOutcome[]> {
  for (let attempt = 1; ; attempt++) {
    const isLast = attempt === MAX_RETRIES;
    try {
      return await runTransaction(engine, mutations, jobs, (job, moment) =>
        runInSavepoint(engine, job, moment, run, isLast),
      );
    } catch (error) {
      if (isLast || !engine.isConflict(error)) throw error;
    }
  }
}

/** Stores nothing if it throws, because a job did or the transaction fails. */
async function runTransaction(
  { db, begin, lock, now, incarnation }: Engine,
  mutations: Mutations,
  jobs: readonly WriteJob[],
  run: RunJob,
): Promise<WriteOutcome[]> {
  try {
    await db.executeQuery(begin);
    if (lock) await lock(collectLockKeys(mutations, jobs));
    const moment = { now: now(), incarnation: incarnation() };
    const outcomes: WriteOutcome[] = [];
    for (const job of jobs) outcomes.push(await run(job, moment));
    await db.executeQuery(COMMIT);
    return outcomes;
  } catch (error) {
    // Some engines end the transaction by themselves after a failure, and then this has nothing to undo.
    await db.executeQuery(ROLLBACK).catch(() => undefined);
    throw error;
  }
}

/** Undoes a job alone if it fails; a conflict ends the batch, unless this is its last run. */
async function runInSavepoint(
  { db, isConflict, isStorageFailure }: Engine,
  job: WriteJob,
  moment: BatchMoment,
  run: RunJob,
  isLast: boolean,
): Promise<WriteOutcome> {
  await db.executeQuery(SAVEPOINT);
  try {
    const outcome = await run(job, moment);
    await db.executeQuery(RELEASE_SAVEPOINT);
    return outcome;
  } catch (error) {
    if (!isLast && isConflict(error)) throw error;
    // Fails if the whole transaction is gone, and so ends the batch.
    await db.executeQuery(ROLLBACK_TO_SAVEPOINT);
    await db.executeQuery(RELEASE_SAVEPOINT);
    if (error instanceof CommandError) return { error: toErrorBody(error) };
    if (isStorageFailure(error)) throw error;
    return { error: toErrorBody(new CommandError('internal')), detail: formatError(error) };
  }
}

async function runJob(
  db: Db,
  mutations: Mutations,
  job: WriteJob,
  moment: BatchMoment,
): Promise<WriteOutcome> {
  if ('sql' in job) {
    const { rows, numAffectedRows } = await db.executeQuery(CompiledQuery.raw(job.sql, [...job.parameters]));
    return { output: { rows, numAffectedRows }, publications: [] };
  }
  const mutation: Mutation<unknown, unknown> | undefined = mutations[job.mutation];
  if (!mutation) throw new Error(`no mutation ${job.mutation}`);
  return mutation.run(db, { ...job.caller, ...moment }, job.input);
}

function toErrorBody({ code, message }: CommandError): ErrorBody {
  return { code, message };
}

function formatError(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
