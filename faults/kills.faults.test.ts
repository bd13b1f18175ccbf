import { setTimeout as wait } from 'node:timers/promises';
import { Random } from '@snug/testkit/random.ts';
import { expect, test } from 'vitest';
import { watchCpuContention } from './cpu-contention.ts';
import { recordFigures } from './figures.ts';
import { finishAndCheck, startTestLoad, startTestServer, waitUntilReady } from './fixtures.ts';
import { chooseByRun, IS_FULL, SEED } from './seed.ts';

const MAX_RECOVERY_MS = 2_000;
/** Each on its own server and data, so that a fault is found near the kill that caused it. */
const ROUNDS = IS_FULL ? 10 : 1;
const KILLS = chooseByRun({ full: 20, wide: 8, sample: 2 });
const MAX_UPTIME_MS = IS_FULL ? 3_000 : 500;

for (let round = 1; round <= ROUNDS; round++) {
  test(`M1 M2 L1 ${KILLS} kills at any moment lose nothing that was acknowledged, round ${round}`, async context => {
    const random = new Random(SEED + round);
    const server = await startTestServer();
    const load = await startTestLoad(server, { seed: SEED + round });
    const back: number[] = [];
    const late: number[] = [];
    for (let kill = 1; kill <= KILLS; kill++) {
      await wait(200 + random.below(MAX_UPTIME_MS - 200));
      await server.kill();
      const begun = performance.now();
      const getContention = watchCpuContention();
      await server.start();
      await waitUntilReady(server);
      const backMs = performance.now() - begun;
      back.push(backMs);
      if (backMs > MAX_RECOVERY_MS * getContention()) late.push(backMs);
    }
    load.wake();
    await load.waitForResults(100);
    const checked = await finishAndCheck(load, server);
    recordFigures(context, { kills: KILLS, 'back in': back, ...checked });
    expect(late).toEqual([]);
  });
}
