import { INVITER_AVATAR_PATH } from '@snug/protocol';
import type { FastifyInstance } from 'fastify';
import type { SessionAuthenticator } from '../account/session-authenticator.ts';
import type { FileStorage } from '../files/storage/storage.ts';
import { networkAddress } from '../limits/network-address.ts';
import type { RateLimits } from '../limits/rate-limits.ts';
import { isLocalAvatar } from '../people/profiles/avatar.ts';
import { findCookieInvite, type InviteCookieOptions, inviteCookie } from './invite-cookie.ts';
import { PUBLIC_ROUTE } from './require-session.ts';
import { sendStored } from './send-stored.ts';

export interface InviteRouteOptions extends InviteCookieOptions {
  sessions: SessionAuthenticator;
  limits: RateLimits;
  storage: FileStorage;
}

/**
 * `GET /invite/<code>` leads to the sign-in page, or to the question whether to join. It looks nothing up, so it is the same for
 * every code.
 */
export function inviteRoute(app: FastifyInstance, options: InviteRouteOptions): void {
  const { origin, sessions, limits, storage } = options;
  app.get<{ Params: { code: string } }>('/invite/:code', PUBLIC_ROUTE, async (request, reply) => {
    limits.take('invites', networkAddress(request.ip));
    const { code } = request.params;
    if (await sessions.find(request.headers))
      return reply.redirect(`/?invite=${encodeURIComponent(code)}`, 302);
    inviteCookie.set(reply, origin, code);
    return reply.redirect('/signin', 302);
  });

  // Other pictures need a session.
  app.get(INVITER_AVATAR_PATH, PUBLIC_ROUTE, async (request, reply) => {
    limits.take('invites', networkAddress(request.ip));
    const avatar = (await findCookieInvite(request, options))?.inviter.avatar;
    if (!avatar || !isLocalAvatar(avatar)) return reply.code(204).send();
    const headers = { 'content-type': 'image/png', 'cache-control': 'no-store' };
    return sendStored(request, reply, { storage, key: avatar.slice(1), headers });
  });
}
