import { open, rm } from 'node:fs/promises';
import { sql } from 'kysely';
import type { Db } from '../schema.ts';

/**
 * Writes the database, as it is at this moment, to the new file `path`, synced to disk. Writers do not wait for it, and
 * what was deleted has left no traces in it.
 */
export async function snapshotDatabase(db: Db, path: string): Promise<void> {
  // SQLite takes an empty file, too, and this one is for its owner alone.
  const file = await open(path, 'wx', 0o600);
  try {
    await sql`vacuum into ${path}`.execute(db);
    await file.sync();
  } catch (error) {
    // SQLite leaves its journal behind on a full disk.
    await Promise.all([path, `${path}-journal`].map(left => rm(left, { force: true })));
    throw error;
  } finally {
    await file.close();
  }
}
