import { MAX_UNREAD } from '@snug/protocol';
import { afterTrimmed } from '../../chat/rooms/trimmed-log.ts';
import { prepared, preparedIn } from '../../db/prepared.ts';
import type { Db } from '../../db/schema.ts';

/** What makes a message call a person; the higher one counts. */
export const CALL_CLASS = { everything: 1, followed: 2, personal: 3 } as const;
export type CallClass = (typeof CALL_CLASS)[keyof typeof CALL_CLASS];

/** An unread message that calls a person. */
export interface Call {
  seq: number;
  class: CallClass;
}

/** Messages of a room that may call people. */
export interface CallingMessage {
  seq: number;
  authorId: string;
  rootId: string | null;
  mentionsRoom: number | null;
  createdAt: number;
  text: string | null;
}

/** Rows of each kind that a read examines, as in the counts of unread messages. */
const EXAMINED = 1_000;

const IS_LIVE = `"deletedAt" is null`;
const NEWEST = (from: string) => `${from} order by "seq" desc limit ${EXAMINED}`;

/** The person's cursor, or the end of the trimmed messages. */
const AFTER = afterTrimmed('$3', '$2');

const OWN = NEWEST(`select "seq", 3 as "class" from "mentions"
  where "userId" = $1 and "roomId" = $2 and "seq" > ${AFTER} and "outside" is null`);
const EVERYONE = NEWEST(`select "seq", 3 as "class" from "messages" indexed by "messages_to_everyone"
  where "roomId" = $2 and "seq" > ${AFTER} and "mentionsRoom" is not null and ${IS_LIVE}`);
const ALL = NEWEST(`select "seq", cast($4 as integer) as "class" from "messages" indexed by "messages_live"
  where $4 > 0 and "roomId" = $2 and "seq" > ${AFTER} and ${IS_LIVE}`);
const FOLLOWED = `select n."seq" as "seq", 2 as "class" from "own_conversations" f
  join "messages" n indexed by "messages_conversation" on n."roomId" = f."roomId" and n."rootId" = f."rootId" and n."seq" > ${AFTER}
    and n."deletedAt" is null
  where $5 = 1 and f."userId" = $1 and f."roomId" = $2 and f."follows" is not null limit ${EXAMINED}`;

/** Of a message "n" for the person `$1`: it is not theirs, and neither of the two has blocked the other. */
const IS_FROM_OTHER = `n."authorId" <> $1 and n."notice" is null
  and not exists (select 1 from "blocks" b where b."userId" = $1 and b."blockedId" = n."authorId")
  and not exists (select 1 from "blocks" b where b."userId" = n."authorId" and b."blockedId" = $1)`;
/** By the cursor of its conversation. That of the room is `$3`. */
const IS_UNREAD = `n."seq" > coalesce((
    select o."seq" from "own_conversations" o
    where o."userId" = $1 and o."roomId" = $2 and o."rootId" = coalesce(n."rootId", n."id")
  ), 0)`;

const selectCalls = prepared<
  [uid: string, roomId: string, readSeq: number, all: number, follows: number],
  Call
>(
  `select n."seq" as "seq", max(c."class") as "class" from (
     select "seq", "class" from (${OWN}) as "own"
     union all select "seq", "class" from (${EVERYONE}) as "everyone"
     union all select "seq", "class" from (${ALL}) as "all"
     union all select "seq", "class" from (${FOLLOWED}) as "followed"
   ) as c join "messages" n on n."roomId" = $2 and n."seq" = c."seq"
   where ${IS_FROM_OTHER} and ${IS_UNREAD}
   group by n."seq" order by n."seq" desc limit ${MAX_UNREAD}`,
);
const selectUnread = prepared<
  [uid: string, roomId: string, readSeq: number, limit: number],
  { seq: number; text: string }
