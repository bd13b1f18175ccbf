import { CommandError } from '@snug/protocol';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Session, SessionAuthenticator } from '../accounts/session-authenticator.ts';
import { networkAddress } from '../limits/network-address.ts';
import type { RateLimits } from '../limits/rate-limits.ts';
import { isSameSite } from './origin.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** `open`: for anyone, signed in or not. Whatever does not say so is for those who are signed in. */
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

/**
 * What every request passes before its body is read. Throws `forbidden` for a change that a page of another site asks
 * for, and where the route is not open to anyone, `rate_limited` and `unauthenticated`.
 */
export function requireSession(
  app: FastifyInstance,
  { sessions, isOwnOrigin, limits }: RequireSessionOptions,
): void {
  app.decorateRequest('session', undefined);
  app.addHook('onRequest', async request => {
    if (!SAFE_METHODS.has(request.method) && !isSameSite(request, isOwnOrigin))
      throw new CommandError('forbidden');
    if (request.is404 || request.routeOptions.config.auth === 'public') return;
    // Before the session is looked up, which is most of what a refusal costs.
    limits.take(SAFE_METHODS.has(request.method) ? 'downloads' : 'requests', networkAddress(request.ip));
    request.session = await sessions.find(request.headers);
    getSession(request);
  });
}

/** The session that a request was let in with. Throws `unauthenticated` where there is none. */
export function getSession({ session }: FastifyRequest): Session {
  if (!session) throw new CommandError('unauthenticated');
  return session;
}

/** For a route that anyone may ask. */
export const PUBLIC_ROUTE = { config: { auth: 'public' } } as const;
