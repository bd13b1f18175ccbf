import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** A line that takes so many bytes in a second is slow, and not dead. */
const SLOW_LINE_BYTES_PER_S = 8_000;

/**
 * Ends connections that take nothing of their answer for so long. The system takes up to some megabytes ahead of a slow line, and then
 * nothing for a while: who took enough before is waited for once more.
 */
export function endStalledAnswers(app: FastifyInstance, withinMs: number): void {
  const timers = new WeakMap<FastifyReply, NodeJS.Timeout>();
  app.addHook('onSend', async ({ raw }, reply, payload) => {
    const isOver = () => reply.raw.destroyed || reply.raw.writableFinished;
    timers.set(reply, watch(raw.socket, isOver, withinMs));
    return payload;
  });
  app.addHook('onResponse', async (_request, reply) => clearInterval(timers.get(reply)));
}

function watch(socket: Socket, isOver: () => boolean, withinMs: number): NodeJS.Timeout {
  const begunAt = performance.now();
  const before = takenBy(socket);
  let lastTaken = -1;
  const timer = setInterval(() => {
    // Whoever went away in the middle of an answer has no `onResponse`.
    if (isOver()) return clearInterval(timer);
    const taken = takenBy(socket) - before;
    const slowestMs = withinMs + (taken / SLOW_LINE_BYTES_PER_S) * 1_000;
    if (taken === lastTaken || performance.now() - begunAt > slowestMs) socket.destroy();
    lastTaken = taken;
  }, withinMs);
  return timer.unref();
}

/** Bytes that the system took from this end. */
function takenBy({ bytesWritten, writableLength }: Socket): number {
  return bytesWritten - writableLength;
}
