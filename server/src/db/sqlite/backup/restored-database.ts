import { sql } from 'kysely';
import { renewEpoch } from '../../epoch.ts';
import type { Db } from '../../schema.ts';
import { openSqlite } from '../sqlite.ts';
import { BackupError } from './backup-error.ts';
import { assertIntact, assertOwnSchema } from './checks.ts';

/** Ends all sessions, because someone may have revoked one since the backup. Throws a `BackupError`. */
export async function prepareRestoredDatabase(path: string): Promise<void> {
  const db = openRestored(path);
  try {
    await assertIntact(db);
    await assertOwnSchema(db, { orOlder: true });
    await renewEpoch(db);
    await sql`delete from "sessions"`.execute(db);
    await sql`delete from "verifications"`.execute(db);
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
