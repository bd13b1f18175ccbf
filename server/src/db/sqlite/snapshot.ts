import { open, rm } from 'node:fs/promises';
import { sql } from 'kysely';
import type { Db } from '../schema.ts';

/** Syncs the new file. Does not block writers, and copies no traces of deleted data. */
export async function snapshotDatabase(db: Db, path: string): Promise<void> {
  // Creates the file with private permissions first: SQLite accepts an empty file.
  const file = await open(path, 'wx', 0o600);
  try {
    await sql`vacuum into ${path}`.execute(db);
    await file.sync();
  } catch (error) {
    // On a full disk, SQLite leaves its journal behind.
    await Promise.all([path, `${path}-journal`].map(left => rm(left, { force: true })));
    throw error;
  } finally {
    await file.close();
  }
}
