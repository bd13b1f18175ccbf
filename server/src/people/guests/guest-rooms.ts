import { CommandError, MAX_GUEST_ROOMS, MAX_JOINED_ROOMS, type Person } from '@snug/protocol';
import { prepared } from '../../db/prepared.ts';
import type { Db } from '../../db/schema.ts';
import { hasMaxRooms } from '../members/member-store.ts';

const addToCount = prepared<[roomId: string, change: number], never>(
  `update "rooms" set "guestCount" = "guestCount" + $2 where "id" = $1`,
);
const countRooms = prepared<[uid: string, kind: string, limit: number], { count: number }>(
  `select count(*) as "count" from (
     select 1 from "members" m join "rooms" r on r."id" = m."roomId"
     where m."userId" = $1 and m."role" is not null and r."kind" = $2 and r."deletedAt" is null limit $3) as "first"`,
);
/** By the index of the person: see `lookUp` of rooms. */
const selectOwn = prepared<[uid: string, roomId: string], { roomId: string }>(
  `select "roomId" from "members" where "userId" = $1 and "roomId" >= $2 and "roomId" <= $2`,
);
const selectSharedPrivate = prepared<[uid: string, other: string], { roomId: string }>(
  `select m."roomId" as "roomId" from "members" m
   join "members" o on o."roomId" = m."roomId" and o."userId" = $2
   join "rooms" r on r."id" = m."roomId"
   where m."userId" = $1 and m."role" is not null and o."role" is not null and r."kind" = 'private' and r."deletedAt" is null
   limit 1`,
);

/** Throws `not_found` unless the guest is or was in the room. */
export async function assertWasIn(db: Db, uid: string, roomId: string): Promise<void> {
  if ((await selectOwn(db, uid, roomId)).length === 0) throw new CommandError('not_found');
}

/** `change`: 1 or -1. The caller holds the room's lock. */
export async function countGuest(db: Db, roomId: string, change: number): Promise<void> {
  await addToCount(db, roomId, change);
}

/** Throws `limit_exceeded`. A guest has fewer rooms than a member, because each look at a person examines all of them. */
export async function assertCanBeIn(
  db: Db,
  { uid, guest }: Pick<Person, 'uid' | 'guest'>,
  kind: 'open' | 'private' | 'direct' = 'open',
): Promise<void> {
  if (guest && (await hasMaxGuestRooms(db, uid, kind)))
    throw new CommandError('limit_exceeded', `A guest can be in at most ${MAX_GUEST_ROOMS} rooms`);
  if (await hasMaxRooms(db, uid))
    throw new CommandError('limit_exceeded', `A person can be in at most ${MAX_JOINED_ROOMS} rooms`);
}

async function hasMaxGuestRooms(db: Db, uid: string, kind: string): Promise<boolean> {
  const [row] = await countRooms(db, uid, kind, MAX_GUEST_ROOMS);
  return (row?.count ?? 0) >= MAX_GUEST_ROOMS;
}

/** Whether two people are in one private room. */
export async function sharePrivateRoom(db: Db, uid: string, other: string): Promise<boolean> {
  return (await selectSharedPrivate(db, uid, other)).length > 0;
}
