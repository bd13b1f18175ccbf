import { statfs } from 'node:fs/promises';
import { sql } from 'kysely';
import { getErrorMessage } from '../base/error-detail.ts';
import { UNFINISHED } from '../db/migrations/replaced.ts';
import type { Db } from '../db/schema.ts';
import { compareSchema, MIGRATIONS } from '../db/sqlite/migrate.ts';
import { BackupError } from './backup-error.ts';
import type { Counts } from './manifest.ts';

/** Throws a `BackupError` if SQLite finds an error in the file or its rows. */
export async function assertIntact(db: Db): Promise<void> {
  const found = await checkIntegrity(db).catch(getErrorMessage);
  if (found !== 'ok') throw new BackupError(`The database is damaged: ${found.split('\n').at(-1)}.`);
}

/** Accepts this release and, with `orOlder`, earlier ones. Throws a `BackupError`. Returns the last migration. */
export async function assertOwnSchema(
  db: Db,
  { orOlder = false, migrations = MIGRATIONS } = {},
): Promise<string> {
  const { last, age } = await compareSchema(db, migrations).catch(() => {
    throw new BackupError('The database is not a Snug database.');
  });
  if (age === 'unfinished') throw new BackupError(UNFINISHED);
  if (age === 'newer')
    throw new BackupError(`The database is from a newer Snug (${last}): update this one first.`);
  if (age === 'older' && !orOlder) {
    throw new BackupError(`The database is from an older Snug (${last}): start this one to upgrade it.`);
  }
  return last;
}

export async function countAll(db: Db): Promise<Counts> {
  const { rows } = await sql<Counts>`select
    (select count(*) from users) as people,
    (select count(*) from rooms) as rooms,
    (select count(*) from messages where "deletedAt" is null) as messages,
    (select count(*) from files where state != 'deleted') as files`.execute(db);
  const [counts] = rows;
  if (!counts) throw new Error('no counts');
  return counts;
}

async function checkIntegrity(db: Db): Promise<string> {
  const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check(1)`.execute(db);
  return rows[0]?.integrity_check ?? 'it cannot be checked';
}

/** `needed`: in bytes. Checked first, because other programs may need the disk. Throws a `BackupError`. */
export async function assertDiskSpace(data: string, needed: number): Promise<void> {
  const { bavail, bsize } = await statfs(data);
  if (needed > bavail * bsize)
    throw new BackupError(`The disk of ${data} is full: ${needed} bytes are needed.`);
}
