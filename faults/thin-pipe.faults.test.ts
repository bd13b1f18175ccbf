import { expect, test } from 'vitest';
import { recordFigures } from './figures.ts';
import { finishAndCheck, startTestLoad, startTestProxy, startTestServer } from './fixtures.ts';
import { IS_FULL } from './seed.ts';

const OPERATIONS = IS_FULL ? 300 : 20;
const FLOW = { delayMs: 200, jitterMs: 100, bytesPerSecond: 8_000 };

test('M1 O2 C4 the promise holds over 64 kbit/s with a latency of 200 ms, plus or minus 100', async context => {
  const server = await startTestServer();
  const proxy = await startTestProxy(server);
  proxy.set('both', FLOW);
  const load = await startTestLoad(server, { proxyUrl: proxy.url, writers: 6, readers: 3, pauseMs: 1_000 });
  await load.waitForResults(OPERATIONS);
  const checked = await finishAndCheck(load, server);
  recordFigures(context, { ...checked, 'answered in': load.journal.latencies });
  expect(checked.unknown).toBe(0);
  expect(checked.replays).toBe(load.roomIds.length);
});
