import { MAX_MEMBERS_TO_MENTION, MAX_OUTSIDE_MENTIONS } from '@snug/protocol';
import type { Selectable } from 'kysely';
import { prepared, preparedIn } from '../db/prepared.ts';
import type { Db, MentionTable } from '../db/schema.ts';

export type StoredMention = Selectable<MentionTable>;

const insert = prepared<
  [
    userId: string,
    roomId: string,
    seq: number,
    kind: StoredMention['kind'],
    at: number,
    authorId: string,
    outside: number | null,
  ],
  never
>(
  `insert into "mentions" ("userId", "roomId", "seq", "kind", "at", "authorId", "outside")
   values ($1, $2, $3, $4, $5, $6, $7)`,
);
const selectByMessage = prepared<[roomId: string, seq: number], Pick<StoredMention, 'userId' | 'kind'>>(
  `select "userId", "kind" from "mentions" where "roomId" = $1 and "seq" = $2 order by "userId"`,
);
const deleteByMessage = preparedIn<[roomId: string, seq: number], never>(
  `delete from "mentions" where "roomId" = $1 and "seq" = $2 and "userId" in ($values)`,
);
const turnIntoReply = prepared<[roomId: string, seq: number, uid: string], never>(
  `update "mentions" set "kind" = 'reply' where "roomId" = $1 and "seq" = $2 and "userId" = $3`,
);
const countMembers = prepared<[roomId: string, limit: number], { count: number }>(
  `select count(*) as "count" from (
     select 1 from "members" where "roomId" = $1 and "role" is not null limit $2) as "first"`,
);
const countOutside = prepared<[authorId: string, after: number, limit: number], { count: number }>(
  `select count(*) as "count" from (
     select 1 from "mentions" where "authorId" = $1 and "outside" is not null and "at" > $2 limit $3) as "first"`,
);
const selectBlockers = preparedIn<[authorId: string], { userId: string }>(
  `select "userId" from "blocks" where "blockedId" = $1 and "userId" in ($values)`,
);

export async function insertMention(db: Db, mention: StoredMention): Promise<void> {
  const { userId, roomId, seq, kind, at, authorId, outside } = mention;
  await insert(db, userId, roomId, seq, kind, at, authorId, outside);
}

export function listByMessage(db: Db, roomId: string, seq: number) {
  return selectByMessage(db, roomId, seq);
}

export async function deleteMentions(
  db: Db,
  roomId: string,
  seq: number,
  uids: readonly string[],
): Promise<void> {
  if (uids.length > 0) await deleteByMessage(db, uids, roomId, seq);
}

export async function keepAsReply(db: Db, roomId: string, seq: number, uid: string): Promise<void> {
  await turnIntoReply(db, roomId, seq, uid);
}

/** Whether everyone in the room may mention everyone. */
export async function isSmallRoom(db: Db, roomId: string): Promise<boolean> {
  const [row] = await countMembers(db, roomId, MAX_MEMBERS_TO_MENTION + 1);
  return (row?.count ?? 0) <= MAX_MEMBERS_TO_MENTION;
}

const OUTSIDE_PERIOD_MS = 3_600_000;

/** How many people outside a room the author may still mention at the time `now`. */
export async function countOutsideLeft(db: Db, authorId: string, now: number): Promise<number> {
  const [row] = await countOutside(db, authorId, now - OUTSIDE_PERIOD_MS, MAX_OUTSIDE_MENTIONS);
  return MAX_OUTSIDE_MENTIONS - (row?.count ?? 0);
}

/** Those of the people who have blocked the author. */
export async function findBlockers(
  db: Db,
  authorId: string,
  uids: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = uids.length > 0 ? await selectBlockers(db, uids, authorId) : [];
  return new Set(rows.map(({ userId }) => userId));
}
