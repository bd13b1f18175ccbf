import type { Socket } from 'node:net';
import {
  acceptsVersion,
  CLOSE_CODE,
  CommandError,
  PROTOCOL_VERSION,
  retryAfterReason,
  SERVER_VERSION,
} from '@snug/protocol';
import '@fastify/websocket';
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';
import type { WebSocket } from 'ws';
import type { RequestAuthenticator } from '../account/request-authenticator.ts';
import type { Session } from '../account/session-authenticator.ts';
import { networkAddress } from '../limits/network-address.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { readBearer } from '../programs/tokens/bearer.ts';
import type { Connection } from '../realtime/connection.ts';
import type { ConnectionRegistry } from '../realtime/connection-registry.ts';
import type { SocketLimits } from '../realtime/socket-limits.ts';
import { SocketTransport } from '../realtime/socket-transport.ts';
import { LIVE_PATH } from '../realtime/upgrades.ts';
import type { OriginCheck } from './origin-check.ts';

/** Frames that a client may send before the server has found its session. */
const MAX_EARLY_FRAMES = 100;
/** Bytes that a client may send after its close frame. */
const MAX_DROPPED_BYTES = 128 * 1024;

/** Of RFC 6455. */
const STANDARD_CODES = [1000, 1001, 1002, 1005, 1006, 1007, 1008, 1009, 1011];
const KNOWN_CODES: ReadonlySet<number> = new Set([...STANDARD_CODES, ...Object.values(CLOSE_CODE)]);

const PROXY_WARNING =
  'A WebSocket arrived as a plain request, so messages cannot arrive: the proxy in front of Snug does not pass WebSockets on. ' +
  'Let it pass the headers Upgrade and Connection, as in docs/self-hosting.md.';

export interface LiveRouteOptions {
  callers: RequestAuthenticator;
  connections: ConnectionRegistry;
  origins: Pick<OriginCheck, 'isOwn' | 'createError'>;
  limits: SocketLimits;
  metrics?: Pick<Metrics, 'closedSockets'> | undefined;
}

/** `GET /api/live?version=N`: the WebSocket for commands, results and events. */
export function liveRoute(app: FastifyInstance, options: LiveRouteOptions): void {
  const { origins, limits } = options;
  let isLogged = false;
  app.route({
    method: 'GET',
    url: LIVE_PATH,
    // Without a session, the server closes with a code after the upgrade, because a page can read that code.
    config: { auth: 'public' },
    // Cross-site WebSocket hijacking: browsers send cookies with a foreign page's socket, too. No page can send an access token.
    preValidation: async (request, reply) => {
      // A plain request opens no socket. With it, a page finds out whether a proxy stops its sockets.
      if (request.ws && !hasToken(request) && !origins.isOwn(request.headers.origin))
        throw origins.createError(request);
      limits.assertMayOpen(networkAddress(request.ip));
      // `ws` writes the response to the upgrade. Fastify's unused response would otherwise stay in memory with the socket.
      if (request.ws) reply.raw.detachSocket(request.raw.socket);
    },
    handler: (request, reply) => {
      if (!isLogged && isStrippedUpgrade(request, origins)) {
        isLogged = true;
        request.log.warn(PROXY_WARNING);
      }
      return reply.code(426).send();
    },
    wsHandler: (socket, request) => acceptSocket(socket, request, options),
  });
}

function acceptSocket(socket: WebSocket, request: FastifyRequest, options: LiveRouteOptions): void {
  // A page cannot read why an upgrade fails, so the server closes with a code after the upgrade.
  const { version } = request.query as { version?: string };
  if (!hasToken(request) && !acceptsVersion(SERVER_VERSION, Number(version)))
    return socket.close(CLOSE_CODE.unsupportedVersion, String(PROTOCOL_VERSION));
  if (options.connections.isClosing) return closeAndDrain(socket, CLOSE_CODE.restart);
  const address = networkAddress(request.ip);
  const refuse = (error: unknown) => closeWithError(socket, request.server.log, error);
  try {
    options.limits.countAddress(address, socket);
  } catch (error) {
    return refuse(error);
  }
  // The plugin's listener, which retains request and reply. `attachHandlers` adds another one.
  socket.removeAllListeners('error');
  const accept = attachHandlers(socket, options, request.server.log);
  const { metrics } = options;
  if (metrics) socket.on('close', code => metrics.closedSockets.inc({ code: toCodeLabel(code) }));
  options.callers
    .find(request.headers)
    .then(session => accept(session, request.raw.socket, address))
    .catch(refuse);
}

/** A client can send any code, so unknown ones share a label. */
function toCodeLabel(code: number): string {
  return KNOWN_CODES.has(code) ? String(code) : 'other';
}

/** Proxies keep these headers of an upgrade. A page cannot send them with a plain request to its own origin. */
function isStrippedUpgrade({ headers }: FastifyRequest, origins: Pick<OriginCheck, 'isOwn'>): boolean {
  return headers['sec-websocket-key'] !== undefined || origins.isOwn(headers.origin);
}

function hasToken({ headers }: FastifyRequest): boolean {
  return readBearer(headers) !== undefined;
}

/**
 * Returns a function that attaches the session. Its closures must not capture the request: they live as long as the socket, and
 * a request needs more memory than a whole connection.
 */
function attachHandlers(
  socket: WebSocket,
  { connections, limits }: LiveRouteOptions,
  log: FastifyBaseLogger,
) {
  let connection: Connection | undefined;
  // Otherwise a refused client could send many bytes before the close arrives: 250 sockets, 1 MB each.
  socket.pause();
  let dropped = 0;
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
  socket.on('pong', () => connection?.onPong());
  socket.on('error', error => {
    log.debug({ error }, 'socket error');
    // `ws` has already sent its close frame and waits for a reply that may never arrive.
    end();
  });
  socket.on('close', end);
  return (session: Session | undefined, wire: Socket, address: string) => {
    if (!session) return closeAndDrain(socket, CLOSE_CODE.unauthenticated);
    if (connections.isClosing) return closeAndDrain(socket, CLOSE_CODE.restart);
    if (socket.readyState !== socket.OPEN) return;
    limits.countPerson(session.me.uid, socket);
    const { id, me, scope, guestUntil } = session;
    const transport = new SocketTransport(socket, wire, address);
    connection = connections.accept(me, id, transport, { scope, guestUntil });
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

/** Continues to read, so that the client's close frame arrives and the close timeout does not elapse. */
function closeAndDrain(socket: WebSocket, code: number, reason?: string): void {
  socket.close(code, reason);
  socket.resume();
}
