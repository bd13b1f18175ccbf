import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { expect, onTestFinished, test } from 'vitest';
import { StartError } from '../../base/start-error.ts';
import { createTestRoom, sendMany, temporaryFolder } from '../../testing/database.ts';
import { renameMigrations } from '../../testing/older-database.ts';
import { readEpoch } from '../epoch.ts';
import type { Db } from '../schema.ts';
import { MIGRATIONS, migrate } from './migrate.ts';
import { openSqlite } from './sqlite.ts';
import { takeUpgradeSnapshot } from './upgrade-snapshot.ts';

const GOOD: Migration = {
  up: async db => void (await sql`alter table rooms add column topic text`.execute(db)),
};
/** Changes the schema and the rows, and then fails. */
const FAILING: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table messages rename column text to words`.execute(db);
    await sql`update messages set words = 'spoilt'`.execute(db);
    await sql`drop table reactions`.execute(db);
    await sql`insert into nowhere values (1)`.execute(db);
  },
};

async function createOldDatabase() {
  const { db, path, uid, roomId } = await createTestRoom();
  await sendMany(db, uid, roomId, 3);
  return { db, path, snapshots: join(path, '..', 'snapshots') };
}

async function readTexts(db: Db): Promise<unknown[]> {
  return (await db.selectFrom('messages').select('text').orderBy('seq').execute()).map(({ text }) => text);
}

async function readSchema(db: Db): Promise<unknown[]> {
  return (await sql`select name, sql from sqlite_schema order by name`.execute(db)).rows;
}

function reopen(path: string): Db {
  const db = openSqlite(path);
  onTestFinished(() => db.destroy());
  return db;
}

async function catchError(promise: Promise<unknown>): Promise<Error> {
  return promise.then(
    () => new Error('it went well'),
    (error: Error) => error,
  );
}

test('B6 an upgrade keeps a copy of the old database, with an epoch of its own', async () => {
  const { db, snapshots } = await createOldDatabase();
  const epoch = await readEpoch(db);
  await migrate(db, { snapshotFolder: snapshots, migrations: { ...MIGRATIONS, '9998-topic': GOOD } });
  const [name = '', ...others] = readdirSync(snapshots);
  expect([name, others]).toEqual([expect.stringMatching(/^before-9998-topic-\d{8}T\d{6}Z\.db$/), []]);
  expect(statSync(join(snapshots, name)).mode & 0o777).toBe(0o600);
  const copy = reopen(join(snapshots, name));
  expect(await readTexts(copy)).toEqual(['message 1', 'message 2', 'message 3']);
  expect(await readEpoch(copy)).not.toBe(epoch);
  expect(await readEpoch(db)).toBe(epoch);
  await migrate(copy, { migrations: MIGRATIONS });
});

test('B6 a failed upgrade leaves the database unchanged, and the previous version starts with it', async () => {
  const { db, path, snapshots } = await createOldDatabase();
  const before = await readSchema(db);
  const migrations = { ...MIGRATIONS, '9998-topic': GOOD, '9999-failing': FAILING };
  const error = await catchError(migrate(db, { snapshotFolder: snapshots, migrations }));
  const [name = ''] = readdirSync(snapshots);
  expect(error).toBeInstanceOf(StartError);
  expect(error.message).toBe(
    `The database could not be upgraded, at 9999-failing (no such table: nowhere). The database is unchanged, and ${join(snapshots, name)} is a copy of it.`,
  );
  await db.destroy();
  const again = reopen(path);
  await migrate(again, { snapshotFolder: snapshots, migrations: MIGRATIONS });
  expect(await readTexts(again)).toEqual(['message 1', 'message 2', 'message 3']);
  expect(await readSchema(again)).toEqual(before);
  expect(await readTexts(reopen(join(snapshots, name)))).toEqual(await readTexts(again));
});

test('B6 a new database, a current one and one that only gets another name are not copied', async () => {
  const path = join(temporaryFolder(), 'snug.db');
  const snapshotFolder = join(path, '..', 'snapshots');
  const db = reopen(path);
  // Without the later ones, which a database of such a commit still gets.
  const migrations = Object.fromEntries(
    Object.entries(MIGRATIONS).filter(([name]) => name <= '0100-workspace'),
  );
  await migrate(db, { snapshotFolder, migrations });
  await migrate(db, { snapshotFolder, migrations });
  await renameMigrations(db);
  await migrate(db, { snapshotFolder, migrations });
  expect(readdirSync(join(path, '..'))).not.toContain('snapshots');
});

test('B6 a database that cannot be copied is not upgraded', async () => {
  const { db, snapshots } = await createOldDatabase();
  writeFileSync(snapshots, 'in the way');
  const before = await readSchema(db);
  const error = await catchError(
    migrate(db, { snapshotFolder: snapshots, migrations: { ...MIGRATIONS, '9998-topic': GOOD } }),
  );
  expect(error).toBeInstanceOf(StartError);
  expect(error.message).toMatch(
    /^The database was not upgraded, because it could not be copied first \(EEXIST.+\)\.$/,
  );
  expect(await readSchema(db)).toEqual(before);
});

test('B6 the newest copies before the last three upgrades are kept, even after repeated failures', async () => {
  const { db, snapshots } = await createOldDatabase();
  const day = (number: number) => new Date(Date.UTC(2026, 0, number));
  mkdirSync(snapshots);
  writeFileSync(join(snapshots, 'before-0003-x-20251231T000000Z.db.partial-wal'), '');
  writeFileSync(join(snapshots, 'my own copy.db'), '');
  for (const [index, migration] of ['0004-a', '0005-b', '0006-c', '0007-d'].entries()) {
    await takeUpgradeSnapshot(db, snapshots, migration, day(index + 1));
  }
  for (let number = 5; number < 10; number++) {
    await takeUpgradeSnapshot(db, snapshots, '0007-d', day(number));
  }
  expect(readdirSync(snapshots).toSorted()).toEqual([
    'before-0005-b-20260102T000000Z.db',
    'before-0006-c-20260103T000000Z.db',
    'before-0007-d-20260109T000000Z.db',
    'my own copy.db',
  ]);
});
