import type { ErrorBody } from '@snug/protocol';
import type { Call, Publication } from './mutation.ts';
import type { Db } from './schema.ts';

/** A change of Snug's own, or a single statement of the accounts library. */
export type Job =
  | { mutation: string; call: Call; input: unknown }
  | { sql: string; parameters: readonly unknown[] };

export type Outcome =
  | { output: unknown; publications: Publication[] }
  | { error: ErrorBody; detail?: string };

/** The database, whatever its engine. */
export interface Store {
  /** Sees everything that `runBatch` has answered for. */
  readonly read: Db;
  /** Stores jobs in one transaction; resolves when they are on disk. */
  readonly runBatch: (jobs: readonly Job[]) => Promise<Outcome[]>;
  /** The history that everything belongs to. */
  readonly epoch: string;
}
