import { setImmediate as nextTurn } from 'node:timers/promises';
import { FILE_MAX_AGE_S, FileUpload, isHugePicture, isPictureType } from '@snug/protocol';
import { create } from 'content-disposition';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { accessFile } from '../admin/reports/access.ts';
import { checkInput } from '../commands/check-input.ts';
import type { FileServices } from '../commands/file-services.ts';
import type { Db } from '../db/schema.ts';
import { isShownInline } from '../files/content-type.ts';
import type { StoredFile } from '../files/file-store.ts';
import { ConcurrencyLimit } from '../limits/concurrency-limit.ts';
import { createRateLimitedError, type RateLimits } from '../limits/rate-limits.ts';
import { onClose } from './on-close.ts';
import { getSession, PROGRAM_ROUTE } from './require-session.ts';
import { sendStored } from './send-stored.ts';
import { countSentBytes } from './stalled-responses.ts';
import { UPLOAD_BODY } from './timeouts.ts';

/** More than a browser requests at once, and low enough that one person cannot use up the server's open files. */
const MAX_DOWNLOADS = 60;
/** Of all people. */
const MAX_TOTAL_DOWNLOADS = 400;
const RETRY_AFTER_S = 5;

const UPLOAD_ROUTE = { config: { ...UPLOAD_BODY.config, ...PROGRAM_ROUTE.config } };

const OCTET_STREAM = 'application/octet-stream';

export interface FilesRouteOptions {
  files: FileServices;
  read: Db;
  now: () => number;
  limits: RateLimits;
}

/** `POST /api/files` uploads a file, `GET /files/<id>/<name>` downloads it. */
export async function filesRoute(app: FastifyInstance, options: FilesRouteOptions): Promise<void> {
  const { limits } = options;
  await app.register(async routes => {
    // The only accepted type is one that foreign pages cannot send without a CORS preflight. The body is read as a stream.
    routes.removeAllContentTypeParsers();
    routes.addContentTypeParser(OCTET_STREAM, (_request, _payload, done) => done(null));
    routes.post('/api/files', UPLOAD_ROUTE, request => receiveUpload(request, options));
  });
  // A wildcard, because a file name may be longer than a route parameter.
  const downloads = new ConcurrencyLimit(MAX_DOWNLOADS, MAX_TOTAL_DOWNLOADS);
  app.get<{ Params: { id: string } }>('/files/:id/*', PROGRAM_ROUTE, async (request, reply) => {
    const { me, scope } = getSession(request);
    const { uid } = me;
    limits.take('download_bytes', uid, 0);
    if (!downloads.acquire(uid)) throw createRateLimitedError(RETRY_AFTER_S);
    onClose(reply.raw, () => downloads.release(uid));
    const file = await accessFile(options.read, { uid, now: options.now(), scope }, request.params.id);
    const type = canOpen(file) ? 'inline' : 'attachment';
    const headers = {
      'content-type': file.contentType,
      'content-disposition': create(file.fileName, { type }),
      'cache-control': `private, max-age=${FILE_MAX_AGE_S}`,
    };
    chargeSentBytes(request, reply, bytes => limits.charge('download_bytes', uid, bytes));
    const { storage } = options.files;
    const info = { size: file.size, modifiedAt: new Date(file.createdAt) };
    return sendStored(request, reply, { storage, key: file.key, info, headers });
  });
}

/** A huge picture would use up the memory of the browser. */
function canOpen({ contentType, size, width, height }: StoredFile): boolean {
  const picture = { contentType, size, width: width ?? 0, height: height ?? 0 };
  return isShownInline(contentType) && !(isPictureType(contentType) && isHugePicture(picture));
}

/** A player requests the rest of a file at each seek, and takes a part of it. */
function chargeSentBytes(
  { raw: { socket } }: FastifyRequest,
  { raw }: FastifyReply,
  charge: (bytes: number) => void,
): void {
  const before = countSentBytes(socket);
  raw.once('close', () => charge(countSentBytes(socket) - before));
}

async function receiveUpload(
  request: FastifyRequest,
  { files, limits }: FilesRouteOptions,
): Promise<unknown> {
  const { uid } = getSession(request).me;
  const upload = checkInput(FileUpload, request.query);
  const { 'content-length': length } = request.headers;
  limits.take('uploads', uid);
  const size = length === undefined ? undefined : Number(length);
  const file = await files.uploads.receive(uid, upload, request.raw, size);
  // A client that disconnected before the response cannot use the file: it has no id for it. The server reads the end of the
  // connection in the next turn of the event loop.
  await nextTurn();
  if (request.raw.socket.destroyed) await files.removal.discard(uid, file.id);
  return file;
}
