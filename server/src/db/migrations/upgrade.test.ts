import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { isOnPostgres, temporaryDatabase } from '../../testing/database.ts';
import {
  createReleasedDatabase,
  listReplacedMigrations,
  type OlderDatabase,
  renameMigrations,
} from '../../testing/older-database.ts';
import { readSchemaLines } from '../../testing/schema-lines.ts';
import type { Db } from '../schema.ts';

const ENGINE = isOnPostgres ? 'postgres' : 'sqlite';
const REPLACEMENT = '0100-workspace';

/** Rows that only servers of PostgreSQL store. */
const OWN = isOnPostgres
  ? [
      `insert into "nodes" ("id", "startedAt", "expiresAt", "version") values ('n1', 1, 2, '0.3.0')`,
      `insert into "visits" ("userId", "nodeId") values ('ann', 'n1')`,
      `insert into "rates" ("key", "fullAt") values ('sign-in:ann', 5)`,
    ]
  : [];
const OWN_ROWS = isOnPostgres
  ? [
      'meta {"key":"oldestVersion","value":"0.0.0"}',
      'nodes {"expiresAt":2,"id":"n1","startedAt":1,"version":"0.3.0"}',
      'rates {"fullAt":5,"key":"sign-in:ann"}',
      'visits {"nodeId":"n1","userId":"ann"}',
    ]
  : [];
const EXPECTED_ROWS = [...readLines('rows-after-upgrade.txt'), ...OWN_ROWS].toSorted();

function readFixture(name: string): string {
  return readFileSync(join(import.meta.dirname, 'fixtures', name), 'utf8');
}

function readLines(name: string): string[] {
  return readFixture(name).trimEnd().split('\n');
}

async function run(db: Db, ...statements: readonly string[]): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

/** Rows of every kind, with the columns of the previous release. */
async function insertReleasedRows(db: Db): Promise<void> {
  await run(db, ...readFixture('data-0.3.0.sql').split(/(?<=;\n)(?=insert)/), ...OWN);
}

async function createFullDatabase(): Promise<OlderDatabase> {
  const database = await createReleasedDatabase();
  await insertReleasedRows(database.db);
  return database;
}

async function readRows(db: Db): Promise<string[]> {
  const lines: string[] = [];
  for (const { name, columns } of await db.introspection.getTables()) {
    const all = sql.join(columns.map(column => sql.ref(column.name)));
    const { rows } = await sql<Record<string, unknown>>`select ${all} from ${sql.table(name)}`.execute(db);
    for (const row of rows) lines.push(`${name} ${JSON.stringify(toComparable(row))}`);
  }
  return lines.filter(line => !line.includes('"epoch"')).toSorted();
}

/** Without nulls: the columns are part of the schema. */
function toComparable(row: Record<string, unknown>): Record<string, unknown> {
  const values = Object.entries(row).filter(([, value]) => value !== null);
  const entries = values.map(([name, value]) => [name, typeof value === 'boolean' ? Number(value) : value]);
  return Object.fromEntries(entries.toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1)));
}

