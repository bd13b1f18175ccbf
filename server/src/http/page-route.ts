import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommandError } from '@snug/protocol';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Sessions } from '../accounts/sessions.ts';
import type { Limits } from '../limits/limits.ts';
import { networkAddress } from '../limits/network-address.ts';
import type { Dispatch } from '../realtime/dispatch.ts';
import { OPEN } from './door.ts';
import { readInitialState, withInitialState } from './initial-state.ts';

const PAGE = 'index.html';

/** Asks early whose browser it is: web/vite.config.ts. */
const SESSION_PRELOAD = /<link [^>]*href="\/api\/auth\/get-session"[^>]*>/;

export interface PageRouteOptions {
  webFolder: string;
  sessions: Sessions;
  dispatch: Dispatch;
  epoch: string;
  limits: Limits;
}

/**
 * The page of the app, where rooms show: to who is signed in with what it would ask for first, and so for this person alone. To anyone
 * else, and where anything goes wrong with that, as it was built.
 */
export function pageRoute(app: FastifyInstance, options: PageRouteOptions): void {
  const page = readFileSync(join(options.webFolder, PAGE), 'utf8').replace(SESSION_PRELOAD, '');
  const send = async (request: FastifyRequest, reply: FastifyReply, roomId?: string) => {
    const state = await initialState(request, options, roomId).catch((error: unknown) => {
      if (!(error instanceof CommandError)) request.log.error(error);
    });
    if (!state) return reply.sendFile(PAGE);
    return reply.type('text/html; charset=utf-8').send(withInitialState(page, state));
  };
  app.get('/', OPEN, async (request, reply) => send(request, reply));
  app.get<{ Params: { roomId: string }; Querystring: { at?: string } }>(
    '/chat/:roomId',
    OPEN,
    // A link to a message opens where that is, which may be another page.
    async (request, reply) => send(request, reply, request.query.at ? undefined : request.params.roomId),
  );
}

async function initialState(
  { headers, ip }: FastifyRequest,
  { sessions, limits, ...core }: PageRouteOptions,
  roomId: string | undefined,
) {
  if (!headers.cookie) return undefined;
  limits.take('downloads', networkAddress(ip));
  const session = await sessions.find(headers);
  return session && readInitialState(core, session, roomId);
}
