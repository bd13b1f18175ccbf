import { setImmediate as turn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { createFrameRecorder } from '../testing/frame-recorder.ts';

/** After it, what nothing needs any more is gone. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}

test('a socket that stands keeps nothing of the request that it began with, nor of its answer', async () => {
  const left = new Map<string, WeakRef<object>>();
  const { app, received, open } = await createFrameRecorder(app =>
    app.addHook('onRequest', async (request, reply) => {
      const things = {
        request,
        reply,
        rawRequest: request.raw,
        rawReply: reply.raw,
        headers: request.headers,
      };
      for (const [name, thing] of Object.entries(things)) left.set(name, new WeakRef(thing));
    }),
  );
  const socket = await open('ann');
  await turn();
  collectGarbage();
  const kept = [...left].flatMap(([name, thing]) => (thing.deref() ? [name] : []));
  expect([left.size, kept, app.websocketServer.clients.size]).toEqual([5, [], 1]);
  socket.send('second');
  await expect.poll(() => received.at(-1)?.text).toBe('second');
});
