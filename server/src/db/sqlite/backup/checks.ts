import { sql } from 'kysely';
import type { Db } from '../../schema.ts';
import { compareSchema } from '../migrate.ts';
import { BackupError } from './backup-error.ts';
import type { Counts } from './manifest.ts';

/** Throws a `BackupError` where SQLite finds anything wrong with the file, or the rows in it. */
export async function assertIntact(db: Db): Promise<void> {
  const found = await checkIntegrity(db).catch(getErrorMessage);
  if (found !== 'ok') throw new BackupError(`The database is damaged: ${found.split('\n').at(-1)}.`);
}

/**
 * Throws a `BackupError` where the database is not one of this Snug, or, with `orOlder`, of one before it. Answers with
 * the last migration that it went through.
 */
export async function assertOwnSchema(db: Db, { orOlder = false } = {}): Promise<string> {
  const { last, age } = await compareSchema(db).catch(() => {
    throw new BackupError('The database is none of Snug.');
  });
  if (age === 'newer')
    throw new BackupError(`The database is of a newer Snug (${last}): update this one first.`);
  if (age === 'older' && !orOlder) {
    throw new BackupError(
      `The database is of an older Snug (${last}): start this one, which brings it up to date.`,
    );
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

function getErrorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
