import { randomUUID } from 'node:crypto';
import { createDatabase, dropDatabase } from '@snug/testkit/postgres/postgres-server.ts';
import { inject, onTestFinished } from 'vitest';
import { MUTATIONS } from '../commands/mutations.ts';
import { ENGINE_WORK } from '../commands/open-store.ts';
import { BatchRunner } from '../db/postgres/batch.ts';
import { ConnectionPool } from '../db/postgres/connection-pool.ts';
import { createWriteConnection } from '../db/postgres/engine.ts';
import { migrate } from '../db/postgres/migrate.ts';
import { PostgresConnection } from '../db/postgres/postgres-connection.ts';
import { createConnectionDb } from '../db/postgres/postgres-db.ts';
import type { Db } from '../db/schema.ts';

/** The batch runner of a node, on a new database. */
export async function createBatchRunner(): Promise<{ db: Db; runner: BatchRunner }> {
  const url = await createDatabase(inject('postgresUrl'), `test_${randomUUID()}`);
  onTestFinished(() => dropDatabase(url));
  const connection = await PostgresConnection.open(url);
  onTestFinished(() => connection.close());
  const db = createConnectionDb(connection);
  await migrate(db);
  // The incarnation contains the epoch, and the other database is compared with this one.
  await db.deleteFrom('meta').where('key', '=', 'epoch').execute();
  const pool = new ConnectionPool({ url, size: 2, wrap: createWriteConnection });
  onTestFinished(() => pool.close());
  const bulkStatement = await ENGINE_WORK.loadBulkStatement();
  return { db, runner: new BatchRunner({ pool, mutations: MUTATIONS, bulkStatement }) };
}
