import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { watchCpuContention } from './cpu-contention.ts';
import { recordFigures } from './figures.ts';
import { finishAndCheck, startTestLoad, startTestServer } from './fixtures.ts';
import { IS_FULL } from './seed.ts';

const MAX_RESUME_MS = 5_000;

for (const seconds of IS_FULL ? [5, 60] : [2]) {
  test(`M1 M2 C3 H2 the promise holds if the server hangs for ${seconds} s`, async context => {
    const server = await startTestServer();
    const load = await startTestLoad(server);
    await load.waitForResults(100);
    server.freeze();
    await wait(seconds * 1_000);
    server.thaw();
    const woken = performance.now();
    const getContention = watchCpuContention();
    load.wake();
    await load.waitForResults(50);
    const goingOnAfterMs = performance.now() - woken;
    const checked = await finishAndCheck(load, server);
    recordFigures(context, { 'going on after': [goingOnAfterMs], ...checked });
    expect(goingOnAfterMs).toBeLessThan(MAX_RESUME_MS * getContention());
  });
}
