import { MAX_JOINED_ROOMS } from '@snug/protocol';
import { accessRoom, accessRooms } from '../chat/rooms/access.ts';
import type { RoomAccess } from '../chat/rooms/room-access-store.ts';
import type { Actor } from '../db/mutation.ts';
import { prepared } from '../db/prepared.ts';
import type { Db } from '../db/schema.ts';
import { listBans } from '../people/members/bans.ts';
import type { IndexQuery } from './search-index.ts';

/** The rooms in which an index looks for messages. */
export type SearchScope = Pick<IndexQuery, 'open' | 'roomIds'>;

/** Sorts at most `MAX_JOINED_ROOMS` rows. */
const selectOwn = prepared<[uid: string], { roomId: string }>(
  `select m."roomId" as "roomId" from (
     select "roomId" from "members" where "userId" = $1 and "role" is not null and "request" is null
     order by "roomId" desc limit ${MAX_JOINED_ROOMS}
   ) as m join "rooms" r on r."id" = m."roomId"
   where r."kind" <> 'open' and r."deletedAt" is null order by r."changedAt" desc, r."id" desc`,
);

/**
 * The one room, also if it is a request, or all rooms that the person may read, without requests. Throws `not_found`. Names no room
 * that they may not read, so that such a room adds nothing to the work of a search.
 */
export async function readScope(db: Db, actor: Actor, roomId: string | undefined): Promise<SearchScope> {
  if (roomId !== undefined) return toScope([[roomId, await accessRoom(db, actor, roomId)]]);
  const { uid, now, scope, guest } = actor;
  if (scope?.roomIds) return toScope(await listAccepted(db, actor, scope.roomIds));
  const own = (await selectOwn(db, uid)).map(row => row.roomId);
  // More than a membership decides about the rooms of guests and bots.
  const isChecked = guest === true || scope !== undefined;
  const roomIds = isChecked ? toScope(await listAccepted(db, actor, own)).roomIds : own;
  // Open rooms do not exist for guests.
  if (guest) return { roomIds };
  const bans = await listBans(db, uid, now);
  const { ownerId } = scope ?? {};
  const ofOwner = ownerId === undefined ? [] : await listBans(db, ownerId, now);
  return { open: { except: [...new Set([...bans, ...ofOwner])] }, roomIds };
}

/** In the order of `roomIds`. */
async function listAccepted(
  db: Db,
  actor: Actor,
  roomIds: readonly string[],
): Promise<[string, RoomAccess][]> {
  const readable = await accessRooms(db, actor, roomIds);
  return roomIds.flatMap((roomId): [string, RoomAccess][] => {
    const access = readable.get(roomId);
    return access?.request === null ? [[roomId, access]] : [];
  });
}

function toScope(rooms: readonly (readonly [string, Pick<RoomAccess, 'kind'>])[]): SearchScope {
  const only = rooms.filter(([, { kind }]) => kind === 'open').map(([roomId]) => roomId);
  const roomIds = rooms.filter(([, { kind }]) => kind !== 'open').map(([roomId]) => roomId);
  return { ...(only.length > 0 && { open: { only } }), roomIds };
}
