import { basename, dirname } from 'node:path';
import { send } from '@fastify/send';
import { CommandError } from '@snug/protocol';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Even where a browser takes bytes for a page: no scripts, no requests, and an origin of its own. */
const NOTHING_RUNS = "sandbox; default-src 'none'";

/** After signing out, a browser must not take it from its cache. */
const OF_THIS_SESSION = { vary: 'Cookie' };

/** Answers with a stored object: whole, in part (`Range`), or that it is as before (`If-None-Match`). */
export async function sendStored(
  request: FastifyRequest,
  reply: FastifyReply,
  path: string,
  headers: Record<string, string>,
): Promise<FastifyReply> {
  const found = await send(request.raw, encodeURIComponent(basename(path)), {
    root: dirname(path),
    index: false,
    cacheControl: false,
    contentType: false,
  });
  if (found.type === 'file') {
    reply.headers({
      ...found.headers,
      ...headers,
      ...OF_THIS_SESSION,
      'content-security-policy': NOTHING_RUNS,
    });
    if (found.statusCode === 304) reply.removeHeader('content-type');
    return reply.code(found.statusCode).send(found.stream);
  }
  found.stream.destroy();
  const range = found.headers['Content-Range'];
  if (!range && found.statusCode !== 412) throw new CommandError('not_found');
  if (range) reply.header('content-range', range);
  return reply.code(found.statusCode).send();
}
