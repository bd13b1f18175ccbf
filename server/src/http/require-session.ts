import { CommandError } from '@snug/protocol';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { RequestAuthenticator } from '../account/request-authenticator.ts';
import type { Session } from '../account/session-authenticator.ts';
import { networkAddress } from '../limits/network-address.ts';
import type { RateLimits } from '../limits/rate-limits.ts';
import { readBearer } from '../programs/tokens/bearer.ts';
import type { OriginCheck } from './origin-check.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** `program`: also for access tokens. By default, only for sessions. */
    auth?: 'public' | 'program';
  }
  interface FastifyRequest {
    session: Session | undefined;
  }
}

export interface RequireSessionOptions {
  callers: RequestAuthenticator;
  origins: Pick<OriginCheck, 'assertSameSite'>;
  limits: RateLimits;
}

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Runs before the body is read. Throws `forbidden` or `wrong_origin` for a cross-site change, `rate_limited` and `unauthenticated`. */
export function requireSession(
  app: FastifyInstance,
  { callers, origins, limits }: RequireSessionOptions,
): void {
  app.decorateRequest('session', undefined);
  app.addHook('onRequest', async request => {
    const { auth } = request.routeOptions.config;
    // Foreign pages cannot send an access token. Without a session, the token is not the credential of the request.
    const isChecked = auth === 'public' || readBearer(request.headers) === undefined;
    if (isChecked && !SAFE_METHODS.has(request.method)) origins.assertSameSite(request);
    if (request.is404 || auth === 'public') return;
    // Before the session lookup, which is most of the cost of a rejection.
    limits.take(SAFE_METHODS.has(request.method) ? 'downloads' : 'requests', networkAddress(request.ip));
    request.session = await callers.find(request.headers);
    if (getSession(request).scope && auth !== 'program') throw new CommandError('forbidden');
  });
}

/** The session of the request. Throws `unauthenticated` if there is none. */
export function getSession({ session }: FastifyRequest): Session {
  if (!session) throw new CommandError('unauthenticated');
  return session;
}

export const PUBLIC_ROUTE = { config: { auth: 'public' } } as const;
export const PROGRAM_ROUTE = { config: { auth: 'program' } } as const;
