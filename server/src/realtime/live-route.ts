import { CLOSE, PROTOCOL_VERSION } from '@snug/protocol';
import '@fastify/websocket';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { WebSocket } from 'ws';
import type { Sessions } from '../accounts/sessions.ts';
import type { Connection } from './connection.ts';
import type { Connections } from './connections.ts';
import { socketTransport } from './socket.ts';

/** What a client may say before it is known who it is. */
const MAX_EARLY_FRAMES = 100;

export interface LiveRouteOptions {
  sessions: Sessions;
  connections: Connections;
  isOwnOrigin: (origin: string | undefined) => boolean;
}

/** `GET /api/live?version=N`: the WebSocket that carries commands, answers and events. */
export function liveRoute(
  app: FastifyInstance,
  { sessions, connections, isOwnOrigin }: LiveRouteOptions,
): void {
  app.route({
    method: 'GET',
    url: '/api/live',
    // Whoever is not signed in is told by a close code, which a page can read.
    config: { door: 'open' },
    // Browsers send cookies with a foreign page's socket, too: without this any site could read along.
    preValidation: async (request, reply) => {
      if (!isOwnOrigin(request.headers.origin)) await reply.code(403).send();
    },
    handler: (_request, reply) => reply.code(426).send(),
    wsHandler: (socket, request) => welcome(socket, request, sessions, connections),
  });
}

function welcome(
  socket: WebSocket,
  request: FastifyRequest,
  sessions: Sessions,
  connections: Connections,
): void {
  // A browser's page cannot see why an upgrade is refused, so it is told after the upgrade, by a close code.
  const { version } = request.query as { version?: string };
  if (Number(version) !== PROTOCOL_VERSION) return socket.close(CLOSE.outdated);
  let connection: Connection | undefined;
  // Listening from the first moment: what arrives while the session is looked up must not get lost.
  const early: string[] = [];
  const end = () => connection && connections.remove(connection);
  socket.on('message', (data, isBinary) => {
    if (isBinary) {
      socket.close(CLOSE.badFrame);
      return end();
    }
    const text = (data as Buffer).toString();
    if (connection) connection.receive(text);
    else if (early.push(text) > MAX_EARLY_FRAMES) socket.close(CLOSE.slowReader);
  });
  socket.on('pong', () => connection?.heard());
  socket.on('error', error => {
    request.log.debug({ error }, 'socket error');
    // The library has said its last word already, and waits for an answer to it that may never come.
    end();
  });
  socket.on('close', end);
  sessions.find(request.headers).then(
    session => {
      if (!session) return socket.close(CLOSE.signedOut);
      if (socket.readyState !== socket.OPEN) return;
      connection = connections.accept(session.me, session.id, socketTransport(socket, request.raw.socket));
      for (const text of early) connection.receive(text);
    },
    error => {
      request.log.error(error);
      socket.close(CLOSE.internal);
    },
  );
}
