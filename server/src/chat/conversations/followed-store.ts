import { type ConversationCursor, MAX_FOLLOWED, MAX_UNREAD } from '@snug/protocol';
import { prepared } from '../../db/prepared.ts';
import type { Db } from '../../db/schema.ts';
import { afterTrimmed, afterTrimmedOf, trimmedBeforeOf } from '../rooms/trimmed-log.ts';

/** Until a job has removed what is beyond the maximum. */
const MAX_ROWS = 2 * MAX_FOLLOWED;
/** Replies after the cursor, of which those by the person and by blocked people are not new. */
const MAX_EXAMINED = 100;
/** Newest replies, of which those by blocked people do not show. */
const MAX_EXAMINED_LAST = 10;

export interface FollowedRow extends ConversationCursor {
  readSeq: number;
  /** Of the newest reply; null without one. */
  lastSeq: number | null;
  isNew: number;
  muted: number | null;
}

interface StoredRow extends Omit<FollowedRow, 'at'> {
  lastAt: number | null;
  rootAt: number | null;
}

const NOT_BLOCKED = (author: string) =>
  `not exists (select 1 from "blocks" b where b."userId" = $1 and b."blockedId" = ${author})`;

const READ_SEQ = `case when f."seq" > coalesce(c."seq", r."seq") then f."seq" else coalesce(c."seq", r."seq") end`;

/** Of the log of the room "r". */
const FIRST = trimmedBeforeOf('r');

const READ_IN_LOG = afterTrimmedOf(`(${READ_SEQ})`, 'r');

const NEW = `select n."authorId" as "authorId" from "messages" n indexed by "messages_conversation"
    where n."roomId" = f."roomId" and n."rootId" = f."rootId" and n."seq" > ${READ_IN_LOG} and n."deletedAt" is null
    order by n."seq" limit ${MAX_EXAMINED}`;

const FROM = `from "own_conversations" f
   join "members" m on m."roomId" = f."roomId" and m."userId" = $1 and m."role" is not null and m."request" is null
   join "rooms" r on r."id" = f."roomId" and r."deletedAt" is null
   left join "reads" c on c."userId" = $1 and c."roomId" = f."roomId"
   where f."userId" = $1 and f."follows" is not null`;

const IS_NEW = `exists (
     select 1 from (${NEW}) as "after" where "after"."authorId" <> $1 and ${NOT_BLOCKED('"after"."authorId"')}
   )`;

const selectFollowed = prepared<[uid: string], StoredRow>(
  `select x."roomId" as "roomId", x."rootId" as "rootId", x."readSeq" as "readSeq", x."lastSeq" as "lastSeq", x."isNew" as "isNew",
     x."muted" as "muted", l."createdAt" as "lastAt", s."createdAt" as "rootAt"
   from (
     select f."roomId" as "roomId", f."rootId" as "rootId", ${READ_SEQ} as "readSeq", m."muted" as "muted",
       ${FIRST} as "first", case when ${IS_NEW} then 1 else 0 end as "isNew",
       (select max("newest"."seq") from (
          select n."seq" as "seq", n."authorId" as "authorId" from "messages" n indexed by "messages_conversation"
          where n."roomId" = f."roomId" and n."rootId" = f."rootId" and n."seq" >= ${FIRST} and n."deletedAt" is null
          order by n."seq" desc limit ${MAX_EXAMINED_LAST}
        ) as "newest" where ${NOT_BLOCKED('"newest"."authorId"')}) as "lastSeq"
     ${FROM} limit ${MAX_ROWS}
   ) as x
   left join "messages" l on l."roomId" = x."roomId" and l."seq" = x."lastSeq"
   left join "messages" s on s."roomId" = x."roomId" and s."id" = x."rootId" and s."deletedAt" is null
     and s."seq" >= x."first"`,
);
const selectNew = prepared<[uid: string, limit: number], { roomId: string; rootId: string }>(
  `select f."roomId" as "roomId", f."rootId" as "rootId" ${FROM} and m."muted" is null and ${IS_NEW} limit $2`,
);
const countNew = prepared<[uid: string, roomId: string, rootId: string, readSeq: number], { count: number }>(
  `select count(*) as "count" from (
     select 1 from "messages" n indexed by "messages_conversation"
     where n."roomId" = $2 and n."rootId" = $3 and n."seq" > ${afterTrimmed('$4', '$2')} and n."deletedAt" is null and n."authorId" <> $1
       and ${NOT_BLOCKED('n."authorId"')} limit ${MAX_UNREAD}
   ) as "counted"`,
);
const selectCount = prepared<[roomId: string, rootId: string], { count: number }>(
  `select "count" from "reply_counts" where "roomId" = $1 and "rootId" = $2`,
);

/** The person's own, in no order. Without those of which nothing is left. */
export async function listFollowedRows(db: Db, uid: string): Promise<FollowedRow[]> {
  const rows = await selectFollowed(db, uid);
  return rows.flatMap(({ lastAt, rootAt, ...row }) => {
    const at = lastAt ?? rootAt;
    return at === null ? [] : [{ ...row, at }];
  });
}

/** In no order, without muted rooms. */
export function listNew(db: Db, uid: string, limit: number): Promise<{ roomId: string; rootId: string }[]> {
  return selectNew(db, uid, limit);
}

/** At most `MAX_UNREAD`. */
export async function countNewReplies(
  db: Db,
  uid: string,
  { roomId, rootId, readSeq }: Pick<FollowedRow, 'roomId' | 'rootId' | 'readSeq'>,
): Promise<number> {
  return (await countNew(db, uid, roomId, rootId, readSeq))[0]?.count ?? 0;
}

export async function findReplyCount(db: Db, roomId: string, rootId: string): Promise<number> {
  return (await selectCount(db, roomId, rootId))[0]?.count ?? 0;
}
