import type { RoomAccess } from '../../chat/rooms/room-access-store.ts';

/** Members invite to an open room, unless its admins switched that off, and only admins to a private room. */
export function canInvite({ kind, role, archivedAt, membersInvite }: RoomAccess): boolean {
  if (kind === 'direct' || archivedAt !== null || role === null) return false;
  return role === 'admin' || (kind === 'open' && membersInvite !== 0);
}
