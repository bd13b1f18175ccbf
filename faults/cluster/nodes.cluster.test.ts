import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { watchCpuContention } from '../cpu-contention.ts';
import { recordFigures } from '../figures.ts';
import { ALL_ACTIONS } from '../load/actions/actions.ts';
import { IS_FULL } from '../seed.ts';
import { finishAndCheckCluster, startClusterLoad, startTestCluster, waitUntilRead } from './fixtures.ts';

const OPERATIONS = IS_FULL ? 5_000 : 500;
/** Longer than a node's lease. */
const FREEZE_MS = 12_000;
const FREEZES = IS_FULL ? 5 : 1;
const MAX_GAP_MS = 3_000;
const MAX_RESUME_MS = 5_000;

test('M1 M2 L1 L2 a proxy sends each request and each socket to another node, also twice at once', async context => {
  const cluster = await startTestCluster(3);
  const { url } = cluster.balancer;
  const load = await startClusterLoad(cluster, { urls: [url], duplicateShare: 0.3, actions: ALL_ACTIONS });
  await load.waitForResults(OPERATIONS);
  const checked = await finishAndCheckCluster(load, cluster);
  recordFigures(context, checked);
  expect(checked.replays).toBe(load.roomIds.length);
});

test('M1 M2 L1 C9 a node that stops for longer than its lease and goes on loses nothing', async context => {
  const cluster = await startTestCluster(2);
  const frozen = cluster.getNode(0).server;
  const other = cluster.getNode(1).server;
  const load = await startClusterLoad(cluster);
  const gaps: number[] = [];
  const resumes: number[] = [];
  const getContention = watchCpuContention();
  for (let freeze = 0; freeze < FREEZES; freeze++) {
    await load.waitForResults(100);
    frozen.freeze();
    await wait(FREEZE_MS / 2);
    gaps.push(await waitUntilRead(load, cluster, [other.url]));
    await wait(FREEZE_MS / 2);
    frozen.thaw();
    resumes.push(await waitUntilRead(load, cluster, cluster.urls));
  }
  load.wake();
  const checked = await finishAndCheckCluster(load, cluster);
  recordFigures(context, { 'gaps of others closed in': gaps, 'caught up after': resumes, ...checked });
  expect(gaps.filter(ms => ms > MAX_GAP_MS * getContention())).toEqual([]);
  expect(resumes.filter(ms => ms > MAX_RESUME_MS * getContention())).toEqual([]);
});
