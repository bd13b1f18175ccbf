import type { Mutations } from '../db/mutation.ts';
import type { Db } from '../db/schema.ts';
import type { EngineDialect, WriteJob, WriteOutcome } from '../db/store.ts';

export interface TestDatabase {
  db: Db;
  /** The data folder, or an empty folder. */
  folder: string;
  /** The database file; empty on a database server. */
  path: string;
}

export interface TestEngine {
  dialect: EngineDialect;
  /** An empty database with the newest schema, until the end of the test. */
  readonly openDatabase: () => Promise<TestDatabase>;
  /** Another connection to a database, until the end of the test. */
  readonly connectAgain: (database: TestDatabase) => Promise<Db>;
  readonly runBatch: (
    db: Db,
    mutations: Mutations,
    jobs: readonly WriteJob[],
    now?: () => number,
    incarnation?: () => string,
  ) => Promise<WriteOutcome[]>;
}
