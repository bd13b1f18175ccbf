import { renewEpoch } from '../../epoch.ts';
import type { Db } from '../../schema.ts';
import { openSqlite } from '../sqlite.ts';
import { BackupError } from './backup-error.ts';
import { assertIntact, assertOwnSchema } from './checks.ts';

/** More than anyone's name and picture change between a backup and its restore. */
const VERSIONS_SKIPPED = 10_000;

/**
 * Checks the database of a backup, and begins another history with it. Throws a `BackupError` where it is damaged or of a
 * newer Snug.
 */
export async function prepareDatabase(path: string): Promise<void> {
  const db = open(path);
  try {
    await assertIntact(db);
    await assertOwnSchema(db, { orOlder: true });
    await renewEpoch(db);
    await skipVersions(db);
  } finally {
    await db.destroy();
  }
}

function open(path: string): Db {
  try {
    return openSqlite(path);
  } catch (error) {
    throw new BackupError(
      `The database is damaged: ${error instanceof Error ? error.message : String(error)}.`,
    );
  }
}

// A picture's address holds a version, and browsers keep pictures for days: a version that was given after the backup
// was made must not stand for another picture now.
async function skipVersions(db: Db): Promise<void> {
  await db
    .updateTable('users')
    .set(({ eb }) => ({ version: eb('version', '+', VERSIONS_SKIPPED) }))
    .execute();
}
