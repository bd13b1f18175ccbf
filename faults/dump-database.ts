import { openDatabase } from '@snug/server/db/open.ts';
import type { Db } from '@snug/server/db/schema.ts';
import { sql } from 'kysely';

/** Not caused by commands: current connections, sessions, and background work. */
const IGNORED_TABLES = new Set(['presence', 'sessions', 'verifications', 'jobs', 'notify_rooms']);

/** Without the state of deliveries, which fail and wait in the background. */
const WEBHOOK_COLUMNS = sql`"id", "roomId", "createdBy", "url", "createdAt"`;

/** The whole database of a data folder as text, without files that are being deleted. */
export async function dumpDatabase(data: string): Promise<string> {
  const db = openDatabase(data, { readOnly: true });
  try {
    const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
    const names = tables.map(({ name }) => name).filter(name => !IGNORED_TABLES.has(name));
    const rows = await Promise.all(names.toSorted().map(async name => [name, await readRows(db, name)]));
    return JSON.stringify(rows, null, 1);
  } finally {
    await db.destroy();
  }
}

async function readRows(db: Db, name: string): Promise<unknown[]> {
  const condition = name === 'files' ? sql`where "state" <> 'deleted'` : sql``;
  const columns = name === 'webhooks' ? WEBHOOK_COLUMNS : sql`*`;
  const { rows } = await sql`select ${columns} from ${sql.table(name)} ${condition}`.execute(db);
  return rows;
}
