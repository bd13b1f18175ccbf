import { MAX_CONVERSATION_CURSORS, MAX_UNREAD, type ReadState } from '@snug/protocol';
import { preparedIn } from '../../db/prepared.ts';
import type { Db } from '../../db/schema.ts';
import { afterTrimmedOf } from '../rooms/trimmed-log.ts';

/**
 * A count of a room examines so many messages after the cursor, and so many mentions. Beyond them, only one's own messages and those
 * of blocked people can hide others.
 */
export const MAX_EXAMINED = 1_000;

export interface CursorRow {
  roomId: string;
  seq: number;
  incarnation: string;
  readSeq: number;
  version: number;
  request: string | null;
}

const CURSOR = `r."id" as "roomId", r."seq" as "seq", r."incarnation" as "incarnation",
     coalesce(c."seq", r."seq") as "readSeq", coalesce(c."version", 0) as "version", m."request" as "request"`;
const OWN_ROOMS = `from "rooms" r
   join "members" m on m."roomId" = r."id" and m."userId" = $1 and m."role" is not null
   left join "reads" c on c."userId" = $1 and c."roomId" = r."id"
   where r."id" in ($values) and r."deletedAt" is null`;

const selectCursors = preparedIn<[uid: string], CursorRow>(`select ${CURSOR} ${OWN_ROOMS}`);

/** Of those rooms of which the person is a member, without counting. */
export function listCursors(db: Db, uid: string, roomIds: readonly string[]): Promise<CursorRow[]> {
  return selectCursors(db, roomIds, uid);
}

/** If nobody has to count: nothing follows the cursor, or the room is a request, which never counts. */
export function toKnownState({
  seq,
  incarnation,
  readSeq,
  version,
  request,
}: CursorRow): ReadState | undefined {
  if (readSeq < seq && request === null) return undefined;
  return { seq, ...(incarnation && { incarnation }), readSeq, version, unread: 0, mentions: 0 };
}

/** At most how many rows a count examines. A message can mention a person and everyone. */
export function estimateRows(row: CursorRow): number {
  if (toKnownState(row)) return 0;
  const steps = row.seq - row.readSeq;
  return Math.min(MAX_EXAMINED, steps) + Math.min(MAX_EXAMINED, 2 * steps);
}

const IS_AFTER_CONVERSATION_CURSOR = `("next"."rootId" is null or "next"."seq" > coalesce((
     select o."seq" from "own_conversations" o
     where o."userId" = $1 and o."roomId" = r."id" and o."rootId" = "next"."rootId"
   ), 0))`;

const ABOVE = `from "own_conversations" o indexed by "own_conversations_read"
     where o."userId" = $1 and o."roomId" = r."id" and o."seq" > 0 and o."seq" > c."seq"`;

// A look into this list costs a third of one into the table in a data folder. It is built when the first row needs it. With a plain join, the
// engine there begins with the conversations of all people.
const READ_FURTHER = `with "further" as (
     select o."rootId" as "rootId"
     from "reads" c cross join "own_conversations" o indexed by "own_conversations_read"
     where c."userId" = $1 and c."roomId" in ($values)
       and o."userId" = $1 and o."roomId" = c."roomId" and o."seq" > 0 and o."seq" > c."seq"
   )`;

/** A text `<rootId> <seq>,<rootId> <seq>`, with one cursor more than a state has. */
const CONVERSATIONS = `(select string_agg("above"."text", ',') from (
     select o."rootId" || ' ' || o."seq" as "text" ${ABOVE} order by o."seq" desc limit ${MAX_CONVERSATION_CURSORS + 1}
   ) as "above")`;

const PACKING = 1_000;
/** For a walk of more than `MAX_EXAMINED` rows, which has more to count. */
const WALKED_TOO_FAR = MAX_EXAMINED + 2;

const IS_COUNTED = `"next"."authorId" <> $1 and not exists (
         select 1 from "blocks" b where b."userId" = $1 and b."blockedId" = "next"."authorId"
       )`;

// Most rooms have no conversation that is read further, and need to look at no message.
const countUnread = (count: (withRoots: boolean) => string) =>
  `case when (select o."seq" ${ABOVE} limit 1) is null then ${count(false)} else ${count(true)} end`;

/** A cursor below the beginning of the log counts only what is left. */
const CURSOR_IN_LOG = afterTrimmedOf('c."seq"', 'r');

// A message of another room can have the same id. So a hit in the list only leads to the cursor.
const furtherRootOf = (message: string) => {
  const root = `coalesce(${message}."rootId", ${message}."id")`;
  return `case when ${root} in (select "rootId" from "further") then ${root} end`;
};

const MESSAGES_AFTER = `from "messages" n indexed by "messages_live"
    where n."roomId" = r."id" and n."seq" > ${CURSOR_IN_LOG} and n."deletedAt" is null`;

const WALKED_STEPS = `case when count(*) > ${MAX_UNREAD} then max("seq") else r."seq" end - ${CURSOR_IN_LOG}`;

/**
 * One number for two: `PACKING` times the steps of the log that the count walked over, at most `MAX_EXAMINED` or `WALKED_TOO_FAR`, plus the
 * messages that count. A row without an author stands for the message after the last one that a count examines. To number the rows
 * instead took a third of the time in a data folder.
 */
