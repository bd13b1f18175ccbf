import type { Db } from './schema.ts';
import type { Job, Outcome } from './sqlite/batch.ts';

/** The database, whatever its engine. */
export interface Store {
  /** Sees everything that `runBatch` has answered for. */
  readonly read: Db;
  /** Stores jobs in one transaction; resolves when they are on disk. */
  readonly runBatch: (jobs: readonly Job[]) => Promise<Outcome[]>;
  /** The history that everything belongs to. */
  readonly epoch: string;
}
