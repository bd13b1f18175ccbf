import { setTimeout as wait } from 'node:timers/promises';
import { Random } from '@snug/testkit/random.ts';
import { until } from '@snug/testkit/until.ts';
import { expect, test } from 'vitest';
import { recordFigures } from '../figures.ts';
import { chooseByRun, HAS_DETAILS, SEED } from '../seed.ts';
import { COMMITTED } from './committed.ts';
import { finishAndCheckCluster, startClusterLoad, startTestCluster } from './fixtures.ts';

const CUTS = chooseByRun({ full: 200, wide: 10, sample: 3 });

test(`M1 M2 ${CUTS} times, a connection breaks between a COMMIT and its answer, and nothing is lost or stored twice`, async context => {
  const cluster = await startTestCluster(2);
  const load = await startClusterLoad(cluster, { duplicateShare: 0.2 });
  for (let cut = 0; cut < CUTS; cut++) {
    await load.waitForResults(10);
    const { database } = cluster.getNode(cut);
    const before = database.cutCount;
    database.set('down', { resetBefore: COMMITTED });
    await until('a connection is cut', () => database.cutCount > before);
    database.restore();
  }
  const checked = await finishAndCheckCluster(load, cluster);
  const cuts = cluster.nodes.reduce((sum, { database }) => sum + database.cutCount, 0);
  recordFigures(context, { cuts, ...checked });
  expect(cuts).toBeGreaterThanOrEqual(CUTS);
});

test.runIf(HAS_DETAILS)(
  `M1 M2 ${CUTS} times, all connections of a node to PostgreSQL break at any moment`,
  async context => {
    const random = new Random(SEED);
    const cluster = await startTestCluster(2);
    const load = await startClusterLoad(cluster, { duplicateShare: 0.2 });
    for (let cut = 0; cut < CUTS; cut++) {
      // Otherwise a busy machine has no time for results between two cuts.
      await load.waitForResults(1);
      await wait(random.below(200));
      cluster.getNode(cut).database.reset();
    }
    const checked = await finishAndCheckCluster(load, cluster);
    recordFigures(context, { cuts: CUTS, ...checked });
    expect(checked.acknowledged).toBeGreaterThan(CUTS);
  },
);
