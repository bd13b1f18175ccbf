import { setTimeout as wait } from 'node:timers/promises';
import { type Kysely, PostgresAdapter, type QueryExecutorProvider, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { getErrorMessage } from '../../base/error-detail.ts';
import { StartError } from '../../base/start-error.ts';
import { ensureEpoch } from '../epoch.ts';
import { POSTGRES } from '../migrations/dialect.ts';
import { createMigrations } from '../migrations/migrations.ts';
import { replaceMigrations } from '../migrations/replaced.ts';
import type { Db } from '../schema.ts';
import { getSqlState } from './errors.ts';
import * as start from './migrations/0001-start.ts';
import * as nodes from './migrations/0002-nodes.ts';

/** In order of execution. A released migration never changes. */
export const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '0001-start': start,
  '0002-nodes': nodes,
  ...createMigrations(POSTGRES),
};

const INSUFFICIENT_PRIVILEGE = '42501';
const LOCK_NOT_AVAILABLE = '55P03';
const DEADLOCK = '40P01';
/** Other servers may use the tables: then the migration starts again, for at most this time. */
const MAX_LOCK_WAIT_MS = 60_000;
const MAX_RETRY_DELAY_MS = 500;
export const LOCK_ID = '3853314791062309107';

/**
 * Statements may take long, but wait only briefly for the locks of others. All later statements on a table wait behind a
 * waiting one, and after PostgreSQL's `deadlock_timeout` of 1 s one of them would fail.
 */
export class MigrationAdapter extends PostgresAdapter {
  override async acquireMigrationLock(db: Kysely<unknown>): Promise<void> {
    await setTimeouts(db, { lock_timeout: '30s', statement_timeout: '0', transaction_timeout: '0' });
    await sql`select pg_advisory_lock(${sql.lit(LOCK_ID)})`.execute(db);
    await setTimeouts(db, { lock_timeout: '100ms' });
  }

  override async releaseMigrationLock(db: Kysely<unknown>): Promise<void> {
    await sql`select pg_advisory_unlock(${sql.lit(LOCK_ID)})`.execute(db);
  }
}

/** Ignores settings that the server's version lacks. */
export async function setTimeouts(
  db: QueryExecutorProvider,
  timeouts: Record<string, string>,
): Promise<void> {
  for (const [name, value] of Object.entries(timeouts))
    await sql`select set_config(name, ${value}, false) from pg_settings where name = ${name}`.execute(db);
}

/** Migrates the database to the newest schema, or leaves it unchanged. Throws a `StartError` if that fails. */
export async function migrate(db: Db, migrations = MIGRATIONS): Promise<void> {
  await replaceMigrations(db, 'postgres');
  const newest = Object.keys(migrations).at(-1);
  const getMigrations = async () => ({ ...migrations, ...(await listNewerMigrations(db, newest)) });
  const migrator = new Migrator({ db, provider: { getMigrations } });
  const end = performance.now() + MAX_LOCK_WAIT_MS;
  for (;;) {
    const { error } = await migrator.migrateToLatest();
    if (!error) break;
    if (!isBlocked(error) || performance.now() > end) throw toStartError(error);
    await wait(Math.random() * MAX_RETRY_DELAY_MS);
  }
  await ensureEpoch(db);
}

function isBlocked(error: unknown): boolean {
  return [LOCK_NOT_AVAILABLE, DEADLOCK].includes(getSqlState(error) ?? '');
}

/**
 * Those that a server of the next release has executed. It only adds to the schema, so this release works on it until
 * `raiseOldestRelease`, which every connection checks.
 */
async function listNewerMigrations(db: Db, newest = ''): Promise<Record<string, Migration>> {
  const { rows } = await sql<{ name: string }>`
    select "name" from "kysely_migration" where "name" > ${newest} collate "C"`.execute(db);
  return Object.fromEntries(rows.map(({ name }) => [name, { up: async () => {} }]));
}

function toStartError(error: unknown): StartError {
  const state = getSqlState(error);
  if (state === INSUFFICIENT_PRIVILEGE)
    return new StartError('The role in DATABASE_URL may not create tables in the schema "public".');
  if (isBlocked(error))
    return new StartError(
      'Another server or a backup uses the database, so it cannot be upgraded. Try again.',
    );
  const message = getErrorMessage(error);
  return new StartError(`The database could not be upgraded: ${message}`);
}