const countMessages = (withRoots: boolean) =>
  `(select count("authorId") + ${PACKING} * case when count(*) > count("authorId") then ${WALKED_TOO_FAR}
       when ${WALKED_STEPS} > ${MAX_EXAMINED} then ${MAX_EXAMINED} else coalesce(${WALKED_STEPS}, 0) end
     from (
       select "next"."authorId" as "authorId", "next"."seq" as "seq" from (
         select "authorId", "seq", "rootId" from (
           select n."authorId" as "authorId", n."seq" as "seq", ${withRoots ? furtherRootOf('n') : 'null'} as "rootId"
           ${MESSAGES_AFTER} order by n."seq" limit ${MAX_EXAMINED}
         ) as "after"
         union all
         select null, "seq", null from (
           select n."seq" as "seq" ${MESSAGES_AFTER} and r."seq" - ${CURSOR_IN_LOG} > ${MAX_EXAMINED}
           order by n."seq" limit 1 offset ${MAX_EXAMINED}
         ) as "beyond"
       ) as "next"
       where "next"."authorId" is null or (${IS_COUNTED}${withRoots ? ` and ${IS_AFTER_CONVERSATION_CURSOR}` : ''})
       limit ${MAX_UNREAD + 1}
     ) as "counted")`;

const ROOT_OF_MENTION = `(
    select ${furtherRootOf('m')} from "messages" m where m."roomId" = r."id" and m."seq" = x."seq"
  )`;

// `kind`: 0 for a mention of the person, 1 for one of everyone, and 2 for one from before the person joined.
const listMentions = (withRoots: boolean) => `select "authorId", "seq", "kind", "rootId" from (
    select x."authorId" as "authorId", x."seq" as "seq", case when x."outside" is null then 0 else 2 end as "kind",
      ${withRoots ? ROOT_OF_MENTION : 'null'} as "rootId"
    from "mentions" x
    where x."userId" = $1 and x."roomId" = r."id" and x."seq" > ${CURSOR_IN_LOG} order by x."seq" limit ${MAX_EXAMINED + 1}
  ) as "own"
  union all
  select "authorId", "seq", "kind", "rootId" from (
    select n."authorId" as "authorId", n."seq" as "seq", 1 as "kind", ${withRoots ? furtherRootOf('n') : 'null'} as "rootId"
    from "messages" n indexed by "messages_to_everyone"
    where n."roomId" = r."id" and n."seq" > ${CURSOR_IN_LOG} and n."mentionsRoom" is not null and n."deletedAt" is null
    order by n."seq" limit ${MAX_EXAMINED + 1}
  ) as "everyone"`;

// Not as `not exists`: for that, PostgreSQL can read all mentions of the person in the room first.
const COUNTS_ONCE = `("next"."kind" = 0 or ("next"."kind" = 1 and (
    select x."seq" from "mentions" x
    where x."userId" = $1 and x."roomId" = r."id" and x."seq" = "next"."seq" and x."outside" is null
  ) is null))`;

/** Like `countMessages`, with the number of rows. The last row of all has no author, and ends the walk. */
const countMentions = (withRoots: boolean) =>
  `(select max("n") * ${PACKING} + count("authorId") from (
       select "next"."n" as "n", "next"."authorId" as "authorId" from (
         select "row"."authorId" as "authorId", "row"."seq" as "seq", "row"."kind" as "kind", "row"."rootId" as "rootId",
           row_number() over () as "n"
         from (${listMentions(withRoots)} union all select null, 0, 0, null) as "row" limit ${WALKED_TOO_FAR}
       ) as "next"
       where "next"."n" > ${MAX_EXAMINED} or "next"."authorId" is null
         or (${IS_COUNTED} and ${COUNTS_ONCE}${withRoots ? ` and ${IS_AFTER_CONVERSATION_CURSOR}` : ''})
       limit ${MAX_UNREAD + 1}
     ) as "counted")`;

interface CountedRow extends CursorRow {
  unread: number;
  mentions: number;
  conversations: string | null;
}

// One statement, so that the counts belong to the position.
const selectCounts = preparedIn<[uid: string], CountedRow>(
  `${READ_FURTHER}
   select ${CURSOR},
     case when m."request" is null then ${countUnread(countMessages)} else 0 end as "unread",
     case when m."request" is null then ${countUnread(countMentions)} else 0 end as "mentions",
     case when m."request" is null then ${CONVERSATIONS} end as "conversations"
   ${OWN_ROOMS}`,
);

export interface CountedRoom {
  roomId: string;
  read: ReadState;
  examined: number;
}

/** Of those rooms of which the person is a member. */
export async function countRooms(db: Db, uid: string, roomIds: readonly string[]): Promise<CountedRoom[]> {
  return (await selectCounts(db, roomIds, uid)).map(
    ({ roomId, seq, incarnation, readSeq, version, ...row }) => {
      const [unread, mentions] = [unpack(row.unread), unpack(row.mentions)];
      const counts = { unread: unread.count, mentions: Math.min(unread.count, mentions.count) };
      return {
        roomId,
        read: {
          seq,
          ...(incarnation && { incarnation }),
          readSeq,
          version,
          ...counts,
          ...parseCursors(row.conversations),
        },
        examined: unread.examined + mentions.examined,
      };
    },
  );
}

function parseCursors(text: string | null): Pick<ReadState, 'conversations' | 'more'> {
  if (text === null) return {};
  const cursors = text.split(',').map(cursor => cursor.split(' '));
  const shown = cursors.slice(0, MAX_CONVERSATION_CURSORS);
  return {
    conversations: Object.fromEntries(shown.map(([rootId = '', seq]) => [rootId, Number(seq)])),
    ...(cursors.length > shown.length && { more: true }),
  };
}

function unpack(packed: number): { count: number; examined: number } {
  const walked = Math.floor(packed / PACKING);
  const hasMore = walked >= WALKED_TOO_FAR;
  return {
    count: hasMore ? MAX_UNREAD : Math.min(MAX_UNREAD, packed % PACKING),
    examined: Math.min(MAX_EXAMINED, walked),
  };
}
