import { StartError } from '../../base/start-error.ts';
import { assertOwnSession } from './pooler.ts';
import { connect } from './postgres-connection.ts';

export interface DatabaseServerFacts {
  version: string;
  /** Whether the server syncs what it acknowledges. */
  isDurable: boolean;
  freeConnections: number;
  /** Ms since 1970. */
  now: number;
}

const SELECT_FACTS = `select current_setting('server_version') as "version",
  current_setting('fsync') = 'on' and current_setting('full_page_writes') = 'on' as "isDurable",
  current_setting('max_connections')::int - (select count(*)::int from pg_stat_activity where "backend_type" = 'client backend')
    as "freeConnections",
  floor(extract(epoch from clock_timestamp()) * 1000)::bigint as "now"`;

/** Changes nothing. Throws a `StartError` if Snug cannot use the server, such as behind a pooler. */
export async function inspectServer(url: string): Promise<DatabaseServerFacts> {
  const connection = await connect(url, message => new StartError(message));
  try {
    await assertOwnSession(connection, url);
    const { rows } = await connection.query<DatabaseServerFacts>(SELECT_FACTS);
    if (!rows[0]) throw new Error('the server has no settings');
    return rows[0];
  } finally {
    await connection.close();
  }
}
