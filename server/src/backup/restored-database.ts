import { sql } from 'kysely';
import { renewEpoch } from '../db/epoch.ts';
import type { Db } from '../db/schema.ts';
import { openSqlite } from '../db/sqlite/sqlite.ts';
import { BackupError } from './backup-error.ts';
import { assertIntact, assertOwnSchema } from './checks.ts';

/** What may have ended since the backup: somebody revoked a session or used a link. Older backups have fewer tables. */
const ENDED_TABLES = [
  'sessions',
  'verifications',
  'one_time_links',
  'tokens',
  'webhooks',
  'push_devices',
  'missed_mails',
  'pushed',
  'push_people',
];

/** Throws a `BackupError`. */
export async function prepareRestoredDatabase(path: string): Promise<void> {
  const db = openRestored(path);
  try {
    await assertIntact(db);
    await assertOwnSchema(db, { orOlder: true });
    await renewEpoch(db);
    for (const { name } of await db.introspection.getTables())
      if (ENDED_TABLES.includes(name)) await sql`delete from ${sql.table(name)}`.execute(db);
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
