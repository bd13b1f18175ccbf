import { join } from 'node:path';
import { sql } from 'kysely';
import { onTestFinished } from 'vitest';
import type { Db } from '../db/schema.ts';
import { MIGRATIONS, migrate } from '../db/sqlite/migrate.ts';
import { openSqlite } from '../db/sqlite/sqlite.ts';
import { temporaryFolder } from './database.ts';

/** An empty database with the schema after the migration `last`, removed at the end of the test. */
export async function createOlderDatabase(last: string): Promise<{
  db: Db;
  path: string;
  /** Applies the later migrations. */
  upgrade: () => Promise<void>;
}> {
  const path = join(temporaryFolder(), 'snug.db');
  const db = openSqlite(path);
  onTestFinished(() => db.destroy());
  const older = Object.entries(MIGRATIONS).filter(([name]) => name <= last);
  await migrate(db, { migrations: Object.fromEntries(older) });
  return { db, path, upgrade: () => migrate(db) };
}

/** Stores a row of an earlier schema. */
export async function insertRow(db: Db, table: string, row: Record<string, string | number | null>) {
  const columns = sql.join(Object.keys(row).map(name => sql.ref(name)));
  await sql`insert into ${sql.table(table)} (${columns}) values (${sql.join(Object.values(row))})`.execute(
    db,
  );
}
