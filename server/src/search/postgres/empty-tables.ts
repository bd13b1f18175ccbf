import { PostgresConnection } from '../../db/postgres/postgres-connection.ts';

/** All nodes need the same setting: one with search would begin a new index. */
export async function emptyTables(url: string): Promise<void> {
  const connection = await PostgresConnection.open(url);
  try {
    const { rows } = await connection.query('select 1 from "search_rooms" limit 1');
    if (rows.length > 0) await connection.query('truncate "search_rooms", "search_messages"');
  } finally {
    await connection.close();
  }
}