async function readNames(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select "name" from "kysely_migration"`.execute(db);
  return rows.map(({ name }) => name).toSorted();
}

async function createUnreleasedDatabase(names = listReplacedMigrations()): Promise<OlderDatabase> {
  const database = await createFullDatabase();
  await database.upgrade();
  await renameMigrations(database.db, names);
  return database;
}

test('a new database and one of the previous release have the schema in fixtures/', async () => {
  const toOwnTypes = (line: string) =>
    isOnPostgres ? line : line.replace(' collate C', '').replace('bigint', 'integer');
  const toOneInteger = (line: string) => (isOnPostgres ? line : line.replace('bigint', 'integer'));
  const expected = [...readLines('schema.txt').map(toOwnTypes), ...readLines(`schema-${ENGINE}.txt`)];
  const { db } = await temporaryDatabase();
  expect((await readSchemaLines(db)).map(toOneInteger).toSorted()).toEqual(expected.toSorted());
  const older = await createFullDatabase();
  await older.upgrade();
  expect(await readSchemaLines(older.db)).toEqual(await readSchemaLines(db));
});

test('an upgrade keeps the rows of the previous release, as the replaced migrations did', async () => {
  const { db, upgrade } = await createFullDatabase();
  await upgrade();
  expect(await readRows(db)).toEqual(EXPECTED_ROWS);
});

test('the statements of the previous release still store rows after the upgrade', async () => {
  const { db, upgrade } = await createReleasedDatabase();
  await upgrade();
  await insertReleasedRows(db);
  const expected = EXPECTED_ROWS.filter(line => !/^(?:reads|notify_rooms) /.test(line));
  expect(await readRows(db)).toEqual(expected);
  await run(db, `update "users" set "folded" = 'x'`, `update "users" set "name" = 'Anna' where "id" = 'ann'`);
  const { rows } = await sql`select "id" from "users" where "folded" is null`.execute(db);
  expect(rows).toEqual([{ id: 'ann' }]);
});

test('an upgrade that ends in its middle leaves the database unchanged, and the next one continues', async () => {
  const { db, upgrade } = await createFullDatabase();
  const [rows, names] = [await readRows(db), await readNames(db)];
  // Its last table.
  await run(db, 'create table "webhooks" ("id" text)');
  const schema = await readSchemaLines(db);
  await expect(upgrade()).rejects.toThrow(/^The database could not be upgraded.*webhooks/);
  expect([await readSchemaLines(db), await readRows(db), await readNames(db)]).toEqual([schema, rows, names]);
  await run(db, 'drop table "webhooks"');
  await upgrade();
  expect(await readRows(db)).toEqual(EXPECTED_ROWS);
});

test('a database with all replaced migrations continues with the one that replaces them', async () => {
  const released = await readNames((await createReleasedDatabase()).db);
  const { db, upgrade } = await createUnreleasedDatabase();
  const { db: other } = await temporaryDatabase();
  const expected = [await readSchemaLines(other), EXPECTED_ROWS];
  await upgrade();
  const names = await readNames(db);
  expect(names.filter(name => !released.includes(name))).toEqual([
    REPLACEMENT,
    '0101-conversations',
    '0102-guests',
    '0103-logo',
    '0104-directory-admins',
    '0105-checkups',
    '0106-search',
    '0107-push',
    '0108-levels',
    '0109-notification-settings',
    '0110-statuses',
    '0111-missed-mails',
    '0112-retention',
    '0113-emoji',
    '0114-imports',
    '0115-node-bus',
    '0116-authors',
    '0117-counting-indexes',
  ]);
  await upgrade();
  expect([await readSchemaLines(db), await readRows(db)]).toEqual(expected);
  expect(await readNames(db)).toEqual(names);
});

test('a database with only some replaced migrations is refused, unchanged, with the commit to start', async () => {
  const all = listReplacedMigrations();
  for (const names of [all.slice(0, 1), all.slice(0, -1), all.slice(1), all.toSpliced(7, 1)]) {
    const { db, upgrade } = await createUnreleasedDatabase(names);
    const before = [await readNames(db), await readSchemaLines(db), await readRows(db)];
    await expect(upgrade()).rejects.toThrow(
      /^The database has only some of the migrations [^\n]+ Start commit [0-9a-f]{40} on it once [^\n]+$/,
    );
    expect([await readNames(db), await readSchemaLines(db), await readRows(db)]).toEqual(before);
  }
});

test('names are replaced completely or not at all', async () => {
  const { db, upgrade } = await createUnreleasedDatabase();
  // Then the new name cannot be stored after the others are deleted.
  await run(
    db,
    `insert into "kysely_migration" ("name", "timestamp") values ('${REPLACEMENT}', 'in the way')`,
  );
  const before = await readNames(db);
  await expect(upgrade()).rejects.toThrow(/unique/i);
  expect(await readNames(db)).toEqual(before);
});
