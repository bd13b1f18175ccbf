import { setTimeout as wait } from 'node:timers/promises';
import { newId } from '@snug/client';
import { runStatement } from '@snug/testkit/postgres/postgres-server.ts';
import { TestPerson } from '@snug/testkit/test-person.ts';
import { until } from '@snug/testkit/until.ts';
import { describe, expect, inject, test } from 'vitest';
import { recordFigures } from '../figures.ts';
import type { Operation } from '../journal.ts';
import type { Load } from '../load/load.ts';
import { IS_FULL } from '../seed.ts';
import type { Cluster } from './cluster.ts';
import {
  cancelWaits,
  checkAfterLoss,
  failOver,
  getEpochs,
  startStandby,
  supervise,
  waitForNewEpoch,
} from './failover.ts';
import { finishAndCheckCluster, queryCluster, startClusterLoad, startTestCluster } from './fixtures.ts';
import { watchReaders } from './presences.ts';

const ROUNDS = 3;
const RESULTS = 300;
const MAX_RESET_MS = 30_000;
/** A busy machine starts the nodes late. The checks after it matter there, too. */
const MAX_EPOCH_MS = 300_000;
const CANCEL_MS = 10_000;
const SILENCE_MS = 15_000;
/** Results that are on their way when the silence begins. */
const IN_FLIGHT_MS = 3_000;
const STALLED = { isStalled: true };

describe.runIf(IS_FULL)('the primary dies', () => {
  test.for(Array.from({ length: ROUNDS }, (_, index) => index + 1))(
    'M1 M2 L1 under load, and its synchronous standby has everything that was acknowledged, round %i',
    async (_round, context) => {
      const cluster = await startTestCluster(2);
      const standby = await startStandby(cluster, { isSynchronous: true });
      const countStarts = supervise(cluster);
      const load = await startClusterLoad(cluster, { duplicateShare: 0.2 });
      await load.waitForResults(RESULTS);
      const { promotedAt } = await failOver(cluster, standby);
      await load.waitForResults(RESULTS);
      const recoveryMs = performance.now() - promotedAt;
      const checked = await finishAndCheckCluster(load, cluster);
      recordFigures(context, { 'going on after': [recoveryMs], ...checked });
      // Each node ends once, when it meets the new timeline, and not while the address leads to a standby.
      expect(countStarts()).toBe(2);
    },
  );

  const checkpoints = [
    { when: 'and the standby checkpoints as usual', settings: {}, timelines: [1, 2] },
    {
      when: 'and the standby checkpoints rarely',
      settings: { checkpoint_timeout: '1h', max_wal_size: '4GB' },
      // The clients cannot have the new timeline from there.
      timelines: [1],
    },
  ];
  test.for(checkpoints)(
    'C5 under load, its asynchronous standby lacks the last messages, all clients start over within 30 s, $when',
    async ({ settings, timelines }, context) => {
      const cluster = await startTestCluster(2);
      const standby = await startStandby(cluster, { isSynchronous: false, settings });
      supervise(cluster);
      const load = await startClusterLoad(cluster, { duplicateShare: 0 });
      await load.waitForResults(RESULTS);
      await waitForNewEpoch(load, '', MAX_EPOCH_MS);
      const [epoch = ''] = getEpochs(load);
      standby.replication.set('both', STALLED);
      await load.waitForResults(RESULTS);
      const { killedAt, promotedAt } = await failOver(cluster, standby);
      await waitForNewEpoch(load, epoch, MAX_EPOCH_MS);
      const resetMs = performance.now() - promotedAt;
      const checkpointed = await readTimelineOfCheckpoint(cluster);
      await load.waitForResults(RESULTS);
      await load.finish();
      const { lost, stored } = await checkAfterLoss(load, cluster);
      recordFigures(context, { 'all clients start over after': [resetMs], lost: lost.length, stored });
      expect(lost.length).toBeGreaterThan(0);
      expect(lost.filter(({ startedAt }) => startedAt > killedAt)).toEqual([]);
      expect(timelines).toContain(checkpointed);
      expect(resetMs).toBeLessThan(MAX_RESET_MS);
    },
  );
});

