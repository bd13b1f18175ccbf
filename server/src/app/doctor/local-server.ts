import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { fastify } from 'fastify';
import { newId } from '../../base/ids.ts';
import { getErrorCode } from '../../base/start-error.ts';
import type { Config } from '../../config/config.ts';
import { getLocalAddress } from '../../config/listen-address.ts';
import { PROBE_HEADER, PROBE_PATH, type ProbeCodes, probeRoute } from '../../http/probe-route.ts';
import { healthRoute } from '../../http/readiness.ts';
import { createTrust } from '../../http/trusted-proxies.ts';
import { ask } from './ask.ts';
import { readAnswer } from './probe-answer.ts';

const TIMEOUT_MS = 1_500;
/** RFC 6455, 1.3. */
const WEBSOCKET_GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';

/** What listens on `HOST` and `PORT`: Snug, or the doctor while Snug does not run. */
export interface LocalServer {
  /** Undefined if neither of them does. */
  node?: string;
  isSnug: boolean;
  /** Why neither of them does. */
  problem?: string;
  close: () => Promise<void>;
}

type Settings = Pick<Config, 'host' | 'port' | 'origins' | 'trustedProxies' | 'databaseUrl'>;

/** Never rejects. */
export async function findLocalServer(settings: Settings, codes: ProbeCodes): Promise<LocalServer> {
  const { host, port } = getLocalAddress({ HOST: settings.host, PORT: String(settings.port) });
  const url = `http://${isIPv6(host) ? `[${host}]` : host}:${port}${PROBE_PATH}`;
  const place = `${host}, port ${port}`;
  const none = { isSnug: false, close: async () => {} };
  const response = await ask(url, { headers: { [PROBE_HEADER]: codes.create() }, timeoutMs: TIMEOUT_MS });
  const answer = typeof response === 'string' ? undefined : readAnswer(response);
  if (answer) return { ...none, node: answer.node, isSnug: true };
  if (typeof response !== 'string')
    return { ...none, problem: `another program, or a Snug with other settings, answers on ${place}` };
  try {
    return await standIn(settings, codes);
  } catch (error) {
    return { ...none, problem: `Snug does not answer on ${place} (${getErrorCode(error)})` };
  }
}

/** Answers the doctor's own requests as Snug does, so that it sees what arrives. */
async function standIn(
  { host, port, origins, trustedProxies, databaseUrl }: Settings,
  codes: ProbeCodes,
): Promise<LocalServer> {
  const app = fastify({
    trustProxy: trustedProxies.length > 0 && trustedProxies,
    forceCloseConnections: true,
  });
  const node = newId();
  probeRoute(app, { codes, node, origin: origins[0], isTrusted: createTrust(trustedProxies) });
  // For a proxy that sends nothing to a server which is not ready. Beside other servers, it must not send people here.
  if (databaseUrl === undefined) healthRoute(app, { assertReady: async () => {} });
  app.setNotFoundHandler((_request, reply) => reply.code(503).send('Snug does not run'));
  app.server.on('upgrade', ({ headers }, socket) => {
    socket.on('error', () => {});
    const isOwn = codes.isValid(headers[PROBE_HEADER]);
    socket.end(isOwn ? acceptUpgrade(headers['sec-websocket-key'] ?? '') : REFUSED_UPGRADE);
  });
  try {
    await app.listen({ host, port });
  } catch (error) {
    await app.close();
    throw error;
  }
  return { node, isSnug: false, close: () => app.close() };
}

const REFUSED_UPGRADE = 'HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\n\r\n';

function acceptUpgrade(key: string): string {
  const accept = createHash('sha1')
    .update(key + WEBSOCKET_GUID)
    .digest('base64');
  return `HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`;
}
