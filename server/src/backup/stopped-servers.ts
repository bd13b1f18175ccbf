import { LOCK_ID } from '../db/postgres/migrate.ts';
import type { PostgresConnection } from '../db/postgres/postgres-connection.ts';
import { BackupError } from './backup-error.ts';

/** A server that starts meanwhile waits for this lock, and then gives up. */
const LOCK = `select pg_try_advisory_lock(${LOCK_ID}) as "isLocked"`;

const SELECT_TABLES = `select to_regclass('users') is not null as "hasUsers", to_regclass('nodes') is not null as "hasNodes"`;
const SELECT_CONNECTIONS = `select exists (select 1 from pg_stat_activity where datname = current_database()
  and pid <> pg_backend_pid() and application_name like 'snug%') as "isTrue"`;
const SELECT_LEASES = `select exists (select 1 from "nodes"
  where "expiresAt" > extract(epoch from clock_timestamp()) * 1000) as "isTrue"`;

/**
 * Keeps servers away from the database until the connection ends. Throws a `BackupError` if one runs. Returns whether the database has
 * tables.
 */
export async function lockStoppedServers(connection: PostgresConnection): Promise<{ hasUsers: boolean }> {
  const { isLocked } = await selectOne<{ isLocked: boolean }>(connection, LOCK);
  if (!isLocked)
    throw new BackupError('Another restore or import, or a server that starts, uses the database.');
  const { hasUsers, hasNodes } = await selectOne<{ hasUsers: boolean; hasNodes: boolean }>(
    connection,
    SELECT_TABLES,
  );
  if (
    (await isTrue(connection, SELECT_CONNECTIONS)) ||
    (hasNodes && (await isTrue(connection, SELECT_LEASES)))
  )
    throw new BackupError('Snug runs on the database: stop all its servers first.');
  return { hasUsers };
}

/** `query`: its row has a column `isTrue`. */
export async function isTrue(connection: PostgresConnection, query: string): Promise<boolean> {
  return (await selectOne<{ isTrue: boolean }>(connection, query)).isTrue;
}

async function selectOne<Answer>(connection: PostgresConnection, query: string): Promise<Answer> {
  const { rows } = await connection.query<Answer>(query);
  const [row] = rows;
  if (!row) throw new Error('no row');
  return row;
}
