import websocket from '@fastify/websocket';
import { CommandError, MAX_FRAME_BYTES, SERVER_VERSION } from '@snug/protocol';
import { type FastifyInstance, type FastifyReply, fastify, LogController } from 'fastify';
import type { AccountWriter } from '../account/account-mutations.ts';
import type { Auth } from '../account/auth.ts';
import type { AccountMails } from '../account/mails/account-mails.ts';
import type { PasskeyServices } from '../account/passkeys/passkey-services.ts';
import type { PasswordHashQueue } from '../account/passwords/password-hash-queue.ts';
import type { PasswordVerifier } from '../account/passwords/password-verifier.ts';
import type { Reauthentication } from '../account/reauthentication.ts';
import type { RequestAuthenticator } from '../account/request-authenticator.ts';
import type { SessionAuthenticator } from '../account/session-authenticator.ts';
import type { SessionCloser } from '../account/session-closer.ts';
import type { SessionEvents } from '../account/session-hooks.ts';
import type { TokenAuthenticator } from '../account/token-authenticator.ts';
import type { CodeVerifier } from '../account/two-step/code-verifier.ts';
import { getRequestContext } from '../base/request-context.ts';
import type { Services } from '../commands/command-handler.ts';
import type { Dispatch } from '../commands/dispatch.ts';
import { toErrorBody } from '../commands/error-body.ts';
import type { FileServices } from '../commands/file-services.ts';
import type { ResultEncoder } from '../commands/result-encoder.ts';
import type { Config } from '../config/config.ts';
import type { Db } from '../db/schema.ts';
import type { MutationWriter } from '../db/writer.ts';
import type { EXPORT_MUTATIONS } from '../export/record-export.ts';
import type { RateLimits } from '../limits/rate-limits.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { InviteLinks } from '../people/invites/invite-links.ts';
import type { ConnectionRegistry } from '../realtime/connection-registry.ts';
import { SocketLimits } from '../realtime/socket-limits.ts';
import { rejectOtherUpgrades } from '../realtime/upgrades.ts';
import { accountRoute } from './account-route.ts';
import { authRoute } from './auth-route.ts';
import { avatarsRoute } from './avatars-route.ts';
import { claimRoute } from './claim-route.ts';
import { commandsRoute } from './commands-route.ts';
import { dataRoute } from './data-route.ts';
import { docsRoute } from './docs-route.ts';
import { emailRoute } from './email-route.ts';
import { emojiRoute } from './emoji-route.ts';
import { exportRoute } from './export-route.ts';
import { filesRoute } from './files-route.ts';
import { createClientErrorHandler, handleErrors } from './handle-errors.ts';
import { addSecurityHeaders, getSecurityHeaders } from './headers.ts';
import { inviteRoute } from './invite-route.ts';
import { liveRoute } from './live-route.ts';
import { logoRoute } from './logo-route.ts';
import { mailRoute } from './mail-route.ts';
import { countRequests, metricsRoute } from './metrics-route.ts';
import { adoptOldCookies } from './old-cookies.ts';
import { OriginCheck } from './origin-check.ts';
import { passkeyRoute } from './passkey-route.ts';
import { passkeySignInRoute } from './passkey-sign-in-route.ts';
import { UnpipelinedRequest } from './pipelining.ts';
import { type ProbeOptions, probeRoute } from './probe-route.ts';
import { providersRoute } from './providers-route.ts';
import { healthRoute, type Readiness } from './readiness.ts';
import { recoveryRoute } from './recovery-route.ts';
import { createRequestIds, identifyRequests, passUpgradeIds, REQUEST_ID_HEADER } from './request-id.ts';
import { scheduleRequests } from './request-scheduling.ts';
import { PUBLIC_ROUTE, requireSession } from './require-session.ts';
import { setupRoute } from './setup-route.ts';
import { signInCodeRoute } from './sign-in-code-route.ts';
import { closeStalledConnections } from './stalled-responses.ts';
import {
  enforceBodyTimeout,
  getRequestTimeoutMs,
  limitBodyTime,
  TIMEOUTS,
  type Timeouts,
} from './timeouts.ts';
import { createTrust } from './trusted-proxies.ts';
import { twoStepRoute } from './two-step-route.ts';
import { type WebRouteOptions, webRoute } from './web-route.ts';
import { webhookRoute } from './webhook-route.ts';

export const WEB_SOCKET_OPTIONS = {
  maxPayload: MAX_FRAME_BYTES,
  // Each fragment uses memory, even an empty one.
  maxFragments: 128,
  maxBufferedChunks: 1_024,
  perMessageDeflate: false,
  // Reads one frame per connection in a turn of the event loop, so that a flood on one does not delay others.
  allowSynchronousEvents: false,
  /** Time to return a close frame, ms: enough for a slow line to receive all bytes before it. */
  closeTimeout: 30_000,
};

export interface AppOptions {
  config: Pick<Config, 'origins' | 'logLevel' | 'providers' | 'fixed' | 'sockets' | 'trustedProxies'>;
  webFolder: string;
  publishedAssets?: WebRouteOptions['publishedAssets'];
  auth: Auth;
  sessions: SessionAuthenticator;
  callers: RequestAuthenticator;
  tokens: TokenAuthenticator;
  dispatch: Dispatch;
  resultEncoder: ResultEncoder;
  connections: ConnectionRegistry;
  epoch: string;
  isSearchOff: boolean;
  isPushOff: boolean;
  read: Db;
  /** The store's time. */
  now: () => number;
  files: FileServices;
  writer: AccountWriter & MutationWriter<typeof EXPORT_MUTATIONS>;
  inviteLinks: InviteLinks;
  limits: RateLimits;
  sessionCloser: SessionCloser;
  sessionEvents: SessionEvents;
  hashes: PasswordHashQueue;
  passwords: PasswordVerifier;
  reauthentication: Reauthentication;
  codes: CodeVerifier;
  /** Undefined if browsers refuse passkeys at the public address. */
  passkeys: PasskeyServices | undefined;
  requireNewestRelease: Services['requireNewestRelease'];
  /** Undefined without a mail server. */
  mails: AccountMails | undefined;
  endMissedMails: (code: string) => Promise<void>;
  readiness: Pick<Readiness, 'assertReady'>;
  probes: Pick<ProbeOptions, 'codes' | 'node'>;
  /** Undefined if nobody reads them. `token`: undefined if they are not on this port. */
  metrics?: { metrics: Metrics; token: string | undefined } | undefined;
}

