import type { PostgresConnection } from './postgres-connection.ts';
import type { ServerIdentity } from './session.ts';

const SELECT_STATUS = 'select pg_xact_status($1::xid8) as "status"';
// A lock of a row is written to the log, so this commit also waits for the standbys that the unknown one waited for.
const CONFIRM = ['begin', `select 1 from "meta" where "key" = 'epoch' for no key update`] as const;

export type TransactionStatus = 'committed' | 'aborted' | 'in progress' | 'unknown';

/** `sentTo`: the server that ran the transaction. After a crash, its id can belong to another one. */
export async function readStatus(
  connection: PostgresConnection,
  id: string,
  sentTo: ServerIdentity,
): Promise<TransactionStatus> {
  if (connection.identity.incarnation !== sentTo.incarnation) return 'unknown';
  const { rows } = await connection.query<{ status: TransactionStatus | null }>(SELECT_STATUS, [id]);
  return rows[0]?.status ?? 'unknown';
}

/** Resolves when everything that was committed before is as durable as this server's commits are. */
export async function confirmCommits(
  connection: PostgresConnection,
  sendCommit: (connection: PostgresConnection, earlier: readonly Promise<unknown>[]) => Promise<void>,
): Promise<void> {
  await sendCommit(
    connection,
    CONFIRM.map(sql => connection.query(sql)),
  );
}
