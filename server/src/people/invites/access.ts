import { CommandError, type Person } from '@snug/protocol';
import { requireFound } from '../../base/require-found.ts';
import { accessRooms, canModerate, mayInvite } from '../../chat/rooms/access.ts';
import type { Actor } from '../../db/mutation.ts';
import type { Db } from '../../db/schema.ts';
import { hasWorkspaceRights } from '../../workspace/access.ts';
import { isSuspended } from '../../workspace/suspension-store.ts';
import { findMembership } from '../members/member-store.ts';
import { findActivePerson } from '../profiles/person.ts';
import { findInvite, hasUsed, isActive, type StoredInvite } from './invite-store.ts';

/** An active invitation. `usableRoomIds`: those of its rooms to which it still leads this person. */
export interface UsableInvite extends StoredInvite {
  inviter: Person;
  usableRoomIds: string[];
}

/**
 * Without the rooms to which the creator may no longer invite, and those from which the person is banned. Throws `not_found` if
 * the invitation is over, or if none of its rooms is left. A person who has used it can repeat that after the last use. `uid`:
 * undefined for a person without an account.
 */
export async function accessInvite(
  db: Db,
  { uid, now }: { uid?: string | undefined; now: number },
  id: string,
): Promise<UsableInvite> {
  const invite = requireFound(await findInvite(db, id));
  const inviter = requireFound(await findActivePerson(db, invite.createdBy));
  if (await isSuspended(db, invite.createdBy)) throw new CommandError('not_found');
  const isUsed = uid !== undefined && (await hasUsed(db, id, uid));
  if (!isActive(isUsed ? { ...invite, uses: 0 } : invite, now)) throw new CommandError('not_found');
  const rooms = await accessRooms(db, { uid: invite.createdBy, now }, invite.roomIds);
  const usableRoomIds: string[] = [];
  for (const roomId of invite.roomIds) {
    const access = rooms.get(roomId);
    const isOut =
      !access ||
      !(await mayInvite(db, { uid: invite.createdBy }, access)) ||
      (uid !== undefined && (await isBanned(db, { uid, now }, roomId)));
    if (!isOut) usableRoomIds.push(roomId);
  }
  if (invite.roomIds.length > 0 && usableRoomIds.length === 0) throw new CommandError('not_found');
  return { ...invite, inviter, usableRoomIds };
}

/** Only invitations of guests lead guests anywhere. Throws `forbidden`. */
export function assertIsFor({ guest }: StoredInvite, isGuest: boolean): void {
  if (isGuest && guest === null) throw new CommandError('forbidden', 'This link is for members.');
}

async function isBanned(db: Db, { uid, now }: Actor, roomId: string): Promise<boolean> {
  const { bannedUntil } = await findMembership(db, roomId, uid);
  return bannedUntil !== null && bannedUntil > now;
}

/** For its creator, those who moderate one of its rooms, and workspace admins. Also returns invitations that are over. Throws `not_found`. */
export async function accessInviteAsManager(db: Db, actor: Actor, id: string): Promise<StoredInvite> {
  const { uid } = actor;
  const invite = requireFound(await findInvite(db, id));
  if (invite.createdBy === uid || (await hasWorkspaceRights(db, actor))) return invite;
  const rooms = await accessRooms(db, actor, invite.roomIds);
  for (const access of rooms.values()) if (await canModerate(db, actor, access)) return invite;
  throw new CommandError('not_found');
}
