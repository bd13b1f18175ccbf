import { CommandError, MAX_REQUESTS } from '@snug/protocol';
import { hasBlocked } from '../blocks/block-store.ts';
import { prepared } from '../db/prepared.ts';
import type { Db } from '../db/schema.ts';
import type { StoredMembership } from './member-store.ts';

/** Looks at no more than the rooms that a person may have. */
const selectShared = prepared<[uid: string, other: string], { roomId: string }>(
  `select m."roomId" as "roomId" from "members" m
   join "members" o on o."roomId" = m."roomId" and o."userId" = $2
   join "rooms" r on r."id" = m."roomId"
   where m."userId" = $1 and m."role" is not null and m."request" is null
     and o."role" is not null and r."kind" <> 'open' and r."deletedAt" is null limit 1`,
);
const countWaiting = prepared<[uid: string, limit: number], { count: number }>(
  `select count(*) as "count" from (
     select 1 from "members" where "userId" = $1 and "request" = 'waiting' limit $2) as "first"`,
);

/**
 * How a new direct room begins for a person whom `opener` invites to it. Strangers share no private or direct room; a room that
 * the person has not accepted does not count. Throws `limit_exceeded` if too many requests wait.
 */
export async function findRequest(db: Db, uid: string, opener: string): Promise<StoredMembership['request']> {
  if (uid === opener) return null;
  if (await hasBlocked(db, uid, opener)) return 'declined';
  if ((await selectShared(db, uid, opener)).length > 0) return null;
  const [row] = await countWaiting(db, uid, MAX_REQUESTS);
  if ((row?.count ?? 0) >= MAX_REQUESTS)
    throw new CommandError('limit_exceeded', 'Too many conversations wait for this person. Try again later.');
  return 'waiting';
}
