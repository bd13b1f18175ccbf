import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { createRateLimitedError } from '../limits/rate-limits.ts';
import { TurnScheduler } from '../limits/turn-scheduler.ts';

/** Requests that start in one turn of the event loop. */
const REQUESTS_PER_TURN = 8;
/**
 * Browsers and proxies read a response before their next request. The server ends a connection with more pending requests.
 */
const MAX_PENDING_PER_SOCKET = 8;
/** Each waiting request uses some kilobytes. */
const MAX_WAITING = 1_000;
const RETRY_AFTER_S = 5;

/**
 * Starts a few requests per turn of the event loop, in order. Throws `rate_limited` if too many wait. A request is pending
 * until the network has accepted its response.
 */
export function scheduleRequests(
  app: FastifyInstance,
  defer: (run: () => void) => void = setImmediate,
): void {
  const scheduler = new TurnScheduler(REQUESTS_PER_TURN, defer);
  const pendingBySocket = new WeakMap<Socket, number>();
  const change = (socket: Socket, by: number) => {
    const count = (pendingBySocket.get(socket) ?? 0) + by;
    pendingBySocket.set(socket, count);
    return count;
  };
  app.addHook('onRequest', async ({ raw: { socket } }) => {
    if (change(socket, 1) > MAX_PENDING_PER_SOCKET) socket.destroy();
    if (scheduler.waitingCount >= MAX_WAITING) throw createRateLimitedError(RETRY_AFTER_S);
    await scheduler.waitForTurn();
  });
  // A closed connection needs no cleanup, because its count is in a WeakMap.
  app.addHook('onResponse', async ({ raw: { socket } }) => void change(socket, -1));
}
