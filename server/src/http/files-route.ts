import { CommandError, FILE_MAX_AGE_S, FileUpload, MAX_FILE_BYTES } from '@snug/protocol';
import { create } from 'content-disposition';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { accessFile } from '../access.ts';
import { checkInput } from '../commands/check-input.ts';
import type { Db } from '../db/schema.ts';
import { isShownInline } from '../files/content-type.ts';
import type { FileServices } from '../files/file-services.ts';
import { ConcurrencyLimit } from '../limits/concurrency-limit.ts';
import { createRateLimitedError, type RateLimits } from '../limits/rate-limits.ts';
import { getSession } from './require-session.ts';
import { sendStored } from './send-stored.ts';
import { NO_BODY_TIMEOUT } from './timeouts.ts';

/** More than a browser asks for at once, and few enough that one person cannot hold all of the server's files open. */
const MAX_DOWNLOADS = 60;
const RETRY_AFTER_S = 5;

const OCTET_STREAM = 'application/octet-stream';

export interface FilesRouteOptions {
  files: FileServices;
  read: Db;
  limits: RateLimits;
}

/** `POST /api/files` takes a file in, `GET /files/<id>/<name>` gives it out. */
export async function filesRoute(app: FastifyInstance, options: FilesRouteOptions): Promise<void> {
  const { limits } = options;
  await app.register(async routes => {
    // The body is bytes, called by the one type that no foreign page can send without asking, and read as they come.
    routes.removeAllContentTypeParsers();
    routes.addContentTypeParser(OCTET_STREAM, (_request, _payload, done) => done(null));
    routes.post('/api/files', NO_BODY_TIMEOUT, request => receiveUpload(request, options));
  });
  // A name may be longer than a parameter, so it stands for the rest of the address.
  const downloads = new ConcurrencyLimit(MAX_DOWNLOADS);
  app.get<{ Params: { id: string } }>('/files/:id/*', async (request, reply) => {
    const { uid } = getSession(request).me;
    limits.take('download_bytes', uid, 0);
    if (!downloads.acquire(uid)) throw createRateLimitedError(RETRY_AFTER_S);
    reply.raw.once('close', () => downloads.release(uid));
    const file = await accessFile(options.read, uid, request.params.id);
    const type = isShownInline(file.contentType) ? 'inline' : 'attachment';
    const headers = {
      'content-type': file.contentType,
      'content-disposition': create(file.fileName, { type }),
      'cache-control': `private, max-age=${FILE_MAX_AGE_S}`,
    };
    await sendStored(request, reply, { storage: options.files.storage, key: file.key, headers });
    if (request.method === 'GET' && reply.statusCode < 300)
      limits.charge('download_bytes', uid, Number(reply.getHeader('content-length')));
    return reply;
  });
}

async function receiveUpload(
  request: FastifyRequest,
  { files, limits }: FilesRouteOptions,
): Promise<unknown> {
  const { uid } = getSession(request).me;
  const upload = checkInput(FileUpload, request.query);
  // Who does not say how much it is may be bringing the most.
  const size = Number(request.headers['content-length'] ?? MAX_FILE_BYTES);
  if (size > MAX_FILE_BYTES) throw new CommandError('too_large');
  limits.take('uploads', uid);
  limits.take('upload_bytes', uid, size);
  const file = await files.uploads.receive(uid, upload, request.raw);
  // Whoever left before the answer does not know that it is there.
  if (request.raw.socket.destroyed) await files.removal.discard(uid, file.id);
  return file;
}
