import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Mutations } from '../db/mutation.ts';
import { dialect, openDatabase, openDataFolder, runBatch } from '../db/open.ts';
import type { Db } from '../db/schema.ts';
import type { EngineDialect, WriteJob, WriteOutcome } from '../db/store.ts';

export interface TestDatabase {
  db: Db;
  /** The data folder, or an empty folder. */
  folder: string;
  /** The database file; empty on a database server. */
  path: string;
}

/** The engine of this run's tests: the variable `SNUG_TEST_ENGINE`, which the projects of Vitest set. */
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

/** Removed at the end of the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'snug-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const fileEngine: TestEngine = {
  dialect,
  runBatch,

  async openDatabase() {
    const folder = temporaryFolder();
    const { db, path, unlock } = await openDataFolder(folder);
    onTestFinished(async () => {
      await db.destroy();
      unlock();
    });
    return { db, folder, path };
  },

  async connectAgain({ folder }) {
    const db = openDatabase(folder);
    onTestFinished(() => db.destroy());
    return db;
  },
};

export const isOnPostgres = process.env.SNUG_TEST_ENGINE === 'postgres';

export const testEngine: TestEngine = isOnPostgres
  ? (await import('./postgres-test-engine.ts')).createPostgresTestEngine(temporaryFolder)
  : fileEngine;
