import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Auth } from '../account/auth.ts';
import { getCookiePrefix, getOldCookiePrefix, serializeCookie } from '../account/cookies.ts';
import { readSessionToken } from '../account/session-cookie.ts';
import { ABSOLUTE_TIMEOUT_MS } from '../account/session-expiry.ts';

declare module 'fastify' {
  interface FastifyRequest {
    oldCookies: OldCookies | undefined;
  }
}

interface OldCookies {
  /** Without the prefix. */
  names: string[];
  /** The value of the session, if the browser does not have it under the new name. */
  session: string | undefined;
}

interface OldCookieOptions {
  auth: Pick<Auth, '$context'>;
  origin: string;
}

const SESSION = 'session_token';

/**
 * Until 0.4.0, the names of cookies had no port. This release also reads the old names, and a browser gets its session under
 * the new one. The old cookie stays until the session ends, for nodes of 0.4.0 and for a rollback.
 */
export function adoptOldCookies(app: FastifyInstance, options: OldCookieOptions): void {
  const oldPrefix = getOldCookiePrefix(options.origin);
  if (getCookiePrefix(options.origin) === oldPrefix) return;
  app.decorateRequest('oldCookies', undefined);
  app.addHook('onRequest', async request => {
    const header = request.headers.cookie;
    if (header?.includes(`${oldPrefix}.`)) await adopt(request, header, options);
  });
  app.addHook('onSend', async (request, reply) => {
    if (request.oldCookies) replace(reply, request.oldCookies, options.origin);
  });
}

/** Renames the cookies of the request. */
async function adopt(
  request: FastifyRequest,
  header: string,
  { auth, origin }: OldCookieOptions,
): Promise<void> {
  const [prefix, oldPrefix] = [`${getCookiePrefix(origin)}.`, `${getOldCookiePrefix(origin)}.`];
  const { secret } = await auth.$context;
  // Another Snug on this host may own the session.
  const isOwnSession = readSessionToken(header, oldPrefix + SESSION, secret) !== undefined;
  const pairs = header.split(';').map(pair => pair.trim());
  const names = new Set(pairs.map(getName));
  const old: OldCookies = { names: isOwnSession ? [SESSION] : [], session: undefined };
  const renamed = pairs.map(pair => {
    const name = getName(pair).slice(oldPrefix.length);
    const isOld = pair.startsWith(oldPrefix) && !names.has(prefix + name);
    if (!isOld || (name === SESSION && !isOwnSession)) return pair;
    names.add(prefix + name);
    if (name === SESSION) old.session = pair.slice(pair.indexOf('=') + 1);
    else old.names.push(name);
    return prefix + pair.slice(oldPrefix.length);
  });
  request.raw.headers.cookie = renamed.join('; ');
  request.oldCookies = old;
}

/** A cookie that the response sets or removes leaves nothing under its old name. */
function replace(reply: FastifyReply, { names, session }: OldCookies, origin: string): void {
  const prefix = `${getCookiePrefix(origin)}.`;
  const written = new Set([reply.getHeader('set-cookie') ?? []].flat().map(line => getName(String(line))));
  for (const name of names)
    if (written.has(prefix + name))
      reply.header('set-cookie', serializeCookie(origin, `${getOldCookiePrefix(origin)}.${name}`, '', 0));
  if (session === undefined || written.has(prefix + SESSION)) return;
  // A cache between must not give the session to others.
  if (String(reply.getHeader('cache-control')).includes('public')) return;
  reply.header('cache-control', 'no-store');
  reply.header('set-cookie', serializeCookie(origin, prefix + SESSION, session, ABSOLUTE_TIMEOUT_MS / 1000));
}

function getName(pair: string): string {
  return pair.slice(0, Math.max(0, pair.indexOf('=')));
}
