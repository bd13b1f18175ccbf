import { type Room, roomTopic } from '@snug/protocol';
import { hideForErasure, setArchived } from '../../chat/rooms/closing.ts';
import { findRoom } from '../../chat/rooms/room-rows.ts';
import { appendToLog } from '../../chat/rooms/room-store.ts';
import type { MutationContext, Publication } from '../../db/mutation.ts';
import { prepared } from '../../db/prepared.ts';
import type { Db } from '../../db/schema.ts';
import { changeMembership } from '../../people/members/change-membership.ts';
import { findMembership, listAdmins } from '../../people/members/member-store.ts';
import { appendMemberStep } from '../../people/members/members.ts';

// Earlier releases did not record when a person joined, so a missing time counts as the first.
const selectSenior = prepared<[roomId: string, uid: string], { uid: string }>(
  `select m."userId" as "uid" from "members" m indexed by "members_seniority" join "users" u on u."id" = m."userId"
   where m."roomId" = $1 and m."role" is not null and m."request" is null and m."userId" <> $2 and u."guest" is null
   order by coalesce(m."joinedAt", 0), m."userId" limit 1`,
);

/**
 * Ends the membership of a person whose account is deleted. The only admin of a room hands it to the member who joined first. A
 * private room without other members, or with guests only, is deleted, and an open one archived. A direct room keeps its people.
 */
export async function leaveForGood(
  db: Db,
  call: MutationContext,
  roomId: string,
  uid: string,
): Promise<Publication[]> {
  const room = await findRoom(db, roomId);
  const { role } = await findMembership(db, roomId, uid);
  if (!room || room.kind === 'direct' || role === null) return [];
  const handedOver = role === 'admin' ? await handOver(db, call, room, uid) : [];
  const own = await changeMembership(db, call, roomId, uid, { role: null });
  const isOpen = room.kind === undefined;
  const isStep = !isOpen || role === 'admin';
  const step = isStep ? [await appendMemberStep(db, call, roomId, uid, null, isOpen)] : [];
  return [...handedOver, own, ...step];
}

async function handOver(db: Db, call: MutationContext, room: Room, uid: string): Promise<Publication[]> {
  const { id: roomId } = room;
  if ((await listAdmins(db, roomId)).length > 1) return [];
  const [senior] = await selectSenior(db, roomId, uid);
  if (senior) return makeAdmin(db, call, roomId, senior.uid);
  if (room.kind === 'private') return [await hideForErasure(db, call, roomId)];
  if (room.archivedAt !== undefined) return [];
  return [(await setArchived(db, call, room, true)).publication];
}

async function makeAdmin(db: Db, call: MutationContext, roomId: string, uid: string): Promise<Publication[]> {
  const own = await changeMembership(db, call, roomId, uid, { role: 'admin' });
  const { seq, incarnation } = await appendToLog(db, roomId, call);
  const event = { type: 'admin_changed' as const, roomId, seq, incarnation, uid, admin: true };
  return [{ topic: roomTopic(roomId), event }, own];
}
