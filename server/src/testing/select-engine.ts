import { sql } from 'kysely';
import { onTestFinished } from 'vitest';
import { dialect, openDatabase, runBatch } from '../db/open.ts';
import { writeEmptyDatabase } from './empty-database.ts';
import { temporaryFolder } from './temporary-folder.ts';
import type { TestEngine } from './test-engine.ts';

const fileEngine: TestEngine = {
  dialect,
  runBatch,

  async openDatabase() {
    const folder = temporaryFolder();
    const path = await writeEmptyDatabase(folder);
    // As a server opens it, but without a lock and a look at the schema, which take as long as the rest.
    const db = openDatabase(folder);
    onTestFinished(() => db.destroy());
    // No test cuts the power of its machine.
    await sql`pragma synchronous = off`.execute(db);
    return { db, folder, path };
  },

  async connectAgain({ folder }) {
    const db = openDatabase(folder);
    onTestFinished(() => db.destroy());
    return db;
  },
};

export const isOnPostgres = process.env.SNUG_TEST_ENGINE === 'postgres';

/** The engine of the variable `SNUG_TEST_ENGINE`, which the projects of Vitest set. */
export const testEngine: TestEngine = isOnPostgres
  ? (await import('./postgres-test-engine.ts')).createPostgresTestEngine()
  : fileEngine;
