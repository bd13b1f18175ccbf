import type { Readable } from 'node:stream';
import { CommandError, Id, isTimeZone } from '@snug/protocol';
import { create } from 'content-disposition';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { getSafeName } from '../account/export/entry-names.ts';
import type { RequestAuthenticator } from '../account/request-authenticator.ts';
import { newId } from '../base/ids.ts';
import { RELEASE } from '../base/release.ts';
import { requireFound } from '../base/require-found.ts';
import { accessRoomAsModerator } from '../chat/rooms/access.ts';
import { findRoom } from '../chat/rooms/room-rows.ts';
import type { FileServices } from '../commands/file-services.ts';
import type { Actor } from '../db/mutation.ts';
import type { Db } from '../db/schema.ts';
import type { MutationWriter } from '../db/writer.ts';
import { accessAllOpenRooms, countOpenRooms } from '../export/open-rooms.ts';
import type { EXPORT_MUTATIONS } from '../export/record-export.ts';
import { createRoomPages } from '../export/room-page/room-page-entries.ts';
import { readRoomForPages } from '../export/room-page/room-page-source.ts';
import { readDatabase } from '../export/rows/read-database.ts';
import { createExportStream } from '../export/write/write-export.ts';
import { ConcurrencyLimit } from '../limits/concurrency-limit.ts';
import { createRateLimitedError, type RateLimits } from '../limits/rate-limits.ts';
import { onClose } from './on-close.ts';
import type { OriginCheck } from './origin-check.ts';
import { getSession } from './require-session.ts';

export interface ExportRouteOptions {
  read: Db;
  epoch: string;
  writer: MutationWriter<typeof EXPORT_MUTATIONS>;
  files: Pick<FileServices, 'storage'>;
  now: () => number;
  callers: RequestAuthenticator;
  limits: RateLimits;
  origins: Pick<OriginCheck, 'assertSameSite'>;
}

/** Of one person. */
const MAX_EXPORTS = 1;
const RETRY_AFTER_S = 60;

type Confirm = () => Promise<void>;

/**
 * `GET /api/rooms/<id>/export` is a room as pages for its admins, `GET /api/workspace/export` all open rooms in the format of
 * docs/export-format.md for workspace admins. `timeZone`: an IANA name, by default UTC. A response breaks off after access has ended.
 */
export function exportRoute(app: FastifyInstance, options: ExportRouteOptions): void {
  const { read, writer, files, now } = options;
  const beginExport = createAdmission(options);

  app.get<{ Params: { roomId: string }; Querystring: { timeZone?: unknown } }>(
    '/api/rooms/:roomId/export',
    { exposeHeadRoute: false },
    async (request, reply) => {
      const { roomId } = request.params;
      const { timeZone = 'UTC' } = request.query;
      if (!v.is(Id, roomId)) throw new CommandError('not_found');
      if (typeof timeZone !== 'string' || !isTimeZone(timeZone))
        throw new CommandError('invalid_input', 'timeZone must be an IANA name');
      const access = async (actor: Actor) => void (await accessRoomAsModerator(read, actor, roomId));
      const { caller, confirm } = await beginExport(request, reply, access);
      const room = requireFound(await findRoom(read, roomId));
      await writer.write('record_room_export', caller, { roomId, messageId: newId(), format: 'page' });
      const source = readRoomForPages(read, files.storage, room);
      return sendZip(reply, room.name, now(), createRoomPages({ source, now: now(), timeZone, confirm }));
    },
  );

  app.get('/api/workspace/export', { exposeHeadRoute: false }, async (request, reply) => {
    const access = (actor: Actor) => accessAllOpenRooms(read, actor);
    const { caller, confirm } = await beginExport(request, reply, access);
    const rooms = await countOpenRooms(read);
    await writer.write('record_open_export', caller, { format: 'snug', rooms });
    const source = readDatabase(read, files.storage, { openOnly: true, withoutEmails: true });
    const facts = { snug: RELEASE, instance: options.epoch, createdAt: new Date(now()).toISOString() };
    const asked = { ...facts, options: { openOnly: true as const } };
    return sendZip(
      reply,
      'snug-export',
      now(),
      createExportStream({ source, facts: asked, onProgress: confirm }),
    );
  });
}

/** Checks access and limits before an export begins, and later whether the access goes on. */
function createAdmission({ callers, limits, origins, now }: ExportRouteOptions) {
  const running = new ConcurrencyLimit(MAX_EXPORTS);
  return async (
    request: FastifyRequest,
    reply: FastifyReply,
    access: (actor: Actor) => Promise<void>,
  ): Promise<{ caller: { uid: string; sessionId: string }; confirm: Confirm }> => {
    const { id, me } = getSession(request);
    const { uid } = me;
    // A link on another site could use up the person's exports.
    origins.assertSameSite(request);
    await access({ uid, now: now() });
    if (!running.acquire(uid)) throw createRateLimitedError(RETRY_AFTER_S);
    onClose(reply.raw, () => running.release(uid));
    limits.take('room_exports', uid);
    const confirm = async () => {
      if ((await callers.find(request.headers))?.id !== id) throw new CommandError('unauthenticated');
      await access({ uid, now: now() });
    };
    return { caller: { uid, sessionId: id }, confirm };
  };
}

function sendZip(reply: FastifyReply, name: string, now: number, content: Readable): FastifyReply {
  const day = new Date(now).toISOString().slice(0, 10);
  return reply
    .headers({
      'content-type': 'application/zip',
      'content-disposition': create(`${getSafeName(name) || 'room'} ${day}.zip`),
      'cache-control': 'no-store',
    })
    .send(content);
}
