import { Readable } from 'node:stream';
import { CommandError } from '@snug/protocol';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FileStorage, StoredFileInfo } from '../files/storage/storage.ts';
import { parseRange } from './byte-range.ts';
import { failsPrecondition, isNotModified, matchesIfRange, type Version } from './preconditions.ts';

/** Even if a browser treats bytes as a page, they get no scripts, no requests, and an opaque origin. */
const SANDBOX_POLICY = "sandbox; default-src 'none'";

/** Prevents a browser from using its cache after the sign-out. */
const VARY_BY_COOKIE = { vary: 'Cookie' };

export interface StoredObject {
  storage: FileStorage;
  key: string;
  /** If it is known. Otherwise the storage is asked first. */
  info?: StoredFileInfo;
  headers: Record<string, string>;
}

/** Sends a stored object: whole, in part (`Range`), or 304 (`If-None-Match`). */
export async function sendStored(
  request: FastifyRequest,
  reply: FastifyReply,
  { storage, key, info, headers }: StoredObject,
): Promise<FastifyReply> {
  const found = info ?? (await storage.find(key));
  if (!found) throw new CommandError('not_found');
  const version = getVersion(found);
  if (failsPrecondition(request.headers, version)) return reply.code(412).send();
  const isSame = isNotModified(request.headers, version);
  const wanted = isSame || !matchesIfRange(request.headers, version) ? undefined : request.headers.range;
  const range = parseRange(wanted, found.size);
  if (range === 'none') return reply.code(416).header('content-range', `bytes */${found.size}`).send();
  const part = range ?? { start: 0, end: found.size - 1 };
  const size = part.end - part.start + 1;
  const isRead = !isSame && request.method !== 'HEAD' && size > 0;
  // With a known end, the stream needs no extra read to find it.
  const stream = isRead ? await storage.read(key, part) : Readable.from([]);
  if (!stream) throw new CommandError('not_found');
  reply.headers({
    'accept-ranges': 'bytes',
    'last-modified': new Date(version.modifiedAt).toUTCString(),
    etag: version.etag,
    ...headers,
    ...VARY_BY_COOKIE,
    'content-security-policy': SANDBOX_POLICY,
  });
  if (isSame) return reply.removeHeader('content-type').code(304).send(stream);
  if (range) reply.code(206).header('content-range', `bytes ${part.start}-${part.end}/${found.size}`);
  return reply.header('content-length', size).send(stream);
}

function getVersion({ size, modifiedAt }: StoredFileInfo): Version {
  const ms = modifiedAt.getTime();
  return {
    etag: `W/"${size.toString(16)}-${ms.toString(16)}"`,
    modifiedAt: Math.floor(ms / 1_000) * 1_000,
  };
}
