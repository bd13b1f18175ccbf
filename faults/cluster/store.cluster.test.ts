import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Random } from '@snug/testkit/random.ts';
import { TestS3Store } from '@snug/testkit/s3/s3-store.ts';
import { expect, onTestFinished, test } from 'vitest';
import { recordFigures } from '../figures.ts';
import { waitUntilReady } from '../fixtures.ts';
import { chooseByRun, SEED } from '../seed.ts';
import {
  CLUSTER_ACTIONS,
  finishAndCheckCluster,
  queryCluster,
  startClusterLoad,
  startTestCluster,
} from './fixtures.ts';

const KILLS = chooseByRun({ full: 40, wide: 6, sample: 2 });
const RESULTS = 60;
/** More than the storage repeats. */
const FAILURES = 12;

test(`F1 M1 ${KILLS} kills of two nodes without a shared folder, beside a store that fails, lose no file`, async context => {
  const store = await TestS3Store.start();
  onTestFinished(() => store.stop());
  const cluster = await startTestCluster(2, {}, store);
  const load = await startClusterLoad(cluster, {
    writers: 6,
    readers: 2,
    rooms: 4,
    pauseMs: 50,
    actions: { ...CLUSTER_ACTIONS, file: 60 },
  });
  const random = new Random(SEED);
  for (let kill = 0; kill < KILLS; kill++) {
    await load.waitForResults(RESULTS);
    for (const fault of ['busy', 'cut', 'lost'] as const) store.fail(fault, 'put', random.below(FAILURES));
    await wait(random.below(300));
    const { server } = cluster.getNode(kill);
    await server.kill();
    store.heal();
    await load.waitForResults(RESULTS);
    await server.start();
    await waitUntilReady(server);
    await load.reconnect();
  }
  const checked = await finishAndCheckCluster(load, cluster);
  const rows = await queryCluster<{ key: string }>(
    cluster,
    `select "key" from "files" where "state" = 'sent'`,
  );
  recordFigures(context, { kills: KILLS, files: rows.length, ...checked });
  expect(rows.length).toBeGreaterThan(KILLS);
  for (const { server } of cluster.nodes) {
    expect(existsSync(join(server.data, 'files'))).toBe(false);
    expect(readdirSync(server.data)).not.toContain('snug.db');
  }
});
