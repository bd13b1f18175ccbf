import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { createRateLimitedError } from '../limits/rate-limits.ts';
import { TurnScheduler } from '../limits/turn-scheduler.ts';

/** So many requests begin in one turn of the event loop. */
const REQUESTS_PER_TURN = 8;
/** Browsers and proxies take one answer before they ask again. A connection with more requests under way is ended. */
const MAX_PENDING_PER_SOCKET = 8;
/** Each holds some kilobytes. */
const MAX_WAITING = 1_000;
const RETRY_AFTER_S = 5;

/**
 * Has requests begin a few at a time, in the order in which they came. Throws `rate_limited` where too many wait. A request is
 * under way until its answer is taken.
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
  // A connection that is gone has no use for its count.
  app.addHook('onResponse', async ({ raw: { socket } }) => void change(socket, -1));
}
