import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** A line that takes so many bytes in a second is slow, and not dead. */
const MIN_THROUGHPUT_BYTES_PER_S = 8_000;

/**
 * Ends connections that take nothing of their answer for so long. The system takes up to some megabytes ahead of a slow line, and then
 * nothing for a while: who took enough before is waited for once more.
 */
export function closeStalledConnections(app: FastifyInstance, timeoutMs: number): void {
  const timers = new WeakMap<FastifyReply, NodeJS.Timeout>();
  app.addHook('onSend', async ({ raw }, reply, payload) => {
    const isOver = () => reply.raw.destroyed || reply.raw.writableFinished;
    timers.set(reply, watchProgress(raw.socket, isOver, timeoutMs));
    return payload;
  });
  app.addHook('onResponse', async (_request, reply) => clearInterval(timers.get(reply)));
}

function watchProgress(socket: Socket, isFinished: () => boolean, timeoutMs: number): NodeJS.Timeout {
  const startedAt = performance.now();
  const sentBefore = countSentBytes(socket);
  let lastSent = -1;
  const timer = setInterval(() => {
    // Whoever went away in the middle of an answer has no `onResponse`.
    if (isFinished()) return clearInterval(timer);
    const taken = countSentBytes(socket) - sentBefore;
    const slowestMs = timeoutMs + (taken / MIN_THROUGHPUT_BYTES_PER_S) * 1_000;
    if (taken === lastSent || performance.now() - startedAt > slowestMs) socket.destroy();
    lastSent = taken;
  }, timeoutMs);
  return timer.unref();
}

/** Bytes that the system took from this end. */
function countSentBytes({ bytesWritten, writableLength }: Socket): number {
  return bytesWritten - writableLength;
}
