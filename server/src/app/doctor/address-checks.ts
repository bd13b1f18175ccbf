import { randomBytes } from 'node:crypto';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { PROTOCOL_VERSION } from '@snug/protocol';
import { getErrorCode } from '../../base/start-error.ts';
import type { Config } from '../../config/config.ts';
import type { Check } from './finding.ts';

type Address = Pick<Config, 'origins' | 'isUrlMissing'>;

const TIMEOUT_MS = 4_000;
const UPGRADE_HINT = 'Let it pass the headers Upgrade and Connection, as in docs/self-hosting.md.';

/** From this machine: a browser elsewhere may find another way. */
export function createAddressCheck({ origins: [url], isUrlMissing }: Address): Check {
  return {
    name: 'address',
    async run() {
      if (isUrlMissing)
        return {
          status: 'warn',
          text: `SNUG_URL is not set, so Snug works only at ${url}.`,
          next: 'Set it to the address that people open.',
        };
      const response = await ask(`${url}/healthz`).catch(getErrorCode);
      if (typeof response === 'string') return describeSilence(url, response);
      if (response.status === 200 && isHealth(response.body))
        return { status: 'ok', text: `Snug answers at ${url}.` };
      return {
        status: 'fail',
        text: `${url} answers with status ${response.status}, but it is not Snug.`,
        next: 'Check SNUG_URL, the proxy, and whether Snug runs.',
      };
    },
  };
}

/** Whether the proxy passes sockets on. */
export function createSocketCheck({ origins: [url] }: Address): Check {
  return {
    name: 'sockets',
    async run() {
      const status = await ask(`${url}/api/live?version=${PROTOCOL_VERSION}`, {
        origin: url,
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': randomBytes(16).toString('base64'),
      }).then(response => response.status, getErrorCode);
      if (status === 101) return { status: 'ok', text: `Sockets open at ${url}.` };
      if (typeof status === 'string')
        return { status: 'skipped', text: `Not checked, because nothing answered at ${url} (${status}).` };
      const text = `No socket opens at ${url} (status ${status}): the proxy does not pass WebSockets on, so no messages arrive.`;
      return { status: 'fail', text, next: UPGRADE_HINT };
    },
  };
}

function describeSilence(url: string, reason: string): Awaited<ReturnType<Check['run']>> {
  return {
    status: 'warn',
    text: `Nothing answers at ${url} from this machine (${reason}). A browser elsewhere may reach it.`,
    next: 'Open it in a browser. If it does not answer there, check whether Snug and the proxy run.',
  };
}

function isHealth(body: string): boolean {
  try {
    return (JSON.parse(body) as { status?: unknown }).status === 'ok';
  } catch {
    return false;
  }
}

const MAX_BODY_LENGTH = 1_000;

/** Rejects if nothing answers. Status 101 is an upgrade, which ends at once. */
function ask(url: string, headers: Record<string, string> = {}): Promise<{ status: number; body: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; body: string }>();
  const request = (url.startsWith('https:') ? requestHttps : requestHttp)(url, { headers, agent: false });
  const timer = setTimeout(
    () => request.destroy(Object.assign(new Error(), { code: 'ETIMEDOUT' })),
    TIMEOUT_MS,
  );
  request.on('upgrade', (_response, socket) => {
    socket.destroy();
    resolve({ status: 101, body: '' });
  });
  request.on('response', response => void readBody(response).then(resolve, reject));
  request.on('error', reject);
  request.end();
  return promise.finally(() => {
    clearTimeout(timer);
    request.destroy();
  });
}

async function readBody(response: IncomingMessage): Promise<{ status: number; body: string }> {
  let body = '';
  for await (const chunk of response) {
    body += String(chunk);
    if (body.length > MAX_BODY_LENGTH) break;
  }
  return { status: response.statusCode ?? 0, body };
}
