import { DatabaseSync } from 'node:sqlite';
import { CompiledQuery } from 'kysely';
import { expect } from 'vitest';
import { MUTATIONS } from '../../commands/mutations.ts';
import { type Engine, runBatch } from '../../db/batch.ts';
import type { LockKey } from '../../db/mutation.ts';
import type { Db } from '../../db/schema.ts';
import { createSqliteDb } from '../../db/sqlite/sqlite.ts';
import type { WriteJob, WriteOutcome } from '../../db/store.ts';
import { NOW } from '../database.ts';
import { DeadlockError } from './lock-manager.ts';
import { type Choose, forEachOrder } from './orders.ts';
import { SharedDatabase, type Transaction } from './shared-database.ts';
import { Stepper } from './stepper.ts';

/** Concurrent mutations on one database, each in a batch of its own. */
export interface Race {
  path: string;
  jobs: readonly WriteJob[];
  /** Throws if the invariant is broken after some order of steps. `runs`: how often batches ran, including repetitions. */
  assertInvariant: (db: Db, outcomes: WriteOutcome[], runs: number) => Promise<void>;
}

/** `late`: a batch reads before it takes its locks, at its first write. */
export type LockTiming = 'first' | 'late' | 'none';

/** Checks that the invariant holds in every order of steps. */
export async function expectInvariant(race: Race, locking: LockTiming = 'first'): Promise<void> {
  const database = new DatabaseSync(race.path);
  try {
    const runOrder = createRaceRunner(race, database, locking);
    await forEachOrder(async choose => {
      database.exec('pragma foreign_keys = on; begin');
      const { outcomes, runs } = await runOrder(choose);
      await race.assertInvariant(createSqliteDb(database), outcomes, runs);
      database.exec('rollback');
    });
  } finally {
    database.close();
  }
}

/** Checks that the invariant depends on the locks: it breaks without them, and if they are taken after reads. */
export async function expectLocksRequired(race: Race): Promise<void> {
  await expectInvariant(race);
  expect(await isBroken(race, 'none'), 'broken without its locks').toBe(true);
  expect(await isBroken(race, 'late'), 'broken if it reads before it locks').toBe(true);
}

function isBroken(race: Race, locking: LockTiming): Promise<boolean> {
  return expectInvariant(race, locking).then(
    () => false,
    () => true,
  );
}

/** Runs the batches of a race concurrently, in the chosen order of steps. */
function createRaceRunner({ jobs }: Race, database: DatabaseSync, locking: LockTiming) {
  const stepper = new Stepper();
  let runs = 0;
  const numbers = new Map<Transaction, number>();
  const step = (transaction: Transaction) => stepper.waitForTurn(numbers.get(transaction) ?? 0);
  const pendingLocks = new Map<Transaction, readonly LockKey[]>();
  const takeLocks = async (transaction: Transaction, keys: readonly LockKey[]) => {
    for (const key of keys) if (hasLock(database, key)) await shared.locks.acquire(transaction, key);
  };
  const shared = new SharedDatabase(database, {
    waitForTurn: async (transaction, sql) => {
      await step(transaction);
      if (!isWrite(sql)) return;
      await takeLocks(transaction, pendingLocks.get(transaction) ?? []);
      pendingLocks.delete(transaction);
    },
  });
  const createEngine = (transaction: Transaction): Engine => ({
    db: transaction.db,
    now: () => NOW,
    incarnation: () => 'race',
    isConflict,
    isTransient: isDeadlock,
    isStorageFailure: () => false,
    begin: async getLockKeys => {
      await transaction.db.executeQuery(BEGIN);
      runs++;
      await step(transaction);
      if (locking === 'first') await takeLocks(transaction, getLockKeys());
      if (locking === 'late') pendingLocks.set(transaction, getLockKeys());
    },
    commit: () => transaction.db.executeQuery(COMMIT),
  });
  const runJob = async (job: WriteJob, number: number): Promise<WriteOutcome> => {
    const transaction = shared.transaction();
    numbers.set(transaction, number);
    const [outcome] = await runBatch(createEngine(transaction), MUTATIONS, [job]);
    if (!outcome) throw new Error('no outcome');
    return outcome;
  };
  return async (choose: Choose) => {
    runs = 0;
    const outcomes = Promise.all(jobs.map(runJob));
    await stepper.run(choose);
    return { outcomes: await outcomes, runs };
  };
}

/** As on PostgreSQL, which locks the rows of people. Of rooms that do not exist yet, it locks the id. */
function hasLock(database: DatabaseSync, key: LockKey): boolean {
  const [kind, id = ''] = key.split(':');
  return kind === 'room' || database.prepare('select 1 from "users" where "id" = ?').get(id) !== undefined;
}

const BEGIN = CompiledQuery.raw('begin');
const COMMIT = CompiledQuery.raw('commit');

function isWrite(sql: string): boolean {
  return /^\s*(insert|update|delete)/i.test(sql);
}

function isDeadlock(error: unknown): boolean {
  return error instanceof DeadlockError;
}

function isConflict(error: unknown): boolean {
  return isDeadlock(error) || (error instanceof Error && error.message.includes('UNIQUE constraint'));
}
