import type { KyselyDatabaseType } from '@better-auth/kysely-adapter';
import type { ErrorBody } from '@snug/protocol';
import type { Dialect } from 'kysely';
import type { Caller, Publication } from './mutation.ts';
import type { Db } from './schema.ts';

/** A change of Snug's own, or a single statement of the accounts library. */
export type WriteJob =
  | { mutation: string; caller: Caller; input: unknown }
  | { sql: string; parameters: readonly unknown[] };

export type WriteOutcome =
  | { output: unknown; publications: Publication[] }
  | { error: ErrorBody; detail?: string };

/** How the engine words SQL, for a library that writes its own. */
export interface EngineDialect extends Omit<Dialect, 'createDriver'> {
  readonly type: KyselyDatabaseType;
}

/** The database, whatever its engine. */
export interface Store {
  /** Sees everything that `runBatch` has answered for. */
  readonly read: Db;
  /** Stores jobs in one transaction; resolves when they are on disk. */
  readonly runBatch: (jobs: readonly WriteJob[]) => Promise<WriteOutcome[]>;
  /** The history that everything belongs to. */
  readonly epoch: string;
  /** The time by which rows are stamped, and by which they expire: ms since 1970. */
  readonly now: () => number;
  readonly dialect: EngineDialect;
  /** Resolves when everything is on disk, and another process may open it. Nothing may be asked of it after that. */
  close(): Promise<void>;
}
