import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { EngineName } from '../db/open.ts';
import type { Db } from '../db/schema.ts';
import { DATABASE, openDatabase, openDataFolder } from '../db/sqlite/data-folder.ts';
import { lockFolder } from '../db/sqlite/folder-lock.ts';
import { endImport, type ImportSnapshot, takeImportSnapshot } from '../db/sqlite/import-snapshot.ts';
import { BackupError } from './backup-error.ts';
import { assertOwnSchema } from './checks.ts';
import type { LiveDatabaseOptions } from './open-live-database.ts';

export type DatabasePlace = Pick<LiveDatabaseOptions, 'data' | 'databaseUrl'>;

/** The database of a stopped Snug, which does not start meanwhile. */
export interface StoppedDatabase {
  db: Db;
  engine: EngineName;
  /** A copy that a rollback puts back. Undefined on a database server. */
  takeImportSnapshot?: (now: Date) => Promise<ImportSnapshot>;
  /** The next import takes a copy of its own. */
  endImport: (snapshot: ImportSnapshot) => void;
  close: () => Promise<void>;
}

/** Makes a missing database. Throws a `BackupError` or a `StartError` if Snug runs, or the database is of another release. */
export async function openStopped({ data, databaseUrl }: DatabasePlace): Promise<StoppedDatabase> {
  if (databaseUrl !== undefined) return openStoppedServer(databaseUrl);
  if (existsSync(join(data, DATABASE))) {
    const unlock = lockFolder(data);
    if (!unlock) throw new BackupError(`Snug runs on the data folder ${data}: stop it first.`);
    unlock();
    await withDatabase(openDatabase(data, { readOnly: true }), async db =>
      assertOwnSchema(db, { orOlder: await isUnused(db) }),
    );
  }
  const { db, unlock } = await openDataFolder(data);
  return {
    db,
    engine: 'sqlite',
    takeImportSnapshot: now => takeImportSnapshot(db, data, now),
    endImport: snapshot => endImport(data, snapshot),
    async close() {
      await db.destroy();
      unlock();
    },
  };
}

async function openStoppedServer(url: string): Promise<StoppedDatabase> {
  const [
    { MIGRATIONS, migrate },
    { createConnectionDb },
    { allowLongTransactions },
    { connectForBackup },
    { lockStoppedServers },
  ] = await Promise.all([
    import('../db/postgres/migrate.ts'),
    import('../db/postgres/postgres-db.ts'),
    import('./long-transactions.ts'),
    import('./postgres-live.ts'),
    import('./stopped-servers.ts'),
  ]);
  const connection = await connectForBackup(url);
  try {
    const db = createConnectionDb(connection);
    const { hasUsers } = await lockStoppedServers(connection);
    if (hasUsers) await assertOwnSchema(db, { migrations: MIGRATIONS });
    else await migrate(db);
    await allowLongTransactions(db);
    return { db, engine: 'postgres', endImport: () => {}, close: () => connection.close() };
  } catch (error) {
    await connection.close();
    throw error;
  }
}

/** Such as after an import into an empty folder that was killed while it made the tables. */
async function isUnused(db: Db): Promise<boolean> {
  const tables = await db.introspection.getTables();
  if (!tables.some(({ name }) => name === 'users')) return true;
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) === undefined;
}

/** To read while servers run, or not. Undefined if there is no database yet, or nobody in it. Throws a `BackupError` if it is of another release. */
export async function openExisting({ data, databaseUrl }: DatabasePlace): Promise<Db | undefined> {
  if (databaseUrl === undefined) {
    if (!existsSync(join(data, DATABASE))) return undefined;
    const db = openDatabase(data, { readOnly: true });
    if (!(await isUnused(db))) return keepOrDestroy(db, assertOwnSchema(db));
    await db.destroy();
    return undefined;
  }
  const [{ MIGRATIONS }, { createConnectionDb }, { connectForBackup }] = await Promise.all([
    import('../db/postgres/migrate.ts'),
    import('../db/postgres/postgres-db.ts'),
    import('./postgres-live.ts'),
  ]);
  const connection = await connectForBackup(databaseUrl);
  const { rows } = await connection.query<{ hasUsers: boolean }>(
    `select to_regclass('users') is not null as "hasUsers"`,
  );
  const db = createConnectionDb(connection);
  if (rows[0]?.hasUsers) return keepOrDestroy(db, assertOwnSchema(db, { migrations: MIGRATIONS }));
  await db.destroy();
  return undefined;
}

async function keepOrDestroy(db: Db, checked: Promise<unknown>): Promise<Db> {
  try {
    await checked;
    return db;
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

async function withDatabase<Result>(db: Db, run: (db: Db) => Promise<Result>): Promise<Result> {
  try {
    return await run(db);
  } finally {
    await db.destroy();
  }
}
