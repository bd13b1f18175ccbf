import { CommandError } from '@snug/protocol';
import { fromNodeHeaders } from 'better-auth/node';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Auth } from '../accounts/auth.ts';
import { throwQueryFailure } from '../accounts/auth-dialect.ts';
import { PasswordHashQueue } from '../accounts/password-hash-queue.ts';
import { networkAddress } from '../limits/network-address.ts';
import type { RateLimits } from '../limits/rate-limits.ts';
import type { LimitName } from '../limits/rates.ts';
import { POPUP_OPENER_POLICY } from './headers.ts';
import { type InvitedSignInOptions, runWithInvite } from './invited-sign-in.ts';
import { PUBLIC_ROUTE } from './require-session.ts';

const MAX_BODY_BYTES = 16 * 1024;

/** With their limits per network address. Snug does not need the library's other routes, and an update may add some. */
const LIMIT_BY_PATH: Record<'GET' | 'POST', Record<string, LimitName>> = {
  GET: { 'get-session': 'accounts' },
  POST: {
    'sign-in/email': 'sign_in',
    'sign-up/email': 'sign_up',
    'sign-in/social': 'provider_sign_in',
    'link-social': 'provider_sign_in',
    'sign-out': 'accounts',
  },
};

const MAX_EMAIL_LENGTH = 254;

/** Most nesting of a body: enough for every request, and too little to overflow the stack. */
const MAX_DEPTH = 5;

export interface AuthRouteOptions extends InvitedSignInOptions {
  auth: Auth;
  isOwnOrigin: (origin: string) => boolean;
  limits: RateLimits;
}

const SIGNED_IN_PATHS: readonly string[] = ['link-social'];

// A session's token belongs in an HttpOnly cookie, so responses that scripts can read must not contain it.
function removeTokens(body: string): string {
  if (body === '') return body;
  return JSON.stringify(JSON.parse(body, (key, value: unknown) => (key === 'token' ? undefined : value)));
}

const HASHING_PATHS: readonly string[] = ['sign-in/email', 'sign-up/email'];

/** The accounts library's routes under `/api/auth/`. The library checks the origin itself. */
export function authRoute(app: FastifyInstance, options: AuthRouteOptions): void {
  const hashes = new PasswordHashQueue(options.limits.isEnabled);
  for (const [method, paths] of Object.entries(LIMIT_BY_PATH)) {
    for (const [path, limit] of Object.entries(paths)) {
      app.route({
        method,
        url: `/api/auth/${path}`,
        bodyLimit: MAX_BODY_BYTES,
        ...(!SIGNED_IN_PATHS.includes(path) && PUBLIC_ROUTE),
        handler: async (request, reply) => {
          const address = networkAddress(request.ip);
          await options.limits.takeShared(limit, address);
          assertEmailLength(request.body);
          const handle = path === 'sign-in/email' ? signInByPassword : callAuthLibrary;
          const work = () => throwQueryFailure(() => handle(request, options));
          const response = await (HASHING_PATHS.includes(path)
            ? runWithInvite(request, reply, options, () =>
                hashes.run(address, readAccountKey(request.body), work),
              )
            : work());
          copyHeaders(response, reply);
          if (path === 'sign-out' && response.ok) reply.header('clear-site-data', '"cache"');
          // The response deletes the cookie of an expired session. It would also delete the cookie of a concurrent sign-in.
          if (path === 'get-session') reply.removeHeader('set-cookie');
          return reply.send(removeTokens(await response.text()));
        },
      });
    }
  }
  callbackRoute(app, options);
}

function callbackRoute(app: FastifyInstance, options: AuthRouteOptions): void {
  // A person sees this window, so errors lead to a page instead of JSON.
  const failed = (reply: FastifyReply, error: string) =>
    reply.redirect(`${options.origin}/linking.html?error=${error}`, 302);
  app.get('/api/auth/callback/:provider', PUBLIC_ROUTE, async (request, reply) => {
    reply.header('cross-origin-opener-policy', POPUP_OPENER_POLICY);
    try {
      await options.limits.takeShared('provider_sign_in', networkAddress(request.ip));
    } catch (error) {
      if (error instanceof CommandError) return failed(reply, error.code);
      throw error;
    }
    const response = await runWithInvite(request, reply, options, () => callAuthLibrary(request, options));
    copyHeaders(response, reply);
    // The library validates a URL before it parses and rebuilds it, which can change it.
    const end = new URL(response.headers.get('location') ?? '', options.origin);
    return response.status < 400 && options.isOwnOrigin(end.origin) ? reply.send() : failed(reply, 'failed');
  });
}

/** Counts before the result is known: otherwise a hundred parallel guesses would count as one. */
async function signInByPassword(request: FastifyRequest, options: AuthRouteOptions): Promise<Response> {
  const account = readAccountKey(request.body);
  if (account !== undefined) await options.limits.takeShared('sign_in_failures', account);
  const response = await callAuthLibrary(request, options);
  if (account !== undefined && response.ok) await options.limits.resetShared('sign_in_failures', account);
  return response;
}

/** Throws `invalid_input` for an e-mail address above the maximum length (RFC 5321, 4.5.3.1.3). */
function assertEmailLength(body: unknown): void {
  if ((readEmail(body)?.length ?? 0) > MAX_EMAIL_LENGTH)
    throw new CommandError(
      'invalid_input',
      `The e-mail address must be at most ${MAX_EMAIL_LENGTH} characters`,
    );
}

/** Normalized like in the library, so that other spellings do not get limits of their own. */
function readAccountKey(body: unknown): string | undefined {
  return readEmail(body)?.toLowerCase();
}

function readEmail(body: unknown): string | undefined {
  const { email } = (body ?? {}) as { email?: unknown };
  return typeof email === 'string' ? email : undefined;
}

async function callAuthLibrary(
  request: FastifyRequest,
  { auth, origin }: AuthRouteOptions,
): Promise<Response> {
  if (isDeeperThan(request.body, MAX_DEPTH)) throw new CommandError('invalid_input');
  const headers = fromNodeHeaders(request.headers);
  // The only trustworthy address for the library to store with a session: clients can forge forwarded ones.
  headers.set('x-forwarded-for', request.ip);
  return auth.handler(
    new Request(new URL(request.url, origin), {
      method: request.method,
      headers,
      ...(request.body !== undefined && { body: JSON.stringify(request.body) }),
    }),
  );
}

function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some(inner => isDeeperThan(inner, levels - 1));
}

function copyHeaders(response: Response, reply: FastifyReply): void {
  reply.code(response.status);
  for (const [name, value] of response.headers) if (name !== 'set-cookie') reply.header(name, value);
  for (const cookie of response.headers.getSetCookie()) reply.header('set-cookie', cookie);
  reply.header('cache-control', 'no-store');
}
