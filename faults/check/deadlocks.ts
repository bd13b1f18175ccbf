import type { Db } from '@snug/server/db/schema.ts';
import { sql } from 'kysely';
import type { Problem } from './problem.ts';

/** Transactions lock in one order, so PostgreSQL never has to end one of two that wait for each other. */
export async function checkDeadlocks(db: Db): Promise<Problem[]> {
  const { rows } = await sql<{ deadlocks: number }>`
    select deadlocks from pg_stat_database where datname = current_database()`.execute(db);
  const count = rows[0]?.deadlocks ?? 0;
  return count === 0 ? [] : [{ fault: 'deadlock', what: `${count} since the server's start` }];
}
