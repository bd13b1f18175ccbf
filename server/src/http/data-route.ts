import { CommandError } from '@snug/protocol';
import { create } from 'content-disposition';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createArchive } from '../account/export/create-archive.ts';
import { measureData } from '../account/export/own-files.ts';
import type { RequestAuthenticator } from '../account/request-authenticator.ts';
import type { FileServices } from '../commands/file-services.ts';
import type { Db } from '../db/schema.ts';
import { ConcurrencyLimit } from '../limits/concurrency-limit.ts';
import { createRateLimitedError, type RateLimits } from '../limits/rate-limits.ts';
import { onClose } from './on-close.ts';
import type { OriginCheck } from './origin-check.ts';
import { getSession } from './require-session.ts';

export interface DataRouteOptions {
  read: Db;
  files: Pick<FileServices, 'storage'>;
  now: () => number;
  callers: RequestAuthenticator;
  limits: RateLimits;
  origins: Pick<OriginCheck, 'assertSameSite'>;
}

/** Of one person. */
const MAX_ARCHIVES = 1;
const RETRY_AFTER_S = 60;

/** `GET /api/account/data` downloads everything that is the caller's, `GET /api/account/data/size` measures it. */
export function dataRoute(app: FastifyInstance, options: DataRouteOptions): void {
  const { read, limits, origins } = options;
  const archives = new ConcurrencyLimit(MAX_ARCHIVES);
  app.get('/api/account/data/size', request => {
    const { uid } = getSession(request).me;
    limits.take('reads', uid);
    return measureData(read, uid);
  });
  app.get('/api/account/data', { exposeHeadRoute: false }, (request, reply) => {
    const { uid } = getSession(request).me;
    // A link on another site could use up the person's downloads.
    origins.assertSameSite(request);
    if (!archives.acquire(uid)) throw createRateLimitedError(RETRY_AFTER_S);
    onClose(reply.raw, () => archives.release(uid));
    limits.take('data_downloads', uid);
    return sendArchive(request, reply, options);
  });
}

function sendArchive(
  request: FastifyRequest,
  reply: FastifyReply,
  { read, files, now, callers }: DataRouteOptions,
): FastifyReply {
  const { id, me } = getSession(request);
  const confirmSession = async () => {
    if ((await callers.find(request.headers))?.id !== id) throw new CommandError('unauthenticated');
  };
  const day = new Date(now()).toISOString().slice(0, 10);
  return reply
    .headers({
      'content-type': 'application/zip',
      'content-disposition': create(`snug-data-${day}.zip`),
      'cache-control': 'no-store',
    })
    .send(
      createArchive({
        uid: me.uid,
        guest: me.guest === true,
        read,
        storage: files.storage,
        now,
        confirmSession,
      }),
    );
}
