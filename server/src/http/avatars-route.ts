import { CommandError, FILE_MAX_AGE_S, Id } from '@snug/protocol';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import type { FileStorage } from '../files/storage.ts';
import { avatarKey } from '../profiles/avatar.ts';
import { sendStored } from './stored.ts';

/** `GET /avatars/<uid>/<version>.png`: a person's picture. Another one has another address. */
export function avatarsRoute(app: FastifyInstance, storage: FileStorage): void {
  app.get<{ Params: { uid: string; file: string } }>('/avatars/:uid/:file', async (request, reply) => {
    const { uid, file } = request.params;
    const [, version] = /^(\d{1,9})\.png$/.exec(file) ?? [];
    if (!v.is(Id, uid) || version === undefined) throw new CommandError('not_found');
    return sendStored(request, reply, storage.pathOf(avatarKey(uid, Number(version))), {
      'content-type': 'image/png',
      'cache-control': `public, max-age=${FILE_MAX_AGE_S}`,
    });
  });
}
