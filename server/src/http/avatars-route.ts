import { CommandError, FILE_MAX_AGE_S, Id } from '@snug/protocol';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import type { FileStorage } from '../files/storage/storage.ts';
import { PROGRAM_ROUTE } from './require-session.ts';
import { sendStored } from './send-stored.ts';

/** Names with numbers come from earlier versions. */
const AVATAR_FILE_NAME = /^(?:[0-9a-f]{32}|\d{1,9}(?:-[0-9a-f]{32})?)\.png$/;

/** `GET /avatars/<uid>/<mark>.png`. A new avatar has a new URL. */
export function avatarsRoute(app: FastifyInstance, storage: FileStorage): void {
  app.get<{ Params: { uid: string; file: string } }>(
    '/avatars/:uid/:file',
    PROGRAM_ROUTE,
    async (request, reply) => {
      const { uid, file } = request.params;
      if (!v.is(Id, uid) || !AVATAR_FILE_NAME.test(file)) throw new CommandError('not_found');
      const headers = {
        'content-type': 'image/png',
        'cache-control': `private, max-age=${FILE_MAX_AGE_S}`,
      };
      return sendStored(request, reply, { storage, key: `avatars/${uid}/${file}`, headers });
    },
  );
}
