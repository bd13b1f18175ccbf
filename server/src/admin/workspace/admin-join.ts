import { postNotice } from '../../chat/messages/messages.ts';
import { accessRoomAsOperator } from '../../chat/rooms/access.ts';
import type { Mutation } from '../../db/mutation.ts';
import { changeMembership } from '../../people/members/change-membership.ts';
import { findMembership, NO_REQUEST } from '../../people/members/member-store.ts';
import { appendMemberStep, assertCanJoin } from '../../people/members/members.ts';
import { accessSelf } from '../../people/profiles/access.ts';
import { accessWorkspace } from '../../workspace/access.ts';
import { recordAudit } from '../../workspace/audit/record-audit.ts';

interface AdminJoin {
  uid: string;
  roomId: string;
  reason: string;
  /** Of the message with the reason. */
  messageId: string;
}

/**
 * For the command line, whose `Caller` has no `uid`: a workspace admin becomes a member of a private or direct room, even after a
 * ban, and everyone there sees the reason. The set of people of a direct room stays the same, so that they still find it.
 */
export const joinAsAdmin: Mutation<AdminJoin, { hasJoined: boolean }> = {
  isUnrepeatable: true,
  lockKeys: (_call, { roomId, uid }) => [`room:${roomId}`, `person:${uid}`],

  async run(db, call, { uid, roomId, reason: text, messageId: id }) {
    await accessWorkspace(db, { uid });
    const room = await accessRoomAsOperator(db, roomId);
    const { role, request } = await findMembership(db, roomId, uid);
    if (role !== null && request === null) return { output: { hasJoined: false }, publications: [] };
    await assertCanJoin(db, uid);
    await recordAudit(db, call, { action: 'join_private_room', targetId: uid, room, reason: text });
    const own = await changeMembership(db, call, roomId, uid, {
      role: role ?? 'member',
      bannedUntil: null,
      ...NO_REQUEST,
    });
    const step = await appendMemberStep(db, call, roomId, uid, 'member', true);
    const author = await accessSelf(db, uid);
    const notice = await postNotice(db, call, { id, roomId, author, text, notice: 'admin_joined' });
    return { output: { hasJoined: true }, publications: [own, step, ...notice] };
  },
};
