import { type ListedRoom, type Membership, type ReadState, selfTopic } from '@snug/protocol';
import { listCursors, toKnownState } from '../../chat/reads/count-store.ts';
import { endCursor, startCursor } from '../../chat/reads/read-store.ts';
import { readListedRooms } from '../../chat/rooms/room-rows.ts';
import type { MutationContext, Publication } from '../../db/mutation.ts';
import type { Db } from '../../db/schema.ts';
import { countGuest } from '../guests/guest-rooms.ts';
import { readDefaultLevel } from './default-level-store.ts';
import {
  findMembership,
  hasMaxRooms,
  NO_OPTIONS,
  type StoredMembership,
  storeMembership,
} from './member-store.ts';
import { presentMembership } from './present-membership.ts';

type Change = Partial<Omit<StoredMembership, 'joinedAt' | 'leftAt'>>;

/**
 * Stores a person's membership of a room, and starts or ends their read cursor. Returns the event for their own connections. The
 * caller holds the room's lock. `isMigrated`: the upgrade makes them a member.
 */
export async function changeMembership(
  db: Db,
  call: MutationContext,
  roomId: string,
  uid: string,
  change: Change,
  { isMigrated = false } = {},
): Promise<Publication> {
  const { membership, room, wasMember } = await storeChange(db, call, roomId, uid, change);
  const read = await moveWithMembership(db, { roomId, uid, wasMember, isMigrated, membership, room });
  const isReadable =
    membership.role !== null || (room?.kind === undefined && membership.bannedUntil === undefined);
  return toPublication(uid, roomId, membership, isReadable ? room : undefined, read);
}

interface MembershipChange {
  roomId: string;
  uid: string;
  wasMember: boolean;
  isMigrated: boolean;
  membership: Membership;
  room: ListedRoom | undefined;
}

/** Joining starts at the end of the log, so nothing is unread. Returns the new cursor. */
async function moveWithMembership(
  db: Db,
  { roomId, uid, wasMember, isMigrated, membership, room }: MembershipChange,
): Promise<ReadState | undefined> {
  const isMember = membership.role !== null;
  if (isMember === wasMember) return undefined;
  const seq = room?.seq ?? 0;
  if (!isMember) {
    await endCursor(db, uid, roomId, seq);
    return undefined;
  }
  await startCursor(db, uid, roomId, seq, isMigrated);
  return findKnownState(db, uid, roomId);
}

async function findKnownState(db: Db, uid: string, roomId: string): Promise<ReadState | undefined> {
  const [row] = await listCursors(db, uid, [roomId]);
  return row && toKnownState(row);
}

/**
 * Like `changeMembership`, for the person's own options. Also returns the new membership, and whether messages follow the cursor, which
 * nobody has counted yet.
 */
export async function changeOptions(
  db: Db,
  call: MutationContext,
  roomId: string,
  change: Partial<Omit<StoredMembership, 'role' | 'joinedAt' | 'leftAt'>>,
): Promise<{ membership: Membership; publications: Publication[]; isUncounted: boolean }> {
  const { membership, room } = await storeChange(db, call, roomId, call.uid, change);
  // An accepted request counts from now on.
  const read = await findKnownState(db, call.uid, roomId);
  const publication = toPublication(call.uid, roomId, membership, room, read);
  if (read) return { membership, publications: [publication], isUncounted: false };
  const moved: Publication = { topic: selfTopic(call.uid), event: { type: 'read_moved', roomId } };
  return { membership, publications: [publication, moved], isUncounted: true };
}

async function storeChange(
  db: Db,
  call: MutationContext,
  roomId: string,
  uid: string,
  change: Change,
): Promise<{ membership: Membership; room: ListedRoom | undefined; wasMember: boolean }> {
  const known = await findMembership(db, roomId, uid);
  const role = change.role === undefined ? known.role : change.role;
  const stored = settleRequest(
    {
      ...known,
      ...change,
      ...(role === null && NO_OPTIONS),
      ...(role !== null && known.role === null && (await readDefaultLevel(db, uid))),
      joinedAt: role === null ? null : (known.joinedAt ?? call.now),
      leftAt: role === null && known.role !== null ? call.now : role === null ? known.leftAt : null,
    },
    known.request === 'declined',
  );
  const { version, guest } = await storeMembership(db, roomId, uid, stored);
  const joined = Number(role !== null) - Number(known.role !== null);
  if (guest !== null && joined !== 0) await countGuest(db, roomId, joined);
  const [room] = await readListedRooms(db, [roomId]);
  const membership = await presentMembership(db, stored, version, call.now);
  return { membership, room, wasMember: known.role !== null };
}

/** A person who declined has declined further requests, too, also if an admin removes and adds them. Acceptance ends all of that. */
function settleRequest(stored: StoredMembership, wasDeclined: boolean): StoredMembership {
  const { role, hasLeft } = stored;
  const request = role === null && wasDeclined ? 'declined' : stored.request;
  return {
    ...stored,
    request,
    requestedBy: request === 'waiting' ? stored.requestedBy : null,
    hasLeft: role !== null && request === null ? null : hasLeft,
  };
}

function toPublication(
  uid: string,
  roomId: string,
  membership: Membership,
  room: ListedRoom | undefined,
  read?: ReadState,
): Publication {
  return {
    topic: selfTopic(uid),
    event: { type: 'membership_changed', roomId, membership, ...(room && { room }), ...(read && { read }) },
  };
}

/** The first message of a person in an open room or a request makes it one of their rooms, unless they have the maximum. */
export async function joinByWriting(
  db: Db,
  call: MutationContext,
  roomId: string,
  role: StoredMembership['role'],
): Promise<Publication[]> {
  if (await hasMaxRooms(db, call.uid)) return [];
  if (role !== null) return acceptRoom(db, call, roomId, call.uid);
  return [await changeMembership(db, call, roomId, call.uid, { role: 'member', request: null })];
}

/** For a member who acts instead of answering a request. Their devices ask for the numbers, which nobody has counted yet. */
export async function acceptRoom(
  db: Db,
  call: MutationContext,
  roomId: string,
  uid: string,
): Promise<Publication[]> {
  const own = await changeMembership(db, call, roomId, uid, { request: null });
  return [own, { topic: selfTopic(uid), event: { type: 'read_moved', roomId } }];
}