test.runIf(IS_FULL)(
  `M1 M2 P4 a synchronous standby is silent for ${SILENCE_MS / 1_000} s: nothing is acknowledged, and nobody goes offline`,
  async context => {
    const cluster = await startTestCluster(2);
    const standby = await startStandby(cluster, { isSynchronous: true });
    const load = await startClusterLoad(cluster);
    await load.waitForResults(RESULTS);
    const listOffline = await watchReaders(load, cluster);
    const open = load.journal.observed.recorders.filter(({ isClosed }) => !isClosed);
    standby.replication.set('both', STALLED);
    const stalledAt = performance.now();
    await wait(SILENCE_MS);
    const restoredAt = performance.now();
    standby.replication.restore();
    await load.waitForResults(RESULTS);
    const recoveryMs = performance.now() - restoredAt;
    const checked = await finishAndCheckCluster(load, cluster);
    recordFigures(context, { 'going on after': [recoveryMs], ...checked });
    expect(open.filter(({ isClosed }) => isClosed).map(({ name }) => name)).toEqual([]);
    expect(listAcknowledged(load, stalledAt + IN_FLIGHT_MS, restoredAt)).toEqual([]);
    expect(await listOffline()).toEqual([]);
  },
);

describe.runIf(IS_FULL)('the wait for a synchronous standby is cancelled', () => {
  test('M1 M4 a message is acknowledged by no node before the standby has it', async () => {
    const cluster = await startTestCluster(2);
    const standby = await startStandby(cluster, { isSynchronous: true });
    supervise(cluster);
    const { cookie } = inject('clusterPeople').people[0] ?? { cookie: '' };
    const [ann, again] = await Promise.all(cluster.urls.map(url => TestPerson.fromCookie(url, cookie)));
    if (!ann || !again) throw new Error('a cluster has two nodes');
    const roomId = await ann.createRoom();
    const message = { roomId, id: newId(), text: 'one' };
    standby.replication.set('both', STALLED);
    const stopCancelling = cancelWaits(cluster);
    for (const person of [ann, again, ann]) {
      expect((await person.postCommand('send_message', message)).status).toBe(503);
    }
    // It is stored on the primary.
    expect(await queryCluster(cluster, `select 1 from messages where "roomId" = '${roomId}'`)).toHaveLength(
      1,
    );
    await stopCancelling();
    const pending = again.postCommand('send_message', message);
    await until('the repeated message waits for the standby', () => isWaiting(cluster));
    standby.replication.restore();
    expect(await pending).toMatchObject({ status: 200, ok: { message: { id: message.id, seq: 1 } } });
    await failOver(cluster, standby);
    await until('the message is there', async () => {
      const { ok } = await ann
        .postCommand('get_messages', { roomId, limit: 10 })
        .catch(() => ({ ok: undefined }));
      return JSON.stringify(ok ?? '').includes(message.id);
    });
  });

  test('M1 M2 under load, and nothing that was acknowledged is lost with the primary', async context => {
    const cluster = await startTestCluster(2);
    const standby = await startStandby(cluster, { isSynchronous: true });
    supervise(cluster);
    const load = await startClusterLoad(cluster, { duplicateShare: 0.2 });
    await load.waitForResults(RESULTS);
    standby.replication.set('both', STALLED);
    const stopCancelling = cancelWaits(cluster);
    await wait(CANCEL_MS);
    const cancelled = await stopCancelling();
    await failOver(cluster, standby);
    await load.waitForResults(RESULTS);
    await load.finish();
    const { lost, stored } = await checkAfterLoss(load, cluster);
    recordFigures(context, { cancelled, stored });
    expect(cancelled).toBeGreaterThan(20);
    // An outbox has no results: a message also leaves it when the log shows it.
    expect(lost.filter(({ results }) => results.length > 0)).toEqual([]);
  });
});

/** The changes that were acknowledged between two times. */
function listAcknowledged({ journal }: Load, from: number, to: number): Operation[] {
  return journal.operations.filter(({ startedAt, outcome, latencyMs = 0 }) => {
    const at = startedAt + latencyMs;
    return outcome === 'acknowledged' && at > from && at < to;
  });
}

async function isWaiting({ databaseUrl }: Cluster): Promise<boolean> {
  const rows = await runStatement(
    databaseUrl,
    `select 1 from pg_stat_activity where wait_event = 'SyncRep' and query = 'commit'`,
  );
  return rows.length > 0;
}

/** The timeline of the last checkpoint, which can be the one before a promotion. */
async function readTimelineOfCheckpoint(cluster: Cluster): Promise<number | undefined> {
  const [row] = await queryCluster<{ id: number }>(
    cluster,
    'select timeline_id as "id" from pg_control_checkpoint()',
  );
  return row?.id;
}
