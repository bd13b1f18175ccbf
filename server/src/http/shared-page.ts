import { createHash } from 'node:crypto';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptsEncoding } from './page-compression.ts';
import { isNotModified } from './preconditions.ts';

const TAG_LENGTH = 22;

export type SendPage = (request: FastifyRequest, reply: FastifyReply) => FastifyReply;

/** A page that is the same for everyone: compressed once, and sent from memory. */
export function createSharedPage(page: string): SendPage {
  const bytes = Buffer.from(page);
  const forms = [
    ['br', brotliCompressSync(bytes)],
    ['gzip', gzipSync(bytes)],
  ] as const;
  const etag = `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, TAG_LENGTH)}"`;
  const version = { etag, modifiedAt: Number.POSITIVE_INFINITY };
  return ({ headers }, reply) => {
    reply.headers({ 'cache-control': 'no-cache', vary: 'accept-encoding', etag });
    // A missing page stays one.
    if (reply.statusCode === 200 && isNotModified(headers, version)) return reply.code(304).send();
    const accepted = headers['accept-encoding'];
    const [encoding, body] = forms.find(([name]) => acceptsEncoding(accepted, name)) ?? [undefined, bytes];
    if (encoding !== undefined) reply.header('content-encoding', encoding);
    return reply.type('text/html; charset=utf-8').send(body);
  };
}
