import { CommandError } from '@snug/protocol';
import type { Actor } from '../db/mutation.ts';
import { prepared } from '../db/prepared.ts';
import type { Db } from '../db/schema.ts';
import { accessWorkspace } from '../workspace/access.ts';

const MAX_COUNTED_ROOMS = 100_000;

const countRooms = prepared<[limit: number], { count: number | string }>(
  `select count(*) as "count" from (
     select "roomId" from "room_activity" where "kind" = 'open' limit $1) as "counted"`,
);
const selectBan = prepared<[uid: string, now: number], { roomId: string }>(
  `select m."roomId" as "roomId" from "members" m join "rooms" r on r."id" = m."roomId" and r."deletedAt" is null
   where m."userId" = $1 and m."bannedUntil" > $2 and r."kind" = 'open' limit 1`,
);

/** At most 100,000. */
export async function countOpenRooms(db: Db): Promise<number> {
  const [row] = await countRooms(db, MAX_COUNTED_ROOMS);
  return Number(row?.count ?? 0);
}

/**
 * To export all open rooms. A workspace admin may be banned from one, by a ban that is older than the role. Throws `forbidden`.
 */
export async function accessAllOpenRooms(db: Db, actor: Actor): Promise<void> {
  await accessWorkspace(db, actor);
  if ((await selectBan(db, actor.uid, actor.now)).length > 0)
    throw new CommandError('forbidden', "You're banned from an open room, so you can't export all of them");
}
