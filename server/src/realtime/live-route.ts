import type { Socket } from 'node:net';
import { CLOSE_CODE, CommandError, PROTOCOL_VERSION, retryAfterReason } from '@snug/protocol';
import '@fastify/websocket';
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';
import type { WebSocket } from 'ws';
import type { Session, SessionAuthenticator } from '../accounts/session-authenticator.ts';
import { networkAddress } from '../limits/network-address.ts';
import type { Connection } from './connection.ts';
import type { ConnectionRegistry } from './connection-registry.ts';
import type { SocketLimits } from './socket-limits.ts';
import { SocketTransport } from './socket-transport.ts';
import { LIVE_PATH } from './upgrades.ts';

/** What a client may say before it is known who it is. */
const MAX_EARLY_FRAMES = 100;
/** What still comes from a client that is being closed, until it is cut off. */
const MAX_DROPPED_BYTES = 128 * 1024;

export interface LiveRouteOptions {
  sessions: SessionAuthenticator;
  connections: ConnectionRegistry;
  isOwnOrigin: (origin: string | undefined) => boolean;
  limits: SocketLimits;
}

/** `GET /api/live?version=N`: the WebSocket that carries commands, answers and events. */
export function liveRoute(app: FastifyInstance, options: LiveRouteOptions): void {
  app.route({
    method: 'GET',
    url: LIVE_PATH,
    // Whoever is not signed in is told by a close code, which a page can read.
    config: { auth: 'public' },
    // Browsers send cookies with a foreign page's socket, too: without this any site could read along.
    preValidation: async (request, reply) => {
      if (!options.isOwnOrigin(request.headers.origin)) {
        await reply.code(403).send();
        return;
      }
      options.limits.assertMayOpen(networkAddress(request.ip));
      // The answer to an upgrade is the library's: the one that nobody will send would stay with the socket.
      if (request.ws) reply.raw.detachSocket(request.raw.socket);
    },
    handler: (_request, reply) => reply.code(426).send(),
    wsHandler: (socket, request) => acceptSocket(socket, request, options),
  });
}

function acceptSocket(socket: WebSocket, request: FastifyRequest, options: LiveRouteOptions): void {
  // A browser's page cannot see why an upgrade is refused, so it is told after the upgrade, by a close code.
  const { version } = request.query as { version?: string };
  if (Number(version) !== PROTOCOL_VERSION) return socket.close(CLOSE_CODE.outdated);
  const address = networkAddress(request.ip);
  const refuse = (error: unknown) => closeWithError(socket, request.server.log, error);
  try {
    options.limits.countAddress(address, socket);
  } catch (error) {
    return refuse(error);
  }
  // The plugin's own, which keeps the request and its answer; `listen` has another.
  socket.removeAllListeners('error');
  const accept = attachHandlers(socket, options, request.server.log);
  options.sessions
    .find(request.headers)
    .then(session => accept(session, request.raw.socket, address))
    .catch(refuse);
}

/**
 * Hears what a socket says from now on. Answers with what greets it, once it is known whose it is. Must not know the request: what
 * one listener knows is kept for as long as the socket lives, and a request is more than all that a connection needs.
 */
function attachHandlers(
  socket: WebSocket,
  { connections, limits }: LiveRouteOptions,
  log: FastifyBaseLogger,
) {
  let connection: Connection | undefined;
  // Whoever is refused may send as much as the line takes before it reads so: 250 sockets, a megabyte each.
  socket.pause();
  let dropped = 0;
  // What arrived with the handshake must not get lost.
  const earlyFrames: string[] = [];
  const end = () => connection && connections.remove(connection);
  socket.on('message', (data, isBinary) => {
    if (socket.readyState !== socket.OPEN) {
      dropped += (data as Buffer).length;
      if (dropped > MAX_DROPPED_BYTES) socket.terminate();
      return;
    }
    if (isBinary) {
      socket.close(CLOSE_CODE.invalidFrame);
      return end();
    }
    const text = (data as Buffer).toString();
    if (connection) connection.receive(text);
    else if (earlyFrames.push(text) > MAX_EARLY_FRAMES) socket.close(CLOSE_CODE.slowConsumer);
  });
  socket.on('pong', () => connection?.touch());
  socket.on('error', error => {
    log.debug({ error }, 'socket error');
    // The library has said its last word already, and waits for an answer to it that may never come.
    end();
  });
  socket.on('close', end);
  return (session: Session | undefined, wire: Socket, address: string) => {
    if (!session) return closeAndDrain(socket, CLOSE_CODE.unauthenticated);
    if (socket.readyState !== socket.OPEN) return;
    limits.countPerson(session.me.uid, socket);
    connection = connections.accept(session.me, session.id, new SocketTransport(socket, wire, address));
    const drained = () => connection?.onDrain();
    wire.on('drain', drained);
    socket.resume();
    for (const text of earlyFrames.splice(0)) connection.receive(text);
  };
}

function closeWithError(socket: WebSocket, log: FastifyBaseLogger, error: unknown): void {
  if (error instanceof CommandError && error.retryAfter !== undefined)
    return closeAndDrain(socket, CLOSE_CODE.tryLater, retryAfterReason(error.retryAfter));
  log.error(error);
  closeAndDrain(socket, CLOSE_CODE.internal);
}

/** The other end answers a close, and neither waits for the time that it may take. */
function closeAndDrain(socket: WebSocket, code: number, reason?: string): void {
  socket.close(code, reason);
  socket.resume();
}
