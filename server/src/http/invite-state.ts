import { CommandError, type InviteState, type SetupState } from '@snug/protocol';
import type { FastifyRequest } from 'fastify';
import type { Db } from '../db/schema.ts';
import { networkAddress } from '../limits/network-address.ts';
import type { RateLimits } from '../limits/rate-limits.ts';
import { readInviteRooms } from '../people/invites/invite-links.ts';
import { isLocalAvatar } from '../people/profiles/avatar.ts';
import { findCookieInvite, type InviteCookieOptions, inviteCookie } from './invite-cookie.ts';
import { findCookieSetup } from './setup-cookie.ts';

export interface InviteStateOptions extends InviteCookieOptions {
  read: Db;
  limits: RateLimits;
}

/** Undefined without an invitation. Null for one that is over. A setup link comes before an invitation. */
export async function readLinkState(
  request: FastifyRequest,
  options: InviteStateOptions,
): Promise<InviteState | SetupState | null | undefined> {
  const isSetup = (await findCookieSetup(request, options)) !== undefined;
  return isSetup ? { isSetup } : readInviteState(request, options);
}

async function readInviteState(
  request: FastifyRequest,
  options: InviteStateOptions,
): Promise<InviteState | null | undefined> {
  if (inviteCookie.read(request, options.origin) === '') return undefined;
  try {
    options.limits.take('invites', networkAddress(request.ip));
    const found = await findCookieInvite(request, options);
    if (!found) return null;
    const { inviter, usableRoomIds } = found;
    const [room] = await readInviteRooms(options.read, usableRoomIds);
    const hasAvatar = inviter.avatar !== undefined && isLocalAvatar(inviter.avatar);
    return { inviter: inviter.name, hasAvatar, ...(room && { room: { id: room.id, name: room.name } }) };
  } catch (error) {
    if (!(error instanceof CommandError)) request.log.error(error);
    return undefined;
  }
}
