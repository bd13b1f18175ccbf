import { CommandError } from '@snug/protocol';
import type { FastifyInstance } from 'fastify';
import type { Db } from '../db/schema.ts';
import { isLogoPicture, type LogoPicture } from '../files/pictures.ts';
import { networkAddress } from '../limits/network-address.ts';
import type { RateLimits } from '../limits/rate-limits.ts';
import { findLogoPicture } from '../workspace/settings/logo.ts';
import { PUBLIC_ROUTE } from './require-session.ts';

const FILE_NAME = /^([a-z]{1,10}-\d{1,4})\.png$/;

/** `GET /logo/<token>/<picture>.png`. Public, because the page for signing in shows it. A new logo has new addresses. */
export function logoRoute(app: FastifyInstance, { read, limits }: { read: Db; limits: RateLimits }): void {
  app.get<{ Params: { token: string; file: string } }>(
    '/logo/:token/:file',
    PUBLIC_ROUTE,
    async ({ params: { token, file }, ip }, reply) => {
      limits.take('downloads', networkAddress(ip));
      const picture = FILE_NAME.exec(file)?.[1] ?? '';
      const bytes = isLogoPicture(picture) ? await findLogoPicture(read, token, picture) : undefined;
      if (!bytes) throw new CommandError('not_found');
      return reply
        .type('image/png')
        .header('cache-control', 'public, max-age=31536000, immutable')
        .send(bytes);
    },
  );
}

export function getLogoPath(token: string, picture: LogoPicture): string {
  return `/logo/${token}/${picture}.png`;
}
