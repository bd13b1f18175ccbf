import websocket from '@fastify/websocket';
import { CommandError, MAX_FRAME_BYTES } from '@snug/protocol';
import { type FastifyInstance, type FastifyReply, fastify, LogController } from 'fastify';
import type { Auth } from '../accounts/auth.ts';
import type { Sessions } from '../accounts/session-authenticator.ts';
import type { Dispatch } from '../commands/dispatch.ts';
import type { Answers } from '../commands/result-encoder.ts';
import type { Db } from '../db/schema.ts';
import type { FileServices } from '../files/file-services.ts';
import type { Limits } from '../limits/rate-limits.ts';
import type { Connections } from '../realtime/connection-registry.ts';
import { liveRoute } from '../realtime/live-route.ts';
import { SocketLimits } from '../realtime/socket-limits.ts';
import { guardUpgrades } from '../realtime/upgrades.ts';
import type { Settings } from '../settings.ts';
import { authRoute } from './auth-route.ts';
import { avatarsRoute } from './avatars-route.ts';
import { refuseUnparsed } from './client-errors.ts';
import { commandsRoute } from './commands-route.ts';
import { docsRoute } from './docs-route.ts';
import { answerErrors, bodyOf } from './errors.ts';
import { filesRoute } from './files-route.ts';
import { headersAt, securityHeaders } from './headers.ts';
import { healthRoute } from './health-route.ts';
import { ownOrigins } from './origin.ts';
import { providersRoute } from './providers-route.ts';
import { beginInTurns } from './request-scheduling.ts';
import { guard } from './require-session.ts';
import { endStalledAnswers } from './stalled-responses.ts';
import { limitBodyTime, TIMES, type Times } from './timeouts.ts';
import { webRoute } from './web-route.ts';

/** How sockets are read, whoever they are of. */
export const WEB_SOCKET = {
  maxPayload: MAX_FRAME_BYTES,
  // Each piece costs memory of its own, however little it carries.
  maxFragments: 128,
  maxBufferedChunks: 1_024,
  perMessageDeflate: false,
  // One frame of each connection in a turn of the event loop: nobody waits for all that another one sent at once.
  allowSynchronousEvents: false,
  /** For one who does not answer that it is being closed, in ms: time for a slow line to take what is on its way. */
  closeTimeout: 30_000,
};

export interface AppOptions {
  settings: Pick<Settings, 'origins' | 'logLevel' | 'providers' | 'signUp' | 'sockets'>;
  webFolder: string;
  auth: Auth;
  sessions: Sessions;
  dispatch: Dispatch;
  answers: Answers;
  connections: Connections;
  /** The history that everything belongs to. */
  epoch: string;
  read: Db;
  files: FileServices;
  limits: Limits;
}

/** All routes, ready to listen. */
export async function createApp(app: FastifyInstance, options: AppOptions): Promise<FastifyInstance> {
  const { settings, sessions, connections, limits } = options;
  const isOwnOrigin = ownOrigins(settings.origins);
  const socketLimits = new SocketLimits(limits, settings.sockets);
  answerErrors(app);
  securityHeaders(app, settings.origins[0]);
  beginInTurns(app);
  limitBodyTime(app, TIMES.bodyMs);
  endStalledAnswers(app, TIMES.stalledMs);
  guard(app, { sessions, isOwnOrigin, limits });
  // A foreign page can send this without asking first, and nothing here wants it.
  app.removeContentTypeParser('text/plain');
  await app.register(websocket, { options: WEB_SOCKET });
  guardUpgrades(app, socketLimits);
  // In a plugin of its own, because the WebSocket plugin sees only the routes that come after it.
  await app.register(async routes =>
    liveRoute(routes, { sessions, connections, isOwnOrigin, limits: socketLimits }),
  );
  authRoute(app, { auth: options.auth, origin: settings.origins[0], isOwnOrigin, limits });
  providersRoute(app, settings);
  commandsRoute(app, options);
  await filesRoute(app, options);
  avatarsRoute(app, options.files.storage);
  docsRoute(app, settings.origins[0], limits);
  healthRoute(app, options.read);
  await webRoute(app, options);
  return app;
}

/** The bare server: its log is wanted before its routes can be made. */
export function createServer({
  logLevel,
  origins,
  trustedProxies,
  times = TIMES,
}: Pick<Settings, 'logLevel' | 'origins' | 'trustedProxies'> & { times?: Times }): FastifyInstance {
  return fastify({
    logger: { level: logLevel },
    // An address that is none comes to no route and to no hook.
    frameworkErrors: (_error, _request, reply) => refuseAddress(reply as FastifyReply, origins[0]),
    clientErrorHandler: refuseUnparsed(origins[0]),
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: true,
    requestTimeout: times.uploadMs,
    http: { headersTimeout: times.headersMs, connectionsCheckingInterval: times.checkEveryMs },
    // `request.ip` is what the last proxy that is not trusted says of itself, or the client; a forged header changes nothing.
    trustProxy: trustedProxies.length > 0 ? trustedProxies : false,
  });
}

function refuseAddress(reply: FastifyReply, url: string): void {
  // No hook ends the connection of an upgrade to such an address: it would stay open for ever.
  const { headers, socket } = reply.request.raw;
  if (headers.upgrade) reply.raw.once('finish', () => socket.destroy());
  void reply
    .headers(headersAt(url))
    .code(400)
    .send(bodyOf(new CommandError('bad_input')));
}
