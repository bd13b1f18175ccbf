import type { FastifyInstance } from 'fastify';
import { createRateLimitedError } from '../limits/rate-limits.ts';
import { TurnScheduler } from '../limits/turn-scheduler.ts';

const REQUESTS_PER_TURN = 4;
/** Each waiting request uses some kilobytes. */
const MAX_WAITING = 1_000;
const RETRY_AFTER_S = 5;

/** Starts a few requests per turn of the event loop, in order. Throws `rate_limited` if too many wait. */
export function scheduleRequests(
  app: FastifyInstance,
  defer: (run: () => void) => void = setImmediate,
): void {
  const scheduler = new TurnScheduler(REQUESTS_PER_TURN, defer);
  app.addHook('onRequest', async ({ raw: { socket } }, reply) => {
    if (scheduler.waitingCount >= MAX_WAITING) throw createRateLimitedError(RETRY_AFTER_S);
    await scheduler.waitForTurn();
    // Nobody would receive the response.
    if (socket.destroyed) reply.hijack();
  });
}
