import { CompiledQuery } from 'kysely';
import { runBatch as runIn } from '../batch.ts';
import { Incarnation } from '../incarnation.ts';
import type { Mutations } from '../mutation.ts';
import type { Db } from '../schema.ts';
import type { WriteJob, WriteOutcome } from '../store.ts';
import { isStorageFailure } from './sqlite.ts';

const processIncarnation = new Incarnation({ now: Date.now, steadyNow: () => performance.now() });
const BEGIN = CompiledQuery.raw('begin immediate');
const COMMIT = CompiledQuery.raw('commit');

/** A transaction locks the whole file, so it needs no other locks, and a retry would fail like the first run. */
export function runBatch(
  db: Db,
  mutations: Mutations,
  jobs: readonly WriteJob[],
  now: () => number = Date.now,
  incarnation: () => string = processIncarnation.current,
): Promise<WriteOutcome[]> {
  const begin = () => db.executeQuery(BEGIN);
  const commit = () => db.executeQuery(COMMIT);
  const isNever = () => false;
  const conflicts = { isConflict: isNever, isTransient: isNever, isStorageFailure };
  return runIn({ db, begin, commit, now, incarnation, ...conflicts }, mutations, jobs);
}
