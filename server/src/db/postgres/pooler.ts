import { StartError } from '../../base/start-error.ts';
import { isServerError } from './errors.ts';
import { PostgresConnection } from './postgres-connection.ts';

const MAX_OTHERS = 4;

const PROBLEM =
  'DATABASE_URL leads to a connection pooler that shares the connections of PostgreSQL between transactions, such as PgBouncer with pool_mode=transaction. Snug needs LISTEN, prepared statements and settings of a session. Enter the address of PostgreSQL itself, or set pool_mode=session for the database of Snug.';

/**
 * Throws a `StartError` behind a pooler that gives the session of this idle connection to others. Then settings would be lost,
 * and prepared statements would be those of others. A pooler in session mode is no problem.
 */
export async function assertOwnSession(connection: PostgresConnection, url: string): Promise<void> {
  const pid = await readPid(connection);
  // A pooler makes up the process that it announces to its client.
  if (pid === connection.announcedPid) return;
  const others: PostgresConnection[] = [];
  try {
    // A pooler gives the session that was used last to the next transaction.
    while (others.length < MAX_OTHERS) {
      const other = await PostgresConnection.open(url);
      others.push(other);
      if ((await readPidInTransaction(other)) === pid) throw new StartError(PROBLEM);
    }
    if ((await readPid(connection)) !== pid) throw new StartError(PROBLEM);
  } finally {
    await Promise.allSettled(others.map(other => other.close()));
  }
}

async function readPidInTransaction(connection: PostgresConnection): Promise<number> {
  try {
    await connection.query('begin');
    return await readPid(connection);
  } catch (error) {
    // Poolers that share between statements have no transactions.
    throw isServerError(error) || isServerError((error as Error).cause) ? new StartError(PROBLEM) : error;
  }
}

async function readPid(connection: PostgresConnection): Promise<number> {
  const { rows } = await connection.query<{ pid: number }>('select pg_backend_pid() as "pid"');
  return rows[0]?.pid ?? 0;
}
