import { setImmediate as turn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { PROTOCOL_VERSION, SERVER_VERSION } from '@snug/protocol';
import { TestSocket } from '@snug/testkit/test-socket.ts';
import { expect, test } from 'vitest';
import { createTestApp } from '../testing/app.ts';
import { createFrameRecorder } from '../testing/frame-recorder.ts';

/** Frees all unreachable objects, so that a `WeakRef` shows which are left. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}

test('an open socket retains neither the request that opened it nor its reply', async () => {
  const references = new Map<string, WeakRef<object>>();
  const { app, received, open } = await createFrameRecorder(app =>
    app.addHook('onRequest', async (request, reply) => {
      const objects = {
        request,
        reply,
        rawRequest: request.raw,
        rawReply: reply.raw,
        headers: request.headers,
      };
      for (const [name, object] of Object.entries(objects)) references.set(name, new WeakRef(object));
    }),
  );
  const socket = await open('ann');
  await turn();
  collectGarbage();
  const retained = [...references].flatMap(([name, object]) => (object.deref() ? [name] : []));
  expect([references.size, retained, app.websocketServer.clients.size]).toEqual([5, [], 1]);
  socket.send('second');
  await expect.poll(() => received.at(-1)?.text).toBe('second');
});

test('E4 E5 a client of another version is closed with the version that the server returns to everyone', async () => {
  const { app } = await createTestApp();
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const origin = 'http://localhost:3000';
  for (const version of [PROTOCOL_VERSION - 2, PROTOCOL_VERSION + 1, '', `${PROTOCOL_VERSION}&version=1`]) {
    const live = await TestSocket.open(url, { version, origin });
    expect([version, await live.closed, live.closeReason]).toEqual([version, 4426, String(PROTOCOL_VERSION)]);
  }
  expect((await app.inject('/api/version')).json()).toEqual(SERVER_VERSION);
});
