import { prepared, preparedIn } from '../../db/prepared.ts';
import type { Db } from '../../db/schema.ts';

export interface OwnConversationRef {
  uid: string;
  roomId: string;
  rootId: string;
}

type Key = [uid: string, roomId: string, rootId: string];

interface Changed {
  rootId: string;
}

// Bots read nothing, and deleted accounts keep nothing.
const follow = preparedIn<[roomId: string, rootId: string, at: number], { uid: string }>(
  `insert into "own_conversations" as c ("userId", "roomId", "rootId", "follows", "seq", "at")
   select u."id", $1, $2, 1, 0, $3 from "users" u where u."id" in ($values) and u."deletedAt" is null and u."ownerId" is null
   on conflict ("userId", "roomId", "rootId") do update set "follows" = 1, "at" = excluded."at" where c."follows" is null
   returning "userId" as "uid"`,
);
const unfollow = prepared<Key, Changed>(
  `update "own_conversations" set "follows" = null
   where "userId" = $1 and "roomId" = $2 and "rootId" = $3 and "follows" is not null returning "rootId"`,
);
// Without a cursor of the room, the person has read all of it.
const deleteEmpty = prepared<Key, never>(
  `delete from "own_conversations" where "userId" = $1 and "roomId" = $2 and "rootId" = $3 and "follows" is null
   and not exists (
     select 1 from "reads" r where r."userId" = $1 and r."roomId" = $2 and r."seq" < "own_conversations"."seq"
   )`,
);
const selectOne = prepared<Key, { follows: number | null; seq: number }>(
  `select "follows", "seq" from "own_conversations" where "userId" = $1 and "roomId" = $2 and "rootId" = $3`,
);
const selectFollowed = preparedIn<[uid: string, roomId: string], Changed>(
  `select "rootId" from "own_conversations"
   where "userId" = $1 and "roomId" = $2 and "follows" is not null and "rootId" in ($values)`,
);
const selectVersion = prepared<[uid: string], { version: number }>(
  `select "version" from "follow_versions" where "userId" = $1`,
);
// In the order of ids: two sends in other rooms can change the versions of the same people.
const raiseVersions = preparedIn<[], { uid: string; version: number }>(
  `insert into "follow_versions" as v ("userId", "version")
   select u."id", 1 from "users" u where u."id" in ($values) order by u."id"
   on conflict ("userId") do update set "version" = v."version" + 1 returning "userId" as "uid", "version"`,
);
const deleteOfRoom = prepared<[roomId: string, limit: number], Changed>(
  `delete from "own_conversations" where ("userId", "roomId", "rootId") in (
     select "userId", "roomId", "rootId" from "own_conversations" indexed by "own_conversations_room"
     where "roomId" = $1 limit $2
   ) returning "rootId"`,
);

/** Returns the new versions of those who did not follow it. The caller holds the room's lock. */
export async function storeFollows(
  db: Db,
  { roomId, rootId }: Omit<OwnConversationRef, 'uid'>,
  uids: readonly string[],
  at: number,
): Promise<{ uid: string; version: number }[]> {
  const changed = uids.length > 0 ? await follow(db, uids, roomId, rootId, at) : [];
  return changed.length > 0
    ? raiseVersions(
        db,
        changed.map(({ uid }) => uid),
      )
    : [];
}

/** Returns the new version, or undefined if the person does not follow it. The caller holds the room's lock. */
export async function removeFollow(
  db: Db,
  { uid, roomId, rootId }: OwnConversationRef,
): Promise<number | undefined> {
  const changed = await unfollow(db, uid, roomId, rootId);
  if (changed.length === 0) return undefined;
  await deleteEmpty(db, uid, roomId, rootId);
  return raiseFollowsVersion(db, uid);
}

export async function raiseFollowsVersion(db: Db, uid: string): Promise<number> {
  const [row] = await raiseVersions(db, [uid]);
  return row?.version ?? 0;
}

/** 0 for a person who has never followed anything. */
export async function findFollowsVersion(db: Db, uid: string): Promise<number> {
  return (await selectVersion(db, uid))[0]?.version ?? 0;
}

/** Whether the person follows it, and its own read cursor. */
export async function findOwnConversation(
  db: Db,
  { uid, roomId, rootId }: OwnConversationRef,
): Promise<{ follows: boolean; seq: number }> {
  const [row] = await selectOne(db, uid, roomId, rootId);
  return { follows: row !== undefined && row.follows !== null, seq: row?.seq ?? 0 };
}

/** Those of the conversations that the person follows. */
export async function listFollowed(
  db: Db,
  uid: string,
  roomId: string,
  rootIds: readonly string[],
): Promise<string[]> {
  if (rootIds.length === 0) return [];
  return (await selectFollowed(db, rootIds, uid, roomId)).map(({ rootId }) => rootId);
}

/** At most `limit` rows. Returns their number. */
export async function deleteFollowsOfRoom(db: Db, roomId: string, limit: number): Promise<number> {
  return (await deleteOfRoom(db, roomId, limit)).length;
}
