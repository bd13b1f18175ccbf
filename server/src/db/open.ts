import { sql } from 'kysely';
import { createDataFolder, restrictToOwner } from '../base/private-files.ts';
import type { Mutations } from './mutation.ts';
import type { BulkStatement } from './postgres/batch.ts';
import type { DatabaseServerFacts } from './postgres/inspect.ts';
import type { Db } from './schema.ts';
import { openDatabase } from './sqlite/data-folder.ts';
import { openSqliteStore } from './sqlite/sqlite-store.ts';
import type { NotificationEncoder, OpenedStore } from './store.ts';

/** The only file outside of the engines' folders that imports them. */
export { runBatch } from './sqlite/batch.ts';
export { openBesideServer, openDatabase, openDataFolder } from './sqlite/data-folder.ts';
export { dialect } from './sqlite/dialect.ts';
export { lockFolder } from './sqlite/folder-lock.ts';
export { canReadFolder, isNetworkFileSystem, readStoredAt } from './sqlite/inspect.ts';
export { serveBatches } from './sqlite/thread.ts';
export type { DatabaseServerFacts };

export interface StoreOptions {
  /** The data folder. It contains the database, unless there is a `databaseUrl`. */
  data: string;
  databaseUrl?: string | undefined;
  /** For notifications between the servers on a database; without it, there are none. */
  encoder?: NotificationEncoder;
  onFatalError: (error: unknown) => void;
  /** The database server refuses this release from now on. By default, `onFatalError`. */
  onRefused?: (error: unknown) => void;
  /** Receives the time that a batch waited for a connection to a database server, ms. */
  onConnection?: ((waitedMs: number) => void) | undefined;
  /** Changes the database before all other writes. */
  prepare: (db: Db, now: number) => Promise<void>;
  mutations: Mutations;
  /** A module that calls `serveBatches` with the same mutations. */
  writerThread: URL;
  loadBulkStatement: () => Promise<BulkStatement>;
}

/** Opens the database of the settings and migrates it. Throws a `StartError` if that fails. */
export async function openEngine({
  data,
  databaseUrl,
  writerThread,
  loadBulkStatement,
  ...options
}: StoreOptions): Promise<OpenedStore> {
  if (databaseUrl === undefined) return openSqliteStore({ ...options, folder: data, writerThread });
  // Its files have no lock: each server has a folder for its uploads, and stored files are never changed.
  createDataFolder(data);
  restrictToOwner(data);
  const [{ openPostgresStore }, bulkStatement] = await Promise.all([
    import('./postgres/postgres-store.ts'),
    loadBulkStatement(),
  ]);
  const store = await openPostgresStore({ ...options, url: databaseUrl, bulkStatement });
  return { store, warning: undefined };
}

export type DatabaseLocation = Pick<StoreOptions, 'data' | 'databaseUrl'>;

/** Opens a running server's database in another thread, for reads. */
export async function openReader({ data, databaseUrl }: DatabaseLocation): Promise<Db> {
  if (databaseUrl === undefined) return openDatabase(data, { readOnly: true });
  const { openPostgresReader } = await import('./postgres/postgres-store.ts');
  return openPostgresReader(databaseUrl);
}

/** Connects to a database server, without migrating its database. Throws a `StartError` if Snug cannot use it. */
export async function openDatabaseServer(url: string): Promise<Db> {
  const [{ PostgresConnection }, { createConnectionDb }] = await Promise.all([
    import('./postgres/postgres-connection.ts'),
    import('./postgres/postgres-db.ts'),
  ]);
  return createConnectionDb(await PostgresConnection.open(url));
}

/** Changes nothing. Throws a `StartError` if Snug cannot use the server. */
export async function inspectDatabaseServer(url: string): Promise<DatabaseServerFacts> {
  const { inspectServer } = await import('./postgres/inspect.ts');
  return inspectServer(url);
}

export type EngineName = 'sqlite' | 'postgres';

export function getEngineName({ databaseUrl }: Pick<StoreOptions, 'databaseUrl'>): EngineName {
  return databaseUrl === undefined ? 'sqlite' : 'postgres';
}

/** The bytes of all tables and indexes, without reading them. */
export async function readDatabaseBytes(db: Db, engine: EngineName): Promise<number> {
  const query =
    engine === 'postgres'
      ? sql<{ bytes: number }>`select pg_database_size(current_database()) as "bytes"`
      : sql<{
          bytes: number;
        }>`select page_count * page_size as "bytes" from pragma_page_count, pragma_page_size`;
  const { rows } = await query.execute(db);
  return rows[0]?.bytes ?? 0;
}
