import { setTimeout as wait } from 'node:timers/promises';
import { Random } from '@snug/testkit/random.ts';
import { expect, test } from 'vitest';
import { watchCpuContention } from '../cpu-contention.ts';
import { recordFigures } from '../figures.ts';
import { waitUntilReady } from '../fixtures.ts';
import { chooseByRun, HAS_DETAILS, IS_FULL, SEED } from '../seed.ts';
import { finishAndCheckCluster, startClusterLoad, startTestCluster, waitUntilRead } from './fixtures.ts';

const MAX_GAP_MS = 3_000;
/** In the full run: 200 kills. */
const ROUNDS = IS_FULL ? 20 : 1;
const KILLS = chooseByRun({ full: 10, wide: 4, sample: 1 });
/** In each round: in the full run, 100,000 in total. */
const ACKNOWLEDGED = IS_FULL ? 5_000 : 100;
/** A client's work for an event grows with the messages of its room, and all clients share one process. */
const LOAD = HAS_DETAILS
  ? { writers: 12, readers: 4, rooms: 10, pauseMs: 20 }
  : { writers: 6, readers: 2, rooms: 10, pauseMs: 100 };

for (let round = 1; round <= ROUNDS; round++) {
  const nodes = 2 + ((round + 1) % 2);
  test(`M1 M2 L1 C9 ${KILLS} kills of ${nodes} nodes in turn lose nothing, and the others go on, round ${round}`, async context => {
    const random = new Random(SEED + round);
    const cluster = await startTestCluster(nodes);
    const load = await startClusterLoad(cluster, { seed: SEED + round, ...LOAD });
    const gaps: number[] = [];
    const late: number[] = [];
    for (let kill = 0; kill < KILLS; kill++) {
      await load.waitForResults(ACKNOWLEDGED / KILLS);
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
      // After many short connections, clients wait for long. A reader who waits would make the next gap look longer.
      await load.reconnect();
    }
    const checked = await finishAndCheckCluster(load, cluster);
    recordFigures(context, { kills: KILLS, 'gaps of others closed in': gaps, ...checked });
    expect(late).toEqual([]);
    expect(checked.acknowledged).toBeGreaterThanOrEqual(ACKNOWLEDGED);
  });
}
