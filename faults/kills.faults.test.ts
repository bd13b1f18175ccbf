import { setTimeout as wait } from 'node:timers/promises';
import { Random } from '@snug/testkit/random.ts';
import { expect, test } from 'vitest';
import { watchCrowding } from './cpu-contention.ts';
import { note } from './figures.ts';
import { aLoad, aServer, isReady, settle } from './fixtures.ts';
import { IS_FULL, SEED } from './seed.ts';

const BACK_WITHIN_MS = 2_000;
/** Each on a server and data of its own, so that a fault is found near the kill that brought it. */
const ROUNDS = IS_FULL ? 10 : 1;
const KILLS = IS_FULL ? 20 : 8;
const LONGEST_LIFE_MS = IS_FULL ? 3_000 : 500;

for (let round = 1; round <= ROUNDS; round++) {
  test(`M1 M2 L1 nothing that was answered for is lost by ${KILLS} kills at any moment, round ${round}`, async context => {
    const random = new Random(SEED + round);
    const server = await aServer();
    const load = await aLoad(server, { seed: SEED + round });
    const back: number[] = [];
    const late: number[] = [];
    for (let kill = 1; kill <= KILLS; kill++) {
      await wait(200 + random.below(LONGEST_LIFE_MS - 200));
      await server.kill();
      const begun = performance.now();
      const crowding = watchCrowding();
      await server.start();
      await isReady(server);
      const backMs = performance.now() - begun;
      back.push(backMs);
      if (backMs > BACK_WITHIN_MS * crowding()) late.push(backMs);
    }
    load.wake();
    await load.answers(100);
    const checked = await settle(load, server);
    note(context, { kills: KILLS, 'back in': back, ...checked });
    expect(late).toEqual([]);
  });
}
