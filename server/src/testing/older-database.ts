import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createDatabase, dropDatabase } from '@snug/testkit/postgres/postgres-server.ts';
import { sql } from 'kysely';
import { inject, onTestFinished } from 'vitest';
import { migrate as migratePostgres, MIGRATIONS as POSTGRES_MIGRATIONS } from '../db/postgres/migrate.ts';
import { PostgresConnection } from '../db/postgres/postgres-connection.ts';
import { createConnectionDb } from '../db/postgres/postgres-db.ts';
import type { Db } from '../db/schema.ts';
import { MIGRATIONS, migrate } from '../db/sqlite/migrate.ts';
import { openSqlite } from '../db/sqlite/sqlite.ts';
// Declares the provided value.
import '@snug/testkit/postgres/global-setup.ts';
import { isOnPostgres, temporaryFolder } from './database.ts';

export interface OlderDatabase {
  db: Db;
  /** The path of the file, or the address on the database server. */
  path: string;
  /** Applies the later migrations. */
  upgrade: () => Promise<void>;
}

/** An empty database with the schema of release 0.3.0 on the engine of the test, removed at the end of the test. */
export function createReleasedDatabase(): Promise<OlderDatabase> {
  return isOnPostgres ? createOlderPostgres('0002-nodes') : createOlderDatabase('0010-incarnations');
}

/** An empty SQLite database with the schema after the migration `last`, removed at the end of the test. */
export async function createOlderDatabase(last: string): Promise<OlderDatabase> {
  const path = join(temporaryFolder(), 'snug.db');
  const db = openSqlite(path);
  onTestFinished(() => db.destroy());
  await migrate(db, { migrations: selectUntil(MIGRATIONS, last) });
  return { db, path, upgrade: () => migrate(db) };
}

async function createOlderPostgres(last: string): Promise<OlderDatabase> {
  const url = await createDatabase(inject('postgresUrl'), `test_${randomUUID()}`);
  onTestFinished(() => dropDatabase(url));
  const connection = await PostgresConnection.open(url);
  onTestFinished(() => connection.close());
  const db = createConnectionDb(connection);
  await migratePostgres(db, selectUntil(POSTGRES_MIGRATIONS, last));
  return { db, path: url, upgrade: () => migratePostgres(db) };
}

function selectUntil<T>(migrations: Readonly<Record<string, T>>, last: string): Record<string, T> {
  return Object.fromEntries(Object.entries(migrations).filter(([name]) => name <= last));
}

/** The migrations that `0100-workspace` replaces on the engine of the test, as commits between releases named them. */
export function listReplacedMigrations(): string[] {
  const path = join(import.meta.dirname, '../db/migrations/fixtures/replaced-migrations.txt');
  const lines = readFileSync(path, 'utf8').split('\n');
  const line = lines.find(text => text.startsWith(isOnPostgres ? 'postgres' : 'sqlite'));
  return line?.split(' ').slice(1) ?? [];
}

/** Of the migrations after `0100-workspace`. */
const LATER_TABLES = [
  'own_conversations',
  'follow_versions',
  'reply_counts',
  'logo_pictures',
  'emoji',
  'emoji_pictures',
  'import_people',
  'import_rooms',
  'search_rooms',
  'search_messages',
  'push_devices',
  'notify_rooms',
  'pushed',
  'default_levels',
  'statuses',
  'notification_settings',
  'push_people',
  'missed_mails',
  'retention',
  'holds',
];
const LATER_INDEXES = [
  'users_guests',
  'users_guests_ending',
  'members_everything',
  'saved_due',
  'rooms_trim_erasing',
  'files_own',
];
const LATER_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  members: ['level', 'levelByDefault'],
  messages: ['customReactions'],
  users: ['guest', 'guestInviter', 'guestUntil'],
  rooms: ['guestCount', 'trimmedBefore', 'trimmedSeq', 'trimmedPins', 'trimErasing'],
  invites: ['guest', 'guestUntil'],
  workspace_admins: ['byClaim'],
  nodes: ['checkup', 'bus'],
  sessions: ['pushRemovedAt'],
  saved: ['called'],
  files: ['imported'],
};

async function dropLater(db: Db): Promise<void> {
  for (const table of LATER_TABLES) await sql`drop table if exists ${sql.table(table)}`.execute(db);
  for (const index of LATER_INDEXES) await sql`drop index if exists ${sql.ref(index)}`.execute(db);
  const tables = await db.introspection.getTables();
  for (const { name: table, columns } of tables)
    for (const { name } of columns.filter(column => LATER_COLUMNS[table]?.includes(column.name)))
      await sql`alter table ${sql.table(table)} drop column ${sql.ref(name)}`.execute(db);
}

/** Makes a database of this release one of a commit that has executed these migrations. */
export async function renameMigrations(db: Db, names = listReplacedMigrations()): Promise<void> {
  await sql`delete from "kysely_migration" where "name" >= '0100'`.execute(db);
  await dropLater(db);
  for (const name of names) {
    const time = new Date().toISOString();
    await sql`insert into "kysely_migration" ("name", "timestamp") values (${name}, ${time})`.execute(db);
  }
}

/** Stores a row of an earlier schema. */
export async function insertRow(db: Db, table: string, row: Record<string, string | number | null>) {
  const columns = sql.join(Object.keys(row).map(name => sql.ref(name)));
  await sql`insert into ${sql.table(table)} (${columns}) values (${sql.join(Object.values(row))})`.execute(
    db,
  );
}
