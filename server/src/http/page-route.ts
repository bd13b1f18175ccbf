import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommandError, INITIAL_STATE_ID, INVITE_STATE_ID } from '@snug/protocol';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { SessionAuthenticator } from '../account/session-authenticator.ts';
import type { Dispatch } from '../commands/dispatch.ts';
import type { Config } from '../config/config.ts';
import { networkAddress } from '../limits/network-address.ts';
import { readGuestSettings, readWorkspaceSettings } from '../workspace/settings/settings.ts';
import { createEndSignal } from './end-signal.ts';
import { type InitialStateOptions, readInitialState, renderStateElement } from './initial-state.ts';
import { type InviteStateOptions, readLinkState } from './invite-state.ts';
import { acceptsGzip, createPageCompressor } from './page-compression.ts';
import { PUBLIC_ROUTE } from './require-session.ts';

const PAGE = 'index.html';

/** An early request for the session: see web/vite.config.ts. */
const SESSION_PRELOAD = /<link [^>]*href="\/api\/auth\/get-session"[^>]*>/;

export interface PageRouteOptions extends InviteStateOptions {
  webFolder: string;
  sessions: SessionAuthenticator;
  dispatch: Dispatch;
  epoch: string;
  config: Pick<Config, 'fixed'>;
}

/** With a session it contains the initial state, so it is private. If the state cannot be read, it is the built page. */
export function pageRoute(app: FastifyInstance, options: PageRouteOptions): void {
  const [frame, end] = splitPage(readFileSync(join(options.webFolder, PAGE), 'utf8'));
  const compressed = createPageCompressor(frame);
  const pageBytes = Buffer.byteLength(frame + end);
  const sendWith = (element: string, request: FastifyRequest, reply: FastifyReply) => {
    const rest = element + end;
    reply.type('text/html; charset=utf-8').header('vary', 'accept-encoding');
    if (!acceptsGzip(request.headers['accept-encoding'])) return reply.send(frame + rest);
    return reply.header('content-encoding', 'gzip').send(compressed(rest));
  };
  const send = async (request: FastifyRequest, reply: FastifyReply, roomId?: string) => {
    const signal = createEndSignal(reply.raw);
    const state = await readPageState(request, { ...options, pageBytes, signal }, roomId).catch(
      (error: unknown) => {
        if (!(error instanceof CommandError)) request.log.error(error);
      },
    );
    if (!state) return reply.sendFile(PAGE);
    return sendWith(renderStateElement(INITIAL_STATE_ID, state), request, reply);
  };
  app.get('/signin', PUBLIC_ROUTE, async (request, reply) => {
    const state = await readLinkState(request, options);
    if (state === undefined) return reply.sendFile(PAGE);
    return sendWith(renderStateElement(INVITE_STATE_ID, state), request, reply);
  });
  app.get('/', PUBLIC_ROUTE, async (request, reply) => send(request, reply));
  app.get<{ Params: { roomId: string }; Querystring: { at?: string } }>(
    '/chat/:roomId',
    PUBLIC_ROUTE,
    // A link to a message opens at that message, which may be on another page of history.
    async (request, reply) => send(request, reply, request.query.at ? undefined : request.params.roomId),
  );
}

function splitPage(page: string): [frame: string, end: string] {
  const bare = page.replace(SESSION_PRELOAD, '');
  const at = bare.lastIndexOf('</body>');
  return [bare.slice(0, at), bare.slice(at)];
}

async function readPageState(
  { headers, ip }: FastifyRequest,
  { sessions, limits, ...core }: PageRouteOptions & Pick<InitialStateOptions, 'pageBytes' | 'signal'>,
  roomId: string | undefined,
) {
  if (!headers.cookie) return undefined;
  limits.take('downloads', networkAddress(ip));
  const session = await sessions.find(headers);
  if (!session) return undefined;
  const readSettings = session.me.guest ? readGuestSettings : readWorkspaceSettings;
  const workspace = await readSettings(core.read, core.config.fixed);
  return readInitialState({ ...core, workspace }, session, roomId);
}
