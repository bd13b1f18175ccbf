import { ConnectionPool } from '../../db/postgres/connection-pool.ts';
import type { PostgresConnection } from '../../db/postgres/postgres-connection.ts';

export type IndexPool = ConnectionPool<PostgresConnection>;

/**
 * The index never reads a whole table, joins row by row, and sorts only rows that no B-tree has in order, whatever the planner believes
 * about tables that were empty when it prepared the statement.
 */
const PLANS = ['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin', 'enable_sort'];

export interface IndexPoolOptions {
  url: string;
  size: number;
  /** Of a statement. */
  timeoutMs: number;
}

/** Connections of their own: searches and their index must not take those of others. */
export function createIndexPool({ url, size, timeoutMs }: IndexPoolOptions): IndexPool {
  const settings = [...PLANS.map(name => [name, 'off']), ['statement_timeout', `${timeoutMs}ms`]];
  const calls = settings.map(([name, value]) => `set_config('${name}', '${value}', false)`);
  return new ConnectionPool({
    url,
    size,
    wrap: connection => connection,
    // The connection runs it before all other statements.
    onOpen: connection =>
      void connection.query(`select ${calls.join(', ')}`).catch(() => connection.destroy()),
  });
}
