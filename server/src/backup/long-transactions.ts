import { setTimeouts } from '../db/postgres/migrate.ts';
import type { Db } from '../db/schema.ts';

/** Removes the limits of a session that end a server's transactions after seconds. */
export async function allowLongTransactions(db: Db): Promise<void> {
  await setTimeouts(db, {
    statement_timeout: '0',
    transaction_timeout: '0',
    idle_in_transaction_session_timeout: '0',
  });
}
