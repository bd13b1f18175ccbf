import { randomUUID } from 'node:crypto';
import { TestPerson } from '@snug/testkit/test-person.ts';
import { IS_WIDE } from '@snug/testkit/test-scope.ts';
import { expect, test } from 'vitest';
import { recordFigures } from './figures.ts';
import { finishAndCheck, getTestPerson, startTestLoad, startTestProxy, startTestServer } from './fixtures.ts';
import { IS_FULL } from './seed.ts';

const OPERATIONS = IS_FULL ? 300 : 20;
/** Of 30 kB each. Together they take longer than the heartbeat timeout. */
const LARGE_RESULTS = IS_FULL ? 16 : 8;
const FLOW = { delayMs: 200, jitterMs: 100, bytesPerSecond: 8_000 };

test('M1 O2 C4 the promise holds over 64 kbit/s with a latency of 200 ms, plus or minus 100', async context => {
  const server = await startTestServer();
  const proxy = await startTestProxy(server);
  proxy.set('both', FLOW);
  const load = await startTestLoad(server, { urls: [proxy.url], writers: 6, readers: 3, pauseMs: 1_000 });
  await load.waitForResults(OPERATIONS);
  const checked = await finishAndCheck(load, server);
  recordFigures(context, { ...checked, 'answered in': load.journal.latencies });
  expect(checked.unanswered).toBe(0);
  expect(checked.replays).toBe(load.roomIds.length);
});

test.runIf(IS_WIDE)(
  'H1 H3 several large results over 64 kbit/s all arrive, and the connection stays open',
  async () => {
    const server = await startTestServer();
    const proxy = await startTestProxy(server);
    const ann = await getTestPerson(server);
    const roomId = await ann.createRoom();
    const message = { roomId, id: randomUUID(), text: '文'.repeat(10_000) };
    await ann.runCommand('send_message', message);
    const remote = await TestPerson.fromCookie(proxy.url, ann.cookie);
    const live = await remote.connect({ origin: server.url });
    proxy.set('both', FLOW);
    const requests = Array.from({ length: LARGE_RESULTS }, () => live.request('get_messages', { roomId }));
    const closed = live.closed.then(code => `closed with ${code}`);
    for (const request of requests)
      expect(await Promise.race([request, closed])).toMatchObject({
        ok: { messages: [{ text: message.text }] },
      });
    expect(await Promise.race([live.request('list_rooms', {}), closed])).toHaveProperty('ok');
  },
);
