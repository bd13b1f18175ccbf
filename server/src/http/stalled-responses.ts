import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** A client with this throughput is slow, but not dead. */
const MIN_THROUGHPUT_BYTES_PER_S = 8_000;

/** The system buffers megabytes for a slow line and then accepts nothing for a while, so a fast client gets more time. */
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
    // A client that disconnects during a response causes no `onResponse`.
    if (isFinished()) return clearInterval(timer);
    const taken = countSentBytes(socket) - sentBefore;
    const slowestMs = timeoutMs + (taken / MIN_THROUGHPUT_BYTES_PER_S) * 1_000;
    if (taken === lastSent || performance.now() - startedAt > slowestMs) socket.destroy();
    lastSent = taken;
  }, timeoutMs);
  return timer.unref();
}

function countSentBytes({ bytesWritten, writableLength }: Socket): number {
  return bytesWritten - writableLength;
}