>(
  `select n."seq" as "seq", n."text" as "text" from (
     select "seq" from "messages" indexed by "messages_live"
     where "roomId" = $2 and "seq" > ${AFTER} and ${IS_LIVE} order by "seq" desc limit $4
   ) as c join "messages" n on n."roomId" = $2 and n."seq" = c."seq"
   where n."text" is not null and ${IS_FROM_OTHER} and ${IS_UNREAD}`,
);
const selectMessages = prepared<[roomId: string, after: number, to: number, limit: number], CallingMessage>(
  `select "seq", "authorId", "rootId", "mentionsRoom", "createdAt", "text" from "messages" indexed by "messages_live"
   where "roomId" = $1 and "seq" > ${afterTrimmed('$2', '$1')} and "seq" <= $3 and ${IS_LIVE} order by "seq" limit $4`,
);
const selectMentioned = prepared<[roomId: string, after: number, to: number], { uid: string }>(
  `select "userId" as "uid" from "mentions"
   where "roomId" = $1 and "seq" > ${afterTrimmed('$2', '$1')} and "seq" <= $3 and "outside" is null`,
);
const selectFollowers = prepared<
  [roomId: string, rootId: string, after: string, limit: number],
  { uid: string }
>(
  `select "userId" as "uid" from "own_conversations" indexed by "own_conversations_room"
   where "roomId" = $1 and "rootId" = $2 and "follows" is not null and "userId" > $3 order by "userId" limit $4`,
);
const selectMembers = prepared<[roomId: string, after: string, limit: number], { uid: string }>(
  `select "userId" as "uid" from "members"
   where "roomId" = $1 and "role" is not null and "userId" > $2 order by "userId" limit $3`,
);
const selectWithDevice = preparedIn<[], { uid: string }>(
  `select distinct "userId" as "uid" from "push_devices" where "userId" in ($values)`,
);
const selectAnyDevice = prepared<[], { id: string }>(`select "id" from "push_devices" limit 1`);

export interface CallRules {
  /** Which class each message has; undefined if it needs another reason. */
  all: CallClass | undefined;
  follows: boolean;
}

/** The newest first, at most `MAX_UNREAD`. `readSeq`: the person's cursor in the room. */
export function listCalls(
  db: Db,
  uid: string,
  roomId: string,
  readSeq: number,
  { all, follows }: CallRules,
): Promise<Call[]> {
  return selectCalls(db, uid, roomId, readSeq, all ?? 0, follows ? 1 : 0);
}

/** Of the newest `limit` messages after the cursor, those that are unread. */
export function listUnreadTexts(db: Db, uid: string, roomId: string, readSeq: number, limit: number) {
  return selectUnread(db, uid, roomId, readSeq, limit);
}

/** Of the messages after `after` and up to `to`: the first `limit` that are not deleted. */
export function listCallingMessages(
  db: Db,
  roomId: string,
  after: number,
  to: number,
  limit: number,
): Promise<CallingMessage[]> {
  return selectMessages(db, roomId, after, to, limit);
}

export async function listMentionedMembers(
  db: Db,
  roomId: string,
  after: number,
  to: number,
): Promise<string[]> {
  return toUids(await selectMentioned(db, roomId, after, to));
}

/** The next `limit` people after the uid `after`. */
export async function listFollowers(db: Db, roomId: string, rootId: string, after: string, limit: number) {
  return toUids(await selectFollowers(db, roomId, rootId, after, limit));
}

/** The next `limit` members after the uid `after`. */
export async function listMembers(db: Db, roomId: string, after: string, limit: number): Promise<string[]> {
  return toUids(await selectMembers(db, roomId, after, limit));
}

/** Those of `uids` who have a device, in the same order. */
export async function selectPeopleWithDevice(db: Db, uids: readonly string[]): Promise<string[]> {
  const known = new Set(uids.length === 0 ? [] : toUids(await selectWithDevice(db, uids)));
  return uids.filter(uid => known.has(uid));
}

export async function hasAnyDevice(db: Db): Promise<boolean> {
  return (await selectAnyDevice(db)).length > 0;
}

function toUids(rows: readonly { uid: string }[]): string[] {
  return rows.map(({ uid }) => uid);
}
