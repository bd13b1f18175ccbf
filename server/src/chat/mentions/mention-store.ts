import { MAX_MEMBERS_TO_MENTION } from '@snug/protocol';
import type { Selectable } from 'kysely';
import type { MentionTable } from '../../db/mention-tables.ts';
import { prepared, preparedIn } from '../../db/prepared.ts';
import type { Db } from '../../db/schema.ts';

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
const selectByMessage = prepared<
  [roomId: string, seq: number],
  Pick<StoredMention, 'userId' | 'kind' | 'outside'>
>(`select "userId", "kind", "outside" from "mentions" where "roomId" = $1 and "seq" = $2 order by "userId"`);
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

/** Those of the people who have blocked the author. */
export async function findBlockers(
  db: Db,
  authorId: string,
  uids: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = uids.length > 0 ? await selectBlockers(db, uids, authorId) : [];
  return new Set(rows.map(({ userId }) => userId));
}
