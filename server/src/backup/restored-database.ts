import { RETENTION_NOTICE_MS } from '@snug/protocol';
import { sql } from 'kysely';
import { getErrorMessage } from '../base/error-detail.ts';
import { renewEpoch } from '../db/epoch.ts';
import type { Db } from '../db/schema.ts';
import { openSqlite } from '../db/sqlite/sqlite.ts';
import { BackupError } from './backup-error.ts';
import { assertIntact, assertOwnSchema } from './checks.ts';

/** What may have ended since the backup: somebody revoked a session or used a link. Older backups have fewer tables. */
export const ENDED_TABLES = [
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

/** For the person who runs the command: what people and programs have to do again. */
export const ENDED_LINES = [
  'All sessions and access tokens have ended: everyone signs in again, and programs need new tokens.',
  'All outgoing webhooks are gone, and so are links to recover or claim an account: create new ones.',
];

/** Throws a `BackupError`. */
export async function prepareRestoredDatabase(path: string, now: Date): Promise<void> {
  const db = openRestored(path);
  try {
    await assertIntact(db);
    await assertOwnSchema(db, { orOlder: true });
    await renewEpoch(db);
    const names = (await db.introspection.getTables()).map(({ name }) => name);
    for (const name of names)
      if (ENDED_TABLES.includes(name)) await sql`delete from ${sql.table(name)}`.execute(db);
    if (names.includes('retention')) await announceRulesAgain(db, now);
  } finally {
    await db.destroy();
  }
}

/** Rules that had not begun at the time of the backup: an admin may have taken them back since, and nobody sees the announcement that is over. */
async function announceRulesAgain(db: Db, now: Date): Promise<void> {
  const begin = now.getTime() + RETENTION_NOTICE_MS;
  for (const column of ['begins', 'pinsUntil'])
    await sql`update "retention" set ${sql.ref(column)} = ${begin}
      where ${sql.ref(column)} > (select coalesce(max("changedAt"), 0) from "rooms")`.execute(db);
}

function openRestored(path: string): Db {
  try {
    return openSqlite(path);
  } catch (error) {
    throw new BackupError(`The database is damaged: ${getErrorMessage(error)}.`);
  }
}
