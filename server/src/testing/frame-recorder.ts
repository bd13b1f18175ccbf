import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import websocket from '@fastify/websocket';
import { CommandError, PROTOCOL_VERSION } from '@snug/protocol';
import type { FastifyInstance } from 'fastify';
import { expect, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import type { RequestAuthenticator } from '../account/request-authenticator.ts';
import { WEB_SOCKET_OPTIONS } from '../http/app.ts';
import { liveRoute } from '../http/live-route.ts';
import { RateLimits } from '../limits/rate-limits.ts';
import type { ConnectionRegistry } from '../realtime/connection-registry.ts';
import { SocketLimits } from '../realtime/socket-limits.ts';
import { createTestServer } from './app.ts';

/**
 * The socket's route on a server in this process, which only records the received frames. A cookie is its person's `uid`.
 */
export async function createFrameRecorder(prepare: (app: FastifyInstance) => void = () => {}) {
  const received: { uid: string; text: string }[] = [];
  const app = createTestServer();
  prepare(app);
  await app.register(websocket, { options: WEB_SOCKET_OPTIONS });
  await app.register(async routes =>
    liveRoute(routes, {
      origins: { isOwn: () => true, createError: () => new CommandError('forbidden') },
      limits: new SocketLimits(new RateLimits(undefined, () => 0), { perPerson: 10, perAddress: 10 }),
      callers: {
        find: async ({ cookie }: { cookie: string }) => ({ me: { uid: cookie } }),
      } as unknown as RequestAuthenticator,
      connections: {
        accept: ({ uid }: { uid: string }) => ({
          receive: (text: string) => received.push({ uid, text }),
          touch: () => {},
        }),
        remove: () => {},
      } as unknown as ConnectionRegistry,
    }),
  );
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  /** A socket whose first frame has arrived. */
  const open = async (cookie: string) => {
    const address = `ws://127.0.0.1:${port}/api/live?version=${PROTOCOL_VERSION}`;
    const socket = new WebSocket(address, { headers: { cookie } });
    onTestFinished(() => socket.terminate());
    await once(socket, 'open');
    socket.send('first');
    await expect.poll(() => received).toContainEqual({ uid: cookie, text: 'first' });
    return socket;
  };
  return { app, received, open };
}
