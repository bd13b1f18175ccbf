import { randomUUID } from 'node:crypto';
import { createDatabase } from '@snug/testkit/postgres/postgres-server.ts';
import { inject, onTestFinished } from 'vitest';
import { runBatch } from '../db/batch.ts';
import { dialect } from '../db/postgres/dialect.ts';
import { PostgresEngine } from '../db/postgres/engine.ts';
import { ConnectionError } from '../db/postgres/errors.ts';
import { migrate } from '../db/postgres/migrate.ts';
import { PostgresConnection } from '../db/postgres/postgres-connection.ts';
import { createConnectionDb } from '../db/postgres/postgres-db.ts';
import type { Db } from '../db/schema.ts';
// Declares the provided value.
import '@snug/testkit/postgres/global-setup.ts';
import { temporaryFolder } from './temporary-folder.ts';
import type { TestEngine } from './test-engine.ts';

/** Of every table. Without triggers, their order does not matter. */
const DELETE_ALL = `do $$ declare "name" text; begin
  perform set_config('session_replication_role', 'replica', true);
  for "name" in select "tablename" from "pg_tables" where "schemaname" = current_schema() and "tablename" not like 'kysely%' loop
    execute format('delete from %I', "name");
  end loop;
end $$`;
/** Tables that a test has vacuumed or analyzed. */
const LIST_STATISTICS =
  'select "relname" from "pg_class" where "relnamespace" = current_schema()::regnamespace and "relkind" = \'r\' and "reltuples" >= 0';

interface OpenedDatabase {
  url: string;
  connection: PostgresConnection;
  db: Db;
  /** As in a new database. */
  meta: readonly { key: string; value: string }[];
}

const connections = new WeakMap<Db, OpenedDatabase>();
/** Empty databases of this process. Deleting rows takes a tenth of the time of a new database. */
const freeDatabases: OpenedDatabase[] = [];

export function createPostgresTestEngine(): TestEngine {
  return {
    dialect,

    async openDatabase() {
      const opened = freeDatabases.pop() ?? (await openNewDatabase());
      connections.set(opened.db, opened);
      onTestFinished(() => returnDatabase(opened));
      return { db: opened.db, folder: temporaryFolder(), path: '' };
    },

    async connectAgain({ db }) {
      const { url } = getOpened(db);
      const connection = await PostgresConnection.open(url);
      const other = createConnectionDb(connection);
      connections.set(other, { url, connection, db: other, meta: [] });
      onTestFinished(() => connection.close());
      return other;
    },

    runBatch(db, mutations, jobs, now, incarnation) {
      const { connection } = getOpened(db);
      const engine = new PostgresEngine({ connection, db });
      const { begin, commit, isConflict, isTransient, isStorageFailure } = engine;
      const clock = { now: now ?? engine.now, incarnation: incarnation ?? engine.incarnation };
      const conflicts = { isConflict, isTransient, isStorageFailure };
      return runBatch({ db, begin, commit, ...conflicts, ...clock }, mutations, jobs);
    },
  };
}

function getOpened(db: Db): OpenedDatabase {
  const opened = connections.get(db);
  if (!opened) throw new Error('this is not a database of the test engine');
  return opened;
}

async function openNewDatabase(): Promise<OpenedDatabase> {
  const url = await createDatabase(inject('postgresUrl'), `test_${randomUUID()}`);
  const connection = await PostgresConnection.open(url);
  const db = createConnectionDb(connection);
  await migrate(db);
  return { url, connection, db, meta: await db.selectFrom('meta').selectAll().execute() };
}

async function returnDatabase(opened: OpenedDatabase): Promise<void> {
  const { connection } = opened;
  if (!connection.isOpen) return;
  try {
    // Its plans can differ from those of a new database.
    if ((await connection.query(LIST_STATISTICS)).rows.length > 0) return await connection.close();
    await connection.query(DELETE_ALL);
    await opened.db.insertInto('meta').values(opened.meta).execute();
    freeDatabases.push(opened);
  } catch (error) {
    // On a busy machine the deletion of many rows can take longer than a connection waits.
    if (!(error instanceof ConnectionError)) throw error;
  }
}
