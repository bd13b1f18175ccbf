import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { watchCrowding } from './cpu-contention.ts';
import { note } from './figures.ts';
import { aLoad, aServer, settle } from './fixtures.ts';
import { IS_FULL } from './seed.ts';

const GOING_ON_WITHIN_MS = 5_000;

for (const seconds of IS_FULL ? [5, 60] : [2]) {
  test(`M1 M2 C3 H2 the promise is kept where the server hangs for ${seconds} s`, async context => {
    const server = await aServer();
    const load = await aLoad(server);
    await load.answers(100);
    server.freeze();
    await wait(seconds * 1_000);
    server.thaw();
    const woken = performance.now();
    const crowding = watchCrowding();
    load.wake();
    await load.answers(50);
    const goingOnAfterMs = performance.now() - woken;
    const checked = await settle(load, server);
    note(context, { 'going on after': [goingOnAfterMs], ...checked });
    expect(goingOnAfterMs).toBeLessThan(GOING_ON_WITHIN_MS * crowding());
  });
}
