import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { slowDown } from '../limits/limits.ts';
import { Turns } from '../limits/turns.ts';

/** So many requests begin in one turn of the event loop. */
const A_TURN = 8;
/** Browsers and proxies wait for one answer before they ask again. A connection with more that wait is ended. */
const MAX_WAITING_A_SOCKET = 8;
/** Each holds some kilobytes. */
const MAX_WAITING = 1_000;
const RETRY_AFTER_S = 5;

/** Has requests begin a few at a time, in the order in which they came. Throws `slow_down` where too many wait. */
export function beginInTurns(app: FastifyInstance, defer: (run: () => void) => void = setImmediate): void {
  const turns = new Turns(A_TURN, defer);
  const waitingOf = new WeakMap<Socket, number>();
  app.addHook('onRequest', async ({ raw: { socket } }) => {
    if (turns.isFree) return turns.next();
    if (turns.waiting >= MAX_WAITING) throw slowDown(RETRY_AFTER_S);
    const count = (waitingOf.get(socket) ?? 0) + 1;
    if (count > MAX_WAITING_A_SOCKET) socket.destroy();
    waitingOf.set(socket, count);
    await turns.next();
    waitingOf.set(socket, (waitingOf.get(socket) ?? 1) - 1);
  });
}
