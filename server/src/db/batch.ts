import { CommandError, type ErrorBody } from '@snug/protocol';
import { CompiledQuery } from 'kysely';
import { getErrorDetail } from '../base/error-detail.ts';
import { collectLockKeys } from './lock-keys.ts';
import type { LockKey, Mutation, MutationContext, Mutations } from './mutation.ts';
import type { Db } from './schema.ts';
import type { WriteJob, WriteOutcome } from './store.ts';

export interface Engine {
  db: Db;
  /** Locks in this order until the transaction ends, unless transactions never overlap. */
  begin: (getLockKeys: () => readonly LockKey[]) => Promise<unknown>;
  /** Resolves when everything is on disk. */
  commit: (outcomes: readonly WriteOutcome[]) => Promise<unknown>;
  now: () => number;
  incarnation: () => string;
  /** Whether the batch conflicted with another one, so that a retry may succeed. */
  isConflict: (error: unknown) => boolean;
  /** Whether only the presence of another batch caused the conflict, not the data that it stored. */
  isTransient: (error: unknown) => boolean;
  /** Whether storage failed, not a single statement. */
  isStorageFailure: (error: unknown) => boolean;
}

const ROLLBACK = CompiledQuery.raw('rollback');
const SAVEPOINT = CompiledQuery.raw('savepoint job');
const RELEASE_SAVEPOINT = CompiledQuery.raw('release savepoint job');
const ROLLBACK_TO_SAVEPOINT = CompiledQuery.raw('rollback to savepoint job');

const MAX_RETRIES = 3;

/** Undoes a failed job alone. A failed transaction returns `unavailable` for all jobs. */
export async function runBatch(
  engine: Engine,
  mutations: Mutations,
  jobs: readonly WriteJob[],
): Promise<WriteOutcome[]> {
  try {
    return await runJobs(engine, mutations, jobs);
  } catch (error) {
    return toUnavailable(jobs, error);
  }
}

/** Like `runBatch`, but throws if the transaction fails. */
export function runJobs(
  engine: Engine,
  mutations: Mutations,
  jobs: readonly WriteJob[],
): Promise<WriteOutcome[]> {
  const run: RunJob = (job, moment) => runJob(engine.db, mutations, job, moment);
  // Few jobs fail, and a savepoint costs time for each of them. So the first run has no savepoints.
  return runTransaction(engine, mutations, jobs, run).catch(error => {
    if (engine.isStorageFailure(error)) throw error;
    if (jobs.length === 1 && error instanceof CommandError) return [{ error: toErrorBody(error) }];
    return retryBatch(engine, mutations, jobs, run);
  });
}

export function toUnavailable(jobs: readonly WriteJob[], error: unknown): WriteOutcome[] {
  const outcome = { error: toErrorBody(new CommandError('unavailable')), detail: String(error) };
  return jobs.map(() => outcome);
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

/** Throws if a job or the transaction fails, and then stores nothing. */
async function runTransaction(
  { db, begin, commit, now, incarnation }: Engine,
  mutations: Mutations,
  jobs: readonly WriteJob[],
  run: RunJob,
): Promise<WriteOutcome[]> {
  try {
    await begin(() => collectLockKeys(mutations, jobs));
    const moment = { now: now(), incarnation: incarnation() };
    const outcomes: WriteOutcome[] = [];
    for (const job of jobs) outcomes.push(await run(job, moment));
    await commit(outcomes);
    return outcomes;
  } catch (error) {
    // Some engines end the transaction by themselves after a failure. Then there is nothing to roll back.
    await db.executeQuery(ROLLBACK).catch(() => undefined);
    throw error;
  }
}

/** Undoes only this job if it fails. A conflict ends the batch, unless this is its last run. */
async function runInSavepoint(
  { db, isConflict, isTransient, isStorageFailure }: Engine,
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
    // Throws if the whole transaction is gone, and so ends the batch.
    await db.executeQuery(ROLLBACK_TO_SAVEPOINT);
    await db.executeQuery(RELEASE_SAVEPOINT);
    if (isStorageFailure(error)) throw error;
    if (error instanceof CommandError) return { error: toErrorBody(error) };
    const code = isTransient(error) ? 'unavailable' : 'internal';
    return { error: toErrorBody(new CommandError(code)), detail: getErrorDetail(error) };
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

function toErrorBody({ code, message }: CommandError): Pick<ErrorBody, 'code' | 'message'> {
  return { code, message };
}
