import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { recordFigures } from './figures.ts';
import { finishAndCheck, startTestLoad, startTestProxy, startTestServer } from './fixtures.ts';
import { chooseByRun } from './seed.ts';

const EVERY_MS = 500;
const RESETS = chooseByRun({ full: 240, wide: 8, sample: 4 });

test(`M1 M2 C3 C4 O2 the promise holds while all connections are reset ${RESETS} times, twice a second`, async context => {
  const server = await startTestServer();
  const proxy = await startTestProxy(server);
  const load = await startTestLoad(server, { urls: [proxy.url] });
  for (let reset = 1; reset <= RESETS; reset++) {
    await wait(EVERY_MS);
    proxy.reset();
  }
  load.wake();
  const checked = await finishAndCheck(load, server);
  recordFigures(context, { resets: RESETS, ...checked });
  expect(checked.replays).toBe(load.roomIds.length);
  // A client whose connections are short waits longer before each attempt.
  expect(checked.connections).toBeGreaterThan(RESETS / 4);
});
