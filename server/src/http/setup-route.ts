import type { FastifyInstance } from 'fastify';
import type { SessionAuthenticator } from '../account/session-authenticator.ts';
import { networkAddress } from '../limits/network-address.ts';
import type { RateLimits } from '../limits/rate-limits.ts';
import { PUBLIC_ROUTE } from './require-session.ts';
import { setupCookie } from './setup-cookie.ts';

export interface SetupRouteOptions {
  origin: string;
  sessions: SessionAuthenticator;
  limits: RateLimits;
}

/**
 * `GET /setup/<code>` leads to the sign-in page, or to the question whether to become the workspace admin. It looks nothing up,
 * so it is the same for every code.
 */
export function setupRoute(app: FastifyInstance, { origin, sessions, limits }: SetupRouteOptions): void {
  app.get<{ Params: { code: string } }>('/setup/:code', PUBLIC_ROUTE, async (request, reply) => {
    limits.take('invites', networkAddress(request.ip));
    const { code } = request.params;
    if (await sessions.find(request.headers))
      return reply.redirect(`/admin?setup=${encodeURIComponent(code)}`, 302);
    setupCookie.set(reply, origin, code);
    return reply.redirect('/signin', 302);
  });
}