export async function createApp(app: FastifyInstance, options: AppOptions): Promise<FastifyInstance> {
  const { config, callers, connections, limits } = options;
  const origins = new OriginCheck(config.origins, app.log);
  const socketLimits = new SocketLimits(limits, config.sockets);
  identifyRequests(app);
  const { metrics, token } = options.metrics ?? {};
  if (metrics) countRequests(app, metrics);
  handleErrors(app);
  addSecurityHeaders(app, config.origins[0]);
  enforceBodyTimeout(app, TIMEOUTS);
  scheduleRequests(app);
  closeStalledConnections(app, TIMEOUTS.stalledMs);
  adoptOldCookies(app, { auth: options.auth, origin: config.origins[0] });
  requireSession(app, { callers, origins, limits });
  // A foreign page can send this type without a CORS preflight, and no route needs it.
  app.removeContentTypeParser('text/plain');
  await app.register(websocket, { options: WEB_SOCKET_OPTIONS });
  passUpgradeIds(app);
  rejectOtherUpgrades(app, socketLimits);
  // In a plugin of its own, because the WebSocket plugin covers only routes that are registered after it.
  await app.register(async routes =>
    liveRoute(routes, { callers, connections, origins, limits: socketLimits, metrics }),
  );
  const origin = config.origins[0];
  const signIns = { ...options, fixed: config.fixed, origin, origins };
  authRoute(app, signIns);
  signInCodeRoute(app, signIns);
  accountRoute(app, { ...options, origin });
  twoStepRoute(app, options);
  if (options.passkeys) {
    passkeyRoute(app, { ...options, ...options.passkeys });
    passkeySignInRoute(app, { ...signIns, ...options.passkeys });
  }
  dataRoute(app, { ...options, origins });
  claimRoute(app, signIns);
  exportRoute(app, { ...options, origins });
  recoveryRoute(app, { ...options, origin });
  emailRoute(app, { ...options, origin });
  inviteRoute(app, { ...options, origin, storage: options.files.storage });
  setupRoute(app, { ...options, origin });
  providersRoute(app, {
    ...config,
    read: options.read,
    mail: options.mails !== undefined,
    passkeys: options.passkeys !== undefined,
  });
  app.get('/api/version', PUBLIC_ROUTE, async () => SERVER_VERSION);
  commandsRoute(app, options);
  await webhookRoute(app, options);
  await mailRoute(app, options);
  await filesRoute(app, options);
  avatarsRoute(app, options.files.storage);
  logoRoute(app, options);
  emojiRoute(app, options.read);
  docsRoute(app, { url: origin, maxFileBytes: options.files.uploads.maxBytes, limits });
  healthRoute(app, options.readiness);
  probeRoute(app, { ...options.probes, origin, isTrusted: createTrust(config.trustedProxies) });
  if (metrics && token !== undefined) metricsRoute(app, metrics, token);
  await webRoute(app, { ...options, origin });
  return app;
}

/** A server without routes: its log is needed before the routes can exist. */
export function createServer({
  logLevel,
  origins,
  trustedProxies,
  maxFileBytes,
  timeouts = TIMEOUTS,
}: Pick<Config, 'logLevel' | 'origins' | 'trustedProxies' | 'maxFileBytes'> & {
  timeouts?: Timeouts;
}): FastifyInstance {
  const requestIds = createRequestIds(trustedProxies);
  return fastify({
    logger: { level: logLevel, mixin: () => ({ ...getRequestContext() }) },
    genReqId: requestIds.identify,
    // The log adds the id to the lines of a request, also those without this logger.
    childLoggerFactory: logger => logger,
    // Requests with an invalid URL reach no route and no hook.
    frameworkErrors: (_error, _request, reply) => sendInvalidUrlError(reply as FastifyReply, origins[0]),
    clientErrorHandler: createClientErrorHandler(origins[0]),
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: 'idle',
    requestTimeout: getRequestTimeoutMs(timeouts, maxFileBytes),
    http: {
      IncomingMessage: UnpipelinedRequest,
      ServerResponse: requestIds.ServerResponse,
      headersTimeout: timeouts.headersMs,
      connectionsCheckingInterval: timeouts.checkIntervalMs,
    },
    // `request.ip` is the address that the last trusted proxy received from, so forged headers have no effect.
    trustProxy: trustedProxies.length > 0 ? trustedProxies : false,
  });
}

function sendInvalidUrlError(reply: FastifyReply, url: string): void {
  // No hook ends the connection of an upgrade to an invalid URL. Without this it would stay open forever.
  const { raw } = reply.request;
  const { headers, socket } = raw;
  limitBodyTime(raw, TIMEOUTS.bodyMs);
  if (headers.upgrade) reply.raw.once('finish', () => socket.destroy());
  void reply
    .headers(getSecurityHeaders(url))
    .code(400)
    .header(REQUEST_ID_HEADER, reply.request.id)
    .send(toErrorBody(new CommandError('invalid_input'), reply.request.id));
}
