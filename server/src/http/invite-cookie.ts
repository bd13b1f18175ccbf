import { CommandError } from '@snug/protocol';
import type { FastifyRequest } from 'fastify';
import { networkAddress } from '../limits/network-address.ts';
import type { UsableInvite } from '../people/invites/access.ts';
import type { InviteLinks } from '../people/invites/invite-links.ts';
import { LinkCookie } from './link-cookie.ts';

export interface InviteCookieOptions {
  origin: string;
  inviteLinks: Pick<InviteLinks, 'find'>;
}

export const inviteCookie = new LinkCookie('invite');

/** Undefined without a cookie, or if its invitation is over. Throws `rate_limited`. */
export async function findCookieInvite(
  request: FastifyRequest,
  { origin, inviteLinks }: InviteCookieOptions,
): Promise<UsableInvite | undefined> {
  const code = inviteCookie.read(request, origin);
  if (code === '') return undefined;
  try {
    return await inviteLinks.find(code, networkAddress(request.ip));
  } catch (error) {
    if (error instanceof CommandError && error.code === 'not_found') return undefined;
    throw error;
  }
}
