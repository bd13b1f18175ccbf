import { setImmediate as turn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
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
