import type { Room } from '@snug/protocol';

/** The server checks also whether the person is a member of an open room. */
export function canInvite({ kind, archivedAt, membersInvite }: Room, isAdmin: boolean): boolean {
  if (kind === 'direct' || archivedAt !== undefined) return false;
  return isAdmin || (kind === undefined && membersInvite !== false);
}
