import { CommandError, type ErrorBody } from '@snug/protocol';
import { CompiledQuery } from 'kysely';
import type { Mutation, Mutations } from '../mutation.ts';
import type { Db } from '../schema.ts';
import type { Job, Outcome } from '../store.ts';
import { isStorageFailure } from './sqlite.ts';

const BEGIN = CompiledQuery.raw('begin immediate');
const COMMIT = CompiledQuery.raw('commit');
const ROLLBACK = CompiledQuery.raw('rollback');
const SAVEPOINT = CompiledQuery.raw('savepoint job');
const RELEASE = CompiledQuery.raw('release job');
const UNDO = CompiledQuery.raw('rollback to job');

/**
 * Runs jobs in order in one transaction, with one sync to disk for all. A job that is refused is undone alone.
 * Where the transaction itself fails (disk full, sync failed), nothing is stored and every job is `unavailable`.
 */
export async function runBatch(db: Db, mutations: Mutations, jobs: readonly Job[]): Promise<Outcome[]> {
  try {
    // Few jobs are refused, and the savepoint that undoes one alone costs each of them: so all are tried without first.
    return await store(db, jobs, job => perform(db, mutations, job)).catch(error => {
      if (isStorageFailure(error)) throw error;
      return store(db, jobs, job => performApart(db, mutations, job));
    });
  } catch (error) {
    const outcome: Outcome = { error: bodyOf(new CommandError('unavailable')), detail: String(error) };
    return jobs.map(() => outcome);
  }
}

/** Nothing is stored where it throws, because a job did or the transaction fails. */
async function store(db: Db, jobs: readonly Job[], run: (job: Job) => Promise<Outcome>): Promise<Outcome[]> {
  try {
    await db.executeQuery(BEGIN);
    const outcomes: Outcome[] = [];
    for (const job of jobs) outcomes.push(await run(job));
    await db.executeQuery(COMMIT);
    return outcomes;
  } catch (error) {
    // SQLite ends the transaction by itself after some failures, and then this has nothing to undo.
    await db.executeQuery(ROLLBACK).catch(() => undefined);
    throw error;
  }
}

async function performApart(db: Db, mutations: Mutations, job: Job): Promise<Outcome> {
  await db.executeQuery(SAVEPOINT);
  try {
    const outcome = await perform(db, mutations, job);
    await db.executeQuery(RELEASE);
    return outcome;
  } catch (error) {
    // Fails where the whole transaction is gone, and so ends the batch.
    await db.executeQuery(UNDO);
    await db.executeQuery(RELEASE);
    if (error instanceof CommandError) return { error: bodyOf(error) };
    if (isStorageFailure(error)) throw error;
    return { error: bodyOf(new CommandError('internal')), detail: describe(error) };
  }
}

async function perform(db: Db, mutations: Mutations, job: Job): Promise<Outcome> {
  if ('sql' in job) {
    const { rows, numAffectedRows } = await db.executeQuery(CompiledQuery.raw(job.sql, [...job.parameters]));
    return { output: { rows, numAffectedRows }, publications: [] };
  }
  const mutation = mutations[job.mutation] as Mutation<unknown, unknown> | undefined;
  if (!mutation) throw new Error(`no mutation ${job.mutation}`);
  return mutation(db, job.call, job.input);
}

function bodyOf({ code, message }: CommandError): ErrorBody {
  return { code, message };
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
