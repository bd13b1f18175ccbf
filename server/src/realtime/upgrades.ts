import type { IncomingHttpHeaders } from 'node:http';
import { CommandError } from '@snug/protocol';
import '@fastify/websocket';
import type { FastifyInstance } from 'fastify';
import { networkAddress } from '../limits/network-address.ts';
import type { SocketLimits } from './socket-limits.ts';

export const LIVE_PATH = '/api/live';

/** The library would accept each route with 101 and log any path. Must come after the library's own hook. */
export function rejectOtherUpgrades(app: FastifyInstance, limits: SocketLimits): void {
  app.addHook('onRequest', async request => {
    if (!request.ws) return;
    const isLive = request.method === 'GET' && request.routeOptions.url === LIVE_PATH;
    if (isLive && isHandshake(request.headers)) return;
    limits.assertMayOpen(networkAddress(request.ip));
    throw new CommandError('invalid_input', 'There is no WebSocket here');
  });
}

/** Whether the library would accept the handshake (RFC 6455, 4.2.1). Its own refusals lack our response headers. */
function isHandshake(headers: IncomingHttpHeaders): boolean {
  return (
    headers.upgrade?.toLowerCase() === 'websocket' &&
    headers['sec-websocket-version'] === '13' &&
    /^[+/0-9A-Za-z]{22}==$/.test(headers['sec-websocket-key'] ?? '') &&
    headers['sec-websocket-protocol'] === undefined
  );
}
