import { setTimeout as wait } from 'node:timers/promises';
import { Random } from '@snug/testkit/random.ts';
import { expect, test } from 'vitest';
import { watchCpuContention } from '../cpu-contention.ts';
import { recordFigures } from '../figures.ts';
import { waitUntilReady } from '../fixtures.ts';
import { IS_FULL, SEED } from '../seed.ts';
import { finishAndCheckCluster, startClusterLoad, startTestCluster, waitUntilRead } from './fixtures.ts';

const MAX_GAP_MS = 3_000;
/** In the full run: 200 kills. */
const ROUNDS = IS_FULL ? [2, 3, 2, 3, 2, 3, 2, 3, 2, 3] : [2];
const KILLS = IS_FULL ? 20 : 4;
/** Between two kills: in the full run, 100,000 in total. */
const RESULTS = IS_FULL ? 500 : 50;

for (const [round, nodes] of ROUNDS.entries()) {
  test(`M1 M2 L1 C9 ${KILLS} kills of ${nodes} nodes in turn lose nothing, and the others go on, round ${round + 1}`, async context => {
    const random = new Random(SEED + round);
    const cluster = await startTestCluster(nodes);
    const load = await startClusterLoad(cluster, { seed: SEED + round, writers: 30, pauseMs: 40 });
    const gaps: number[] = [];
    const late: number[] = [];
    for (let kill = 0; kill < KILLS; kill++) {
      await load.waitForResults(RESULTS);
      await wait(random.below(300));
      const killed = cluster.getNode(kill).server;
      const getContention = watchCpuContention();
      await killed.kill();
      const others = cluster.urls.filter(url => url !== killed.url);
      const gapMs = await waitUntilRead(load, cluster, others);
      gaps.push(gapMs);
      if (gapMs > MAX_GAP_MS * getContention()) late.push(gapMs);
      await killed.start();
      await waitUntilReady(killed);
    }
    load.wake();
    const checked = await finishAndCheckCluster(load, cluster);
    recordFigures(context, { kills: KILLS, 'gaps of others closed in': gaps, ...checked });
    expect(late).toEqual([]);
    expect(checked.acknowledged).toBeGreaterThan(KILLS * RESULTS * 0.95);
  });
}
