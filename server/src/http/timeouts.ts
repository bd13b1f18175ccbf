import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { MIN_THROUGHPUT_BYTES_PER_S, watchProgress } from './progress-watch.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** `upload`: the body may take as long as it makes progress. */
    body?: 'upload';
  }
}

export interface Timeouts {
  headersMs: number;
  bodyMs: number;
  /** Longest time without progress of an upload. */
  silentUploadMs: number;
  /** Time for an upload in addition to that of the slowest client. */
  uploadMs: number;
  /** For the rest of an upload that was refused. A client may read the reason only after it has sent everything. */
  refusedUploadMs: number;
  /** Longest time without progress of a response. */
  stalledMs: number;
  checkIntervalMs: number;
}

export const TIMEOUTS: Timeouts = {
  headersMs: 15_000,
  bodyMs: 20_000,
  silentUploadMs: 60_000,
  uploadMs: 300_000,
  refusedUploadMs: 300_000,
  stalledMs: 30_000,
  checkIntervalMs: 5_000,
};

export const UPLOAD_BODY = { config: { body: 'upload' } } as const;

/** The slowest upload of the largest file ends before this time. */
export function getRequestTimeoutMs({ uploadMs }: Timeouts, maxFileBytes: number): number {
  return uploadMs + Math.ceil((maxFileBytes / MIN_THROUGHPUT_BYTES_PER_S) * 1_000);
}

/** Ends requests whose bodies do not arrive in time. */
export function enforceBodyTimeout(app: FastifyInstance, timeouts: Timeouts): void {
  app.addHook('onRequest', async request => {
    if (request.routeOptions.config.body === 'upload') watchUpload(request, timeouts);
    else limitBodyTime(request.raw, timeouts.bodyMs);
  });
  app.addHook('onResponse', async ({ raw, routeOptions }) => {
    if (routeOptions.config.body === 'upload') limitBodyTime(raw, timeouts.refusedUploadMs);
  });
}

export function limitBodyTime(request: IncomingMessage, timeoutMs: number): void {
  const { headers } = request;
  const hasBody = 'content-length' in headers || 'transfer-encoding' in headers;
  if (!hasBody || request.complete) return;
  // Once the body is complete, the response has no timeout.
  const timer = setTimeout(() => request.complete || request.destroy(), timeoutMs).unref();
  request.once('close', () => clearTimeout(timer));
}

function watchUpload({ raw }: FastifyRequest, { silentUploadMs, uploadMs }: Timeouts): void {
  const end = watchProgress({
    count: () => raw.socket.bytesRead,
    isOver: () => raw.complete || raw.destroyed,
    // Bytes that wait for the disk.
    isHeldUp: () => raw.readableLength > 0,
    onStalled: () => raw.destroy(),
    silentMs: silentUploadMs,
    graceMs: uploadMs,
  });
  raw.once('close', end);
}
