import { expect, test } from 'vitest';
import { watchCpuContention } from '../cpu-contention.ts';
import { recordFigures } from '../figures.ts';
import { IS_FULL } from '../seed.ts';
import type { ClusterNode } from './cluster.ts';
import { finishAndCheckCluster, startClusterLoad, startTestCluster, waitUntilRead } from './fixtures.ts';

const TIMES = IS_FULL ? 20 : 2;

/** The faults of the connection on which one node receives notifications. */
const FAULTS = [
  {
    name: 'is cut',
    inject: ({ database }: ClusterNode) => database.reset('marked'),
    times: TIMES,
    maxMs: 3_000,
  },
  {
    // It stays silent for more than 10 s. The node notices it earlier, because pings every second have no answer for 3 s.
    name: 'stalls without a close',
    inject: ({ database }: ClusterNode) => database.silence('marked'),
    times: IS_FULL ? 5 : 1,
    maxMs: 6_000,
  },
];

for (const { name, inject, times, maxMs } of FAULTS) {
  test(`C9 C11 the LISTEN connection of one node ${name} under load, and its clients have everything within ${maxMs / 1_000} s`, async context => {
    const cluster = await startTestCluster(2);
    const node = cluster.getNode(0);
    const load = await startClusterLoad(cluster);
    const gaps: number[] = [];
    const late: number[] = [];
    for (let time = 0; time < times; time++) {
      await load.waitForResults(100);
      const getContention = watchCpuContention();
      inject(node);
      await load.waitForResults(50);
      const gapMs = await waitUntilRead(load, cluster, [node.server.url]);
      gaps.push(gapMs);
      if (gapMs > maxMs * getContention()) late.push(gapMs);
    }
    const checked = await finishAndCheckCluster(load, cluster);
    recordFigures(context, { times, 'gaps closed in': gaps, ...checked });
    expect(late).toEqual([]);
    expect(checked.bridges).toBeGreaterThan(0);
  });
}
