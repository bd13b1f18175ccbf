import { CommandError } from '@snug/protocol';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Session, Sessions } from '../accounts/session-authenticator.ts';
import { networkAddress } from '../limits/network-address.ts';
import type { Limits } from '../limits/rate-limits.ts';
import { isSameSite } from './origin.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** `open`: for anyone, signed in or not. Whatever does not say so is for those who are signed in. */
    door?: 'open';
  }
  interface FastifyRequest {
    session: Session | undefined;
  }
}

export interface DoorOptions {
  sessions: Sessions;
  isOwnOrigin: (origin: string | undefined) => boolean;
  limits: Limits;
}

const READS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * What every request passes before its body is read. Throws `forbidden` for a change that a page of another site asks
 * for, and where the route is not open to anyone, `slow_down` and `signed_out`.
 */
export function guard(app: FastifyInstance, { sessions, isOwnOrigin, limits }: DoorOptions): void {
  app.decorateRequest('session', undefined);
  app.addHook('onRequest', async request => {
    if (!READS.has(request.method) && !isSameSite(request, isOwnOrigin)) throw new CommandError('forbidden');
    if (request.is404 || request.routeOptions.config.door === 'open') return;
    // Before the session is looked up, which is most of what a refusal costs.
    limits.take(READS.has(request.method) ? 'downloads' : 'requests', networkAddress(request.ip));
    request.session = await sessions.find(request.headers);
    sessionOf(request);
  });
}

/** The session that a request was let in with. Throws `signed_out` where there is none. */
export function sessionOf({ session }: FastifyRequest): Session {
  if (!session) throw new CommandError('signed_out');
  return session;
}

/** For a route that anyone may ask. */
export const OPEN = { config: { door: 'open' } } as const;
