import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { openStore } from '../../commands/open-store.ts';
import { temporaryFolder } from '../../testing/database.ts';
import { createReleasedDatabase, renameMigrations } from '../../testing/older-database.ts';
import type { Db } from '../schema.ts';
import { migrate } from './migrate.ts';
import { PostgresConnection } from './postgres-connection.ts';
import { createConnectionDb } from './postgres-db.ts';

/** Longer than a migration waits for a lock. */
const HELD_MS = 700;

test('a migration waits for the transactions of other servers without failing theirs', async () => {
  const { path: databaseUrl } = await createReleasedDatabase();
  const other = new Client({ connectionString: databaseUrl });
  await other.connect();
  onTestFinished(() => other.end());
  await other.query('begin');
  await other.query('lock table "members" in exclusive mode');
  const opening = openStore({
    data: temporaryFolder(),
    databaseUrl,
    onFatalError: () => {},
    prepare: async () => {},
  });
  await wait(HELD_MS);
  // The migration has changed this table and given way.
  await other.query('alter table "rooms" add column "kind" text; alter table "rooms" drop column "kind"');
  await other.query('commit');
  const { store } = await opening;
  await store.close();
  const { rows } = await other.query(`select "name" from "kysely_migration" order by 1`);
  expect(rows.map(({ name }) => name)).toContain('0100-workspace');
});

test('servers that start at once on a database of a commit between releases all continue', async () => {
  const { db, upgrade, path } = await createReleasedDatabase();
  await upgrade();
  const names = await readNames(db);
  await renameMigrations(db);
  const connections = await Promise.all([1, 2, 3].map(() => PostgresConnection.open(path)));
  await Promise.all(connections.map(connection => migrate(createConnectionDb(connection))));
  for (const connection of connections) await connection.close();
  expect(await readNames(db)).toEqual(names);
});

async function readNames(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select "name" from "kysely_migration" order by 1`.execute(db);
  return rows.map(({ name }) => name);
}
