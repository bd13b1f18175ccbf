import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { slowDown } from '../limits/rate-limits.ts';
import { Turns } from '../limits/turn-scheduler.ts';

/** So many requests begin in one turn of the event loop. */
const A_TURN = 8;
/** Browsers and proxies take one answer before they ask again. A connection with more requests under way is ended. */
const MAX_UNDER_WAY_A_SOCKET = 8;
/** Each holds some kilobytes. */
const MAX_WAITING = 1_000;
const RETRY_AFTER_S = 5;

/**
 * Has requests begin a few at a time, in the order in which they came. Throws `slow_down` where too many wait. A request is
 * under way until its answer is taken.
 */
export function beginInTurns(app: FastifyInstance, defer: (run: () => void) => void = setImmediate): void {
  const turns = new Turns(A_TURN, defer);
  const underWay = new WeakMap<Socket, number>();
  const change = (socket: Socket, by: number) => {
    const count = (underWay.get(socket) ?? 0) + by;
    underWay.set(socket, count);
    return count;
  };
  app.addHook('onRequest', async ({ raw: { socket } }) => {
    if (change(socket, 1) > MAX_UNDER_WAY_A_SOCKET) socket.destroy();
    if (turns.waiting >= MAX_WAITING) throw slowDown(RETRY_AFTER_S);
    await turns.next();
  });
  // A connection that is gone has no use for its count.
  app.addHook('onResponse', async ({ raw: { socket } }) => void change(socket, -1));
}
