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

/** Referencing tables first. */
const TABLES =
  'search_messages search_rooms reports reactions reply_counts messages files members room_names room_incarnations room_activity rooms presence visits nodes one_time_links two_step recovery_codes passkeys used_challenges account_notices sessions accounts verifications jobs setup_codes workspace_admins settings logo_pictures emoji emoji_pictures import_people import_rooms retention holds users'.split(
    ' ',
  );
const DELETE_ALL = `do $$ begin ${TABLES.map(table => `delete from "${table}";`).join(' ')}
  if exists (select 1 from "audit") then truncate "audit"; end if; end $$`;

interface OpenedDatabase {
  url: string;
  connection: PostgresConnection;
  db: Db;
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
      connections.set(other, { url, connection, db: other });
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
  return { url, connection, db };
}

async function returnDatabase(opened: OpenedDatabase): Promise<void> {
  if (!opened.connection.isOpen) return;
  try {
    await opened.connection.query(DELETE_ALL);
    freeDatabases.push(opened);
  } catch (error) {
    // On a busy machine the deletion of many rows can take longer than a connection waits.
    if (!(error instanceof ConnectionError)) throw error;
  }
}
