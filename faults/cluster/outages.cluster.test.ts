import { setTimeout as wait } from 'node:timers/promises';
import { getProcUnavailableReason } from '@snug/testkit/process-stats.ts';
import { expect, test } from 'vitest';
import { recordFigures } from '../figures.ts';
import { IS_FULL } from '../seed.ts';
import { signalDatabase } from './database-processes.ts';
import { finishAndCheckCluster, startClusterLoad, startTestCluster } from './fixtures.ts';
import { watchReaders } from './presences.ts';

const SILENCE_MS = IS_FULL ? 15_000 : 8_000;
/** Events in flight at the start of the silence may still arrive. */
const IN_FLIGHT_MS = 500;
const MAX_PRESENCE_DELAY_MS = IS_FULL ? 8_000 : 6_000;
const CRASHES = IS_FULL ? 10 : 1;

test(`M1 M2 P4 while PostgreSQL is silent for ${SILENCE_MS / 1_000} s, nothing is acknowledged, nobody goes offline, and no socket closes`, async context => {
  const reason = getProcUnavailableReason();
  context.skip(reason !== undefined, reason);
  const cluster = await startTestCluster(2);
  const load = await startClusterLoad(cluster);
  await load.waitForResults(200);
  const listOffline = await watchReaders(load, cluster);
  const { observed, operations } = load.journal;
  const open = observed.recorders.filter(({ isClosed }) => !isClosed);
  signalDatabase(cluster.postgres, 'SIGSTOP');
  const stoppedAt = performance.now();
  await wait(SILENCE_MS);
  const resumedAt = performance.now();
  signalDatabase(cluster.postgres, 'SIGCONT');
  await load.waitForResults(100);
  const recoveryMs = performance.now() - resumedAt;
  await wait(MAX_PRESENCE_DELAY_MS);
  const checked = await finishAndCheckCluster(load, cluster);
  recordFigures(context, { 'going on after': [recoveryMs], ...checked });
  const inSilence = operations.filter(({ startedAt, latencyMs = Number.POSITIVE_INFINITY }) => {
    const at = startedAt + latencyMs;
    return at > stoppedAt + IN_FLIGHT_MS && at < resumedAt;
  });
  expect(inSilence).toEqual([]);
  expect(await listOffline()).toEqual([]);
  expect(open.filter(({ isClosed }) => isClosed).map(({ name }) => name)).toEqual([]);
});

test(`M1 M2 L1 what was acknowledged survives ${CRASHES} times a crash of PostgreSQL`, async context => {
  const reason = getProcUnavailableReason();
  context.skip(reason !== undefined, reason);
  const cluster = await startTestCluster(3);
  const load = await startClusterLoad(cluster);
  const recoveries: number[] = [];
  for (let crash = 0; crash < CRASHES; crash++) {
    await load.waitForResults(200);
    signalDatabase(cluster.postgres, 'SIGKILL');
    await cluster.postgres.waitForEnd();
    await wait(500);
    await cluster.postgres.start();
    const begun = performance.now();
    await load.waitForResults(20);
    recoveries.push(performance.now() - begun);
  }
  const checked = await finishAndCheckCluster(load, cluster);
  recordFigures(context, { crashes: CRASHES, 'going on after': recoveries, ...checked });
  expect(checked.acknowledged).toBeGreaterThan(CRASHES * 200);
});
