import { type Kysely, PostgresAdapter, type QueryExecutorProvider, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { StartError } from '../../start-error.ts';
import { ensureEpoch } from '../epoch.ts';
import type { Db } from '../schema.ts';
import { getSqlState } from './errors.ts';
import * as start from './migrations/0001-start.ts';
import * as nodes from './migrations/0002-nodes.ts';

/** In order of execution. A released migration never changes. */
export const MIGRATIONS: Readonly<Record<string, Migration>> = { '0001-start': start, '0002-nodes': nodes };

const INSUFFICIENT_PRIVILEGE = '42501';
const LOCK_NOT_AVAILABLE = '55P03';
export const LOCK_ID = '3853314791062309107';

/** Statements may take long, but wait briefly for locks: all later statements on a table wait behind a waiting one. */
export class MigrationAdapter extends PostgresAdapter {
  override async acquireMigrationLock(db: Kysely<unknown>): Promise<void> {
    await setTimeouts(db, { lock_timeout: '30s', statement_timeout: '0', transaction_timeout: '0' });
    await sql`select pg_advisory_lock(${sql.lit(LOCK_ID)})`.execute(db);
    await setTimeouts(db, { lock_timeout: '2s' });
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
export async function migrate(db: Db): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => MIGRATIONS } });
  const { error } = await migrator.migrateToLatest();
  if (error) throw toStartError(error);
  await ensureEpoch(db);
}

function toStartError(error: unknown): StartError {
  const state = getSqlState(error);
  if (state === INSUFFICIENT_PRIVILEGE)
    return new StartError('The role in DATABASE_URL may not create tables in the schema "public".');
  if (state === LOCK_NOT_AVAILABLE)
    return new StartError('Another server migrates the database at this moment. Try again.');
  const message = error instanceof Error ? error.message : String(error);
  return new StartError(`The database could not be upgraded: ${message}`);
}
