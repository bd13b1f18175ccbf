import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CommandError, INITIAL_STATE_ID, INVITE_STATE_ID, LOOK_HEADER } from '@snug/protocol';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { SessionAuthenticator } from '../account/session-authenticator.ts';
import { readInitialEmoji } from '../chat/emoji/emoji-list.ts';
import type { Dispatch } from '../commands/dispatch.ts';
import type { Config } from '../config/config.ts';
import { networkAddress } from '../limits/network-address.ts';
import {
  type Look,
  readGuestSettings,
  readLook,
  readWorkspaceSettings,
} from '../workspace/settings/settings.ts';
import { createEndSignal } from './end-signal.ts';
import { type InitialStateOptions, readInitialState, renderStateElement } from './initial-state.ts';
import { type InviteStateOptions, readLinkState } from './invite-state.ts';
import { acceptsEncoding, createPageCompressor } from './page-compression.ts';
import { applyLook, applyLookToManifest, isDefaultLook, SNUG_NAME } from './page-look.ts';
import { PUBLIC_ROUTE } from './require-session.ts';
import { createSharedPage, type SendPage } from './shared-page.ts';

const PAGE = 'index.html';
const MANIFEST = 'manifest.webmanifest';

/** An early request for the session: see web/vite.config.ts. */
const SESSION_PRELOAD = /<link [^>]*href="\/api\/auth\/get-session"[^>]*>/;

export interface PageRouteOptions extends InviteStateOptions {
  webFolder: string;
  sessions: SessionAuthenticator;
  dispatch: Dispatch;
  epoch: string;
  isSearchOff: boolean;
  isPushOff: boolean;
  config: Pick<Config, 'fixed'>;
}

/**
 * The page, with the look of the workspace. With a session it also contains the initial state, so it is private. Without state, such as beyond
 * the limit of pages, it is the same for everyone.
 */
export function pageRoute(app: FastifyInstance, options: PageRouteOptions): PageSender {
  const pages = createPages(readFileSync(join(options.webFolder, PAGE), 'utf8'));
  const readPageLook = (request: FastifyRequest) =>
    readLook(options.read, options.config.fixed).catch((error: unknown) => {
      request.log.error(error);
      return { name: SNUG_NAME };
    });
  const readPages = async (request: FastifyRequest, reply: FastifyReply) => {
    const read = pages(await readPageLook(request));
    if (read.mark !== undefined) reply.header(LOOK_HEADER, read.mark);
    return read;
  };
  const sendPlain: PageSender = async (request, reply) =>
    (await readPages(request, reply)).sendPlain(request, reply);
  const send = async (request: FastifyRequest, reply: FastifyReply, roomId?: string) => {
    const { bare, sendPlain: sendShared } = await readPages(request, reply);
    if (!request.headers.cookie) return sendShared(request, reply);
    const signal = createEndSignal(reply.raw);
    const state = await readPageState(request, { ...options, pageBytes: bare.bytes, signal }, roomId).catch(
      (error: unknown) => {
        if (!(error instanceof CommandError)) request.log.error(error);
      },
    );
    if (!state) return sendShared(request, reply);
    return sendWith(renderStateElement(INITIAL_STATE_ID, state), bare, request, reply);
  };
  app.get('/signin', PUBLIC_ROUTE, async (request, reply) => {
    const state = await readLinkState(request, options);
    if (state === undefined) return sendPlain(request, reply);
    const { bare } = pages(await readPageLook(request));
    return sendWith(renderStateElement(INVITE_STATE_ID, state), bare, request, reply);
  });
  app.get('/', PUBLIC_ROUTE, async (request, reply) => send(request, reply));
  // The service worker keeps this one for the time without a connection.
  app.get(`/${PAGE}`, PUBLIC_ROUTE, async (request, reply) => sendPlain(request, reply));
  app.get<{ Params: { roomId: string }; Querystring: { at?: string } }>(
    '/chat/:roomId',
    PUBLIC_ROUTE,
    // A link to a message opens at that message, which may be on another page of history.
    async (request, reply) => send(request, reply, request.query.at ? undefined : request.params.roomId),
  );
  app.get(`/${MANIFEST}`, PUBLIC_ROUTE, async (request, reply) => {
    const look = await readPageLook(request);
    if (isDefaultLook(look)) return reply.sendFile(MANIFEST);
    const built = await readFile(join(options.webFolder, MANIFEST), 'utf8');
    reply.type('application/manifest+json').header('cache-control', 'no-cache');
    return reply.send(JSON.stringify(applyLookToManifest(built, look)));
  });
  return sendPlain;
}

/** Sends the page without data of a person. */
export type PageSender = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

function sendWith(
  element: string,
  page: Page,
  { headers }: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const rest = element + page.end;
  reply.type('text/html; charset=utf-8').header('vary', 'accept-encoding');
  if (!acceptsEncoding(headers['accept-encoding'], 'gzip')) return reply.send(page.frame + rest);
  return reply.header('content-encoding', 'gzip').send(page.compress(rest));
}

/** The page up to the end of its content, and the rest. */
interface Page {
  frame: string;
  end: string;
  bytes: number;
  compress: (rest: string) => Buffer;
}

interface Pages {
  sendPlain: SendPage;
  /** Without an early request for the session, which the state of the page answers. */
  bare: Page;
  /** Of the look, if it is not the one of the build. Otherwise the service worker's copy of the page is as good. */
  mark: string | undefined;
}

/** Keeps the pages of the last look. */
function createPages(built: string): (look: Look) => Pages {
  let last: { key: string; pages: Pages } | undefined;
  return look => {
    const key = JSON.stringify(look);
    if (last?.key === key) return last.pages;
    const page = isDefaultLook(look) ? built : applyLook(built, look);
    const mark = isDefaultLook(look)
      ? undefined
      : createHash('sha256').update(key).digest('hex').slice(0, 16);
    const bare = splitPage(page.replace(SESSION_PRELOAD, ''));
    const pages = { sendPlain: createSharedPage(page), bare, mark };
    last = { key, pages };
    return pages;
  };
}

function splitPage(page: string): Page {
  const at = page.lastIndexOf('</body>');
  const frame = page.slice(0, at);
  const bytes = Buffer.byteLength(page);
  return { frame, end: page.slice(at), bytes, compress: createPageCompressor(frame) };
}

async function readPageState(
  { headers, ip }: FastifyRequest,
  { sessions, limits, ...core }: PageRouteOptions & Pick<InitialStateOptions, 'pageBytes' | 'signal'>,
  roomId: string | undefined,
) {
  limits.take('downloads', networkAddress(ip));
  const session = await sessions.find(headers);
  if (!session) return undefined;
  limits.take('pages', session.me.uid);
  const readSettings = session.me.guest ? readGuestSettings : readWorkspaceSettings;
  const workspace = await readSettings(core.read, core.config.fixed);
  const readEmoji = (names: readonly string[]) => readInitialEmoji(core.read, names);
  return readInitialState({ ...core, workspace, readEmoji }, session, roomId);
}
