import { setTimeout as wait } from 'node:timers/promises';
import { openDatabaseServer } from '@snug/server/db/open.ts';
import { PostgresServer, runStatement } from '@snug/testkit/postgres/postgres-server.ts';
import { until } from '@snug/testkit/until.ts';
import { inject, onTestFinished } from 'vitest';
import { checkMessages } from '../check/messages.ts';
import { checkAuthors, checkPositions } from '../check/positions.ts';
import { assertNoProblems } from '../check/problem.ts';
import { checkRooms } from '../check/rooms.ts';
import { messageKey, readStored, type StoredState } from '../check/stored.ts';
import { checkViews } from '../check/views.ts';
import type { Operation } from '../journal.ts';
import type { Load } from '../load/load.ts';
import { FaultProxy } from '../proxy/proxy.ts';
import type { Cluster } from './cluster.ts';
import { signalDatabase } from './database-processes.ts';

const RESTART_DELAY_MS = 200;
/** Between the move of the address and the promotion. */
const RECOVERY_MS = 1_500;
const CANCEL_INTERVAL_MS = 20;
const CANCEL_WAITS = `with waiting as materialized (select pid from pg_stat_activity where wait_event = 'SyncRep')
  select count(*)::int as "count" from waiting where pg_cancel_backend(pid)`;

interface StandbyOptions {
  /** Whether the primary's commits wait for it. */
  isSynchronous: boolean;
  settings?: Readonly<Record<string, string>>;
}

/** A server that copies the database of a cluster until it takes its place. */
export interface Standby {
  server: PostgresServer;
  /** From the standby to its primary. */
  replication: FaultProxy;
}

/** A standby that stops with the test. Resolves when it has all that is stored. */
export async function startStandby(
  { postgres }: Cluster,
  { isSynchronous, settings = {} }: StandbyOptions,
): Promise<Standby> {
  const replication = await FaultProxy.start(postgres.port);
  onTestFinished(() => replication.close());
  const server = await PostgresServer.start({
    durable: true,
    from: inject('clusterPeople').postgres,
    primaryPort: Number(new URL(replication.url).port),
    settings,
  });
  onTestFinished(() => server.remove());
  const url = postgres.getUrl();
  if (isSynchronous) {
    await runStatement(url, `alter system set synchronous_standby_names = '*'`);
    await runStatement(url, 'select pg_reload_conf()');
  }
  await until('the standby receives the log', async () => {
    const [row] = await runStatement<{ state: string; sync_state: string }>(
      url,
      'select state, sync_state from pg_stat_replication',
    );
    return row?.state === 'streaming' && row.sync_state === (isSynchronous ? 'sync' : 'async');
  });
  return { server, replication };
}

/**
 * Kills the primary, moves its address to the standby, and promotes the standby a moment later. Returns the time of the kill
 * and of the promotion.
 */
export async function failOver(
  cluster: Cluster,
  { server }: Standby,
): Promise<{ killedAt: number; promotedAt: number }> {
  const primary = cluster.postgres;
  signalDatabase(primary, 'SIGKILL');
  await primary.waitForEnd();
  const killedAt = performance.now();
  cluster.moveDatabase(server);
  await wait(RECOVERY_MS);
  await server.promote();
  return { killedAt, promotedAt: performance.now() };
}

/** Starts each node again that ends, until the test ends. Returns how many starts there were. */
export function supervise({ nodes }: Cluster): () => number {
  const stop = new AbortController();
  let starts = 0;
  const keepRunning = async ({ server }: Cluster['nodes'][number]) => {
    while (!stop.signal.aborted) {
      if (!server.isRunning) {
        starts++;
        // Fails while there is no database.
        await server.start().catch(() => undefined);
      }
      await wait(RESTART_DELAY_MS);
    }
  };
  const running = nodes.map(keepRunning);
  onTestFinished(async () => {
    stop.abort();
    await Promise.all(running);
  });
  return () => starts;
}

/** The epochs that the connected readers know. */
export function getEpochs({ journal }: Load): (string | undefined)[] {
  return journal.observed.recorders.filter(({ isClosed }) => !isClosed).map(({ epoch }) => epoch);
}

/** Resolves when every reader has begun an epoch that is not `before`. */
export async function waitForNewEpoch(load: Load, before: string, timeoutMs: number): Promise<void> {
  const haveBegun = () => {
    const epochs = getEpochs(load);
    return (
      epochs.length >= load.readers.length && epochs.every(epoch => epoch !== undefined && epoch !== before)
    );
  };
  await until('every reader has a new epoch', haveBegun, {
    timeoutMs,
    describeState: () => getEpochs(load).join(', '),
  });
}

/** Cancels every wait for a standby, until the returned function is called. It returns how many there were. */
export function cancelWaits({ databaseUrl }: Cluster): () => Promise<number> {
  const stop = new AbortController();
  let count = 0;
  const cancel = async () => {
    while (!stop.signal.aborted) {
      const [row] = await runStatement<{ count: number }>(databaseUrl, CANCEL_WAITS);
      count += row?.count ?? 0;
      await wait(CANCEL_INTERVAL_MS);
    }
  };
  const running = cancel();
  return async () => {
    stop.abort();
    await running;
    return count;
  };
}

/**
 * Checks a load that has come to rest after a failover which may have lost changes: everyone agrees with the database.
 * Returns the acknowledged messages that are missing.
 */
export async function checkAfterLoss(
  { journal, readers, roomIds }: Load,
  { databaseUrl }: Cluster,
): Promise<{ lost: Operation<'send_message'>[]; stored: number }> {
  const db = await openDatabaseServer(databaseUrl);
  try {
    const stored = await readStored(db);
    // A lost message has its place from the lost history in its first result if its sender repeats it afterwards.
    const wrong = checkMessages(journal, stored).filter(
      ({ fault }) => fault !== 'lost' && fault !== 'results differ',
    );
    const sends = journal.getOperations('send_message');
    const views = await checkViews(readers, db, roomIds);
    assertNoProblems([
      ...wrong,
      ...checkPositions(stored),
      ...checkAuthors(
        sends.filter(send => !hasMoved(send, stored)),
        stored,
      ),
      ...checkRooms(stored),
      ...views,
    ]);
    const lost = sends.filter(
      ({ outcome, input }) => outcome === 'acknowledged' && !stored.byKey.has(toKey(input)),
    );
    return { lost, stored: stored.messages.length };
  } finally {
    await db.destroy();
  }
}

/** Whether a result has another place than the database, because the message was lost and then sent again. */
function hasMoved({ input, results }: Operation<'send_message'>, { byKey }: StoredState): boolean {
  const row = byKey.get(toKey(input));
  return results.some(({ message }) => message.seq !== row?.seq);
}

function toKey({ roomId, id }: { roomId: string; id?: string | undefined }): string {
  return messageKey(roomId, id);
}
