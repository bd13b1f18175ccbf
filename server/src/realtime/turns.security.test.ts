import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import websocket from '@fastify/websocket';
import { PROTOCOL_VERSION } from '@snug/protocol';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import type { Sessions } from '../accounts/sessions.ts';
import { WEB_SOCKET } from '../http/app.ts';
import { Limits } from '../limits/limits.ts';
import { aServer } from '../testing/app.ts';
import type { Connections } from './connections.ts';
import { liveRoute } from './live-route.ts';
import { SocketLimits } from './socket-limits.ts';

/** The socket of a real server in this process, that notes who is heard, frame by frame. */
async function anEar() {
  const heard: string[] = [];
  const app = aServer();
  await app.register(websocket, { options: WEB_SOCKET });
  await app.register(async routes =>
    liveRoute(routes, {
      isOwnOrigin: () => true,
      limits: new SocketLimits(new Limits(undefined, () => 0), { perPerson: 10, perAddress: 10 }),
      sessions: {
        find: async ({ cookie }) => ({ id: 's', me: { uid: cookie } }),
      } as Partial<Sessions> as Sessions,
      connections: {
        accept: ({ uid }: { uid: string }) => ({ receive: () => heard.push(uid), heard: () => {} }),
        remove: () => {},
      } as unknown as Connections,
    }),
  );
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const open = async (cookie: string) => {
    const address = `ws://127.0.0.1:${port}/api/live?version=${PROTOCOL_VERSION}`;
    const socket = new WebSocket(address, { headers: { cookie } });
    await once(socket, 'open');
    socket.send('first');
    await expect.poll(() => heard).toContain(cookie);
    return socket;
  };
  return { heard, open };
}

test('Q5 whoever sends ten thousand frames at once is heard one at a time, and others in between', async () => {
  const { heard, open } = await anEar();
  const [eve, ann] = [await open('eve'), await open('ann')];
  heard.length = 0;
  // In one turn of the event loop, so that all of it waits at the server when it looks.
  for (let frame = 0; frame < 10_000; frame++) eve.send('more');
  for (let frame = 0; frame < 10; frame++) ann.send('mine');
  await expect.poll(() => heard.filter(uid => uid === 'ann')).toHaveLength(10);
  const before = heard.slice(0, heard.lastIndexOf('ann')).filter(uid => uid === 'eve');
  expect(before.length).toBeLessThanOrEqual(30);
});
