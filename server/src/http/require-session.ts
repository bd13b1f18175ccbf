import { CommandError } from '@snug/protocol';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Session, SessionAuthenticator } from '../accounts/session-authenticator.ts';
import { networkAddress } from '../limits/network-address.ts';
import type { RateLimits } from '../limits/rate-limits.ts';
import { isSameSite } from './origin.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    auth?: 'public';
  }
  interface FastifyRequest {
    session: Session | undefined;
  }
}

export interface RequireSessionOptions {
  sessions: SessionAuthenticator;
  isOwnOrigin: (origin: string | undefined) => boolean;
  limits: RateLimits;
}

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Runs before the body is read. Throws `forbidden` for a cross-site change, `rate_limited` and `unauthenticated`. */
export function requireSession(
  app: FastifyInstance,
  { sessions, isOwnOrigin, limits }: RequireSessionOptions,
): void {
  app.decorateRequest('session', undefined);
  app.addHook('onRequest', async request => {
    if (!SAFE_METHODS.has(request.method) && !isSameSite(request, isOwnOrigin))
      throw new CommandError('forbidden');
    if (request.is404 || request.routeOptions.config.auth === 'public') return;
    // Before the session lookup, which is most of the cost of a rejection.
    limits.take(SAFE_METHODS.has(request.method) ? 'downloads' : 'requests', networkAddress(request.ip));
    request.session = await sessions.find(request.headers);
    getSession(request);
  });
}

/** The session of the request. Throws `unauthenticated` if there is none. */
export function getSession({ session }: FastifyRequest): Session {
  if (!session) throw new CommandError('unauthenticated');
  return session;
}

export const PUBLIC_ROUTE = { config: { auth: 'public' } } as const;
