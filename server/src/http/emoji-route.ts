import { CommandError } from '@snug/protocol';
import type { FastifyInstance } from 'fastify';
import { findPicture } from '../chat/emoji/emoji-pictures.ts';
import type { Db } from '../db/schema.ts';
import { PROGRAM_ROUTE } from './require-session.ts';

const FILE_NAME = /^([0-9a-f]{32})(-still)?\.webp$/;
/** Longer than deleted pictures can be restored. */
const MAX_AGE_S = 31_536_000;

/** `GET /emoji/<picture>.webp` and `-still.webp`. The bytes of an address never change. */
export function emojiRoute(app: FastifyInstance, read: Db): void {
  app.get<{ Params: { file: string } }>('/emoji/:file', PROGRAM_ROUTE, async ({ params }, reply) => {
    const [, picture = '', still] = FILE_NAME.exec(params.file) ?? [];
    const bytes = picture === '' ? undefined : await findPicture(read, picture, still !== undefined);
    if (!bytes) throw new CommandError('not_found');
    return reply
      .type('image/webp')
      .header('cache-control', `private, max-age=${MAX_AGE_S}, immutable`)
      .send(bytes);
  });
}
