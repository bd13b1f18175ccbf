import { renewEpoch } from '../../epoch.ts';
import type { Db } from '../../schema.ts';
import { openSqlite } from '../sqlite.ts';
import { BackupError } from './backup-error.ts';
import { assertIntact, assertOwnSchema } from './checks.ts';

/**
 * Checks the database of a backup, and begins a new history with it. Throws a `BackupError` if it is damaged or from a newer
 * Snug.
 */
export async function prepareRestoredDatabase(path: string): Promise<void> {
  const db = openRestored(path);
  try {
    await assertIntact(db);
    await assertOwnSchema(db, { orOlder: true });
    await renewEpoch(db);
  } finally {
    await db.destroy();
  }
}

function openRestored(path: string): Db {
  try {
    return openSqlite(path);
  } catch (error) {
    throw new BackupError(
      `The database is damaged: ${error instanceof Error ? error.message : String(error)}.`,
    );
  }
}
