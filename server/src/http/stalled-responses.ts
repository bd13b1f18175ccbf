import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { watchProgress } from './progress-watch.ts';

/** The system buffers megabytes for a slow line and then accepts nothing for a while, so a fast client gets more time. */
export function closeStalledConnections(app: FastifyInstance, timeoutMs: number): void {
  const ends = new WeakMap<FastifyReply, () => void>();
  app.addHook('onSend', async ({ raw: { socket } }, reply, payload) => {
    const end = watchProgress({
      count: () => countSentBytes(socket),
      // A client that disconnects during a response causes no `onResponse`.
      isOver: () => reply.raw.destroyed || reply.raw.writableFinished,
      // The client has read all that there is: an export waits for the database, or for the store of the files.
      isHeldUp: () => reply.raw.writableLength === 0,
      onStalled: () => socket.destroy(),
      silentMs: timeoutMs,
      graceMs: timeoutMs,
    });
    ends.set(reply, end);
    return payload;
  });
  app.addHook('onResponse', async (_request, reply) => ends.get(reply)?.());
}

/** Bytes that the network has accepted. */
export function countSentBytes({ bytesWritten, writableLength }: Socket): number {
  return bytesWritten - writableLength;
}
