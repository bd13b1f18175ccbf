import { randomBytes } from 'node:crypto';
import { PROTOCOL_VERSION } from '@snug/protocol';
import type { Config } from '../../config/config.ts';
import { PROBE_HEADER, type ProbeCodes } from '../../http/probe-route.ts';
import { ask } from './ask.ts';
import { type Check, PROXY_CHAPTER } from './finding.ts';

const TIMEOUT_MS = 3_500;

/** Whether the proxy passes sockets on. */
export function createSocketCheck({ origins: [url] }: Pick<Config, 'origins'>, codes: ProbeCodes): Check {
  return {
    name: 'sockets',
    async run() {
      const response = await ask(`${url}/api/live?version=${PROTOCOL_VERSION}`, {
        headers: {
          [PROBE_HEADER]: codes.create(),
          origin: url,
          connection: 'Upgrade',
          upgrade: 'websocket',
          'sec-websocket-version': '13',
          'sec-websocket-key': randomBytes(16).toString('base64'),
        },
        timeoutMs: TIMEOUT_MS,
      });
      const status = typeof response === 'string' ? response : `status ${response.status}`;
      if (status === 'status 101') return { status: 'ok', text: `Sockets open at ${url}.` };
      return {
        status: 'fail',
        text: `No socket opens at ${url} (${status}): the proxy does not pass WebSockets on, so no messages arrive.`,
        next: `Let it pass the headers Upgrade and Connection: ${PROXY_CHAPTER}.`,
      };
    },
  };
}
