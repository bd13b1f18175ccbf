import { CommandError } from '@snug/protocol';
import { StartError } from '../../base/start-error.ts';
import { readEpoch } from '../epoch.ts';
import type { Mutations } from '../mutation.ts';
import type { Db } from '../schema.ts';
import type { NotificationEncoder, Store } from '../store.ts';
import { BatchRunner, type BulkStatement } from './batch.ts';
import { ConnectionPool } from './connection-pool.ts';
import { DatabaseClock } from './database-clock.ts';
import { dialect } from './dialect.ts';
import { createWriteConnection, NOTIFY, type WriteConnection } from './engine.ts';
import { isRetryable, isStorageFailure, isTransient } from './errors.ts';
import { CHANNEL, listen } from './listener.ts';
import { migrate } from './migrate.ts';
import { assertOwnSession } from './pooler.ts';
import { connect, type PostgresConnection, type Result } from './postgres-connection.ts';
import { createConnectionDb, createReadDb } from './postgres-db.ts';
import type { ServerIdentity } from './session.ts';

const MAX_READ_CONNECTIONS = 4;
const MAX_WRITE_CONNECTIONS = 4;
/** Of another thread. */
const MAX_READER_CONNECTIONS = 2;

export interface PostgresStoreOptions {
  url: string;
  /** Nothing can be stored or read any more, or the database's history has changed. */
  onFatalError: (error: unknown) => void;
  /** The server accepts connections, but not those of this release: the database belongs to a newer one. */
  onRefused?: (error: unknown) => void;
  /** Receives the time that a batch waited for a connection. */
  onConnection?: ((waitedMs: number) => void) | undefined;
  prepare: (db: Db, now: number) => Promise<void>;
  encoder?: NotificationEncoder | undefined;
  mutations: Mutations;
  bulkStatement: BulkStatement;
}

/** Connects to a database server and migrates its database. Throws a `StartError` if that fails. */
export async function openPostgresStore({
  url,
  onFatalError,
  onRefused = onFatalError,
  onConnection,
  prepare,
  encoder,
  mutations,
  bulkStatement,
}: PostgresStoreOptions): Promise<Store> {
  const { epoch, history, clock } = await prepareDatabase(url, prepare);
  const checkHistory = (identity: ServerIdentity) => {
    if (identity.history !== history)
      onFatalError(new Error('the database server continues another history, after a failover or a restore'));
  };
  const onOpen = ({ identity }: PostgresConnection) => checkHistory(identity);
  const readPool = new ConnectionPool({
    url,
    size: MAX_READ_CONNECTIONS,
    wrap: connection => connection,
    onOpen,
    onRefused,
  });
  const writePool = new ConnectionPool<WriteConnection>({
    url,
    size: MAX_WRITE_CONNECTIONS,
    wrap: createWriteConnection,
    onOpen,
    onTake: onConnection,
    onRefused,
  });
  const read = createReadDb(
    (sql, parameters) => runRead(readPool, sql, parameters),
    () => readPool.close(),
  );
  const batches = new BatchRunner({
    pool: writePool,
    mutations,
    bulkStatement,
    encoder,
    onTime: at => clock.observe(at),
  });
  return {
    read,
    runBatch: jobs => batches.run(jobs),
    epoch: `${epoch}.${history}`,
    now: clock.now,
    dialect,
    listen: options => listen({ ...options, url, onOpen: checkHistory }),
    notify: payloads => runRead(readPool, NOTIFY, [CHANNEL, payloads]),
    countConnections() {
      const { open, taken: busy, waiting } = writePool.counts;
      return { busy, idle: Math.max(0, open - busy), waiting, reading: readPool.counts.open };
    },
    async close() {
      await Promise.all([readPool.close(), writePool.close()]);
    },
  };
}

/** Connects at the first read. */
export function openPostgresReader(url: string): Db {
  const pool = new ConnectionPool({ url, size: MAX_READER_CONNECTIONS, wrap: connection => connection });
  return createReadDb(
    (sql, parameters) => runRead(pool, sql, parameters),
    () => pool.close(),
  );
}

/** Reads once more on another connection if the first one is lost. Throws `unavailable` if the server does not answer. */
async function runRead<Row>(
  pool: ConnectionPool<PostgresConnection>,
  sql: string,
  parameters: readonly unknown[],
): Promise<Result<Row>> {
  const runOnce = async () => (await pool.share()).query<Row>(sql, parameters);
  try {
    return await runOnce().catch(error => {
      if (!isRetryable(error)) throw error;
      return runOnce();
    });
  } catch (error) {
    if (isStorageFailure(error) || isTransient(error)) throw new CommandError('unavailable');
    throw error;
  }
}

async function prepareDatabase(url: string, prepare: PostgresStoreOptions['prepare']) {
  const connection = await connect(url, message => new StartError(message));
  const db = createConnectionDb(connection);
  try {
    await assertOwnSession(connection, url);
    await migrate(db);
    const now = await readTime(connection);
    await prepare(db, now);
    const clock = new DatabaseClock(now, () => performance.now());
    return { epoch: await readEpoch(db), history: connection.identity.history, clock };
  } finally {
    await connection.close();
  }
}

async function readTime(connection: PostgresConnection): Promise<number> {
  const { rows } = await connection.query<{ now: number }>(
    'select floor(extract(epoch from clock_timestamp()) * 1000)::bigint as "now"',
  );
  return rows[0]?.now ?? 0;
}
