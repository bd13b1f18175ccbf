import { MAX_UNREAD, type ReadState } from '@snug/protocol';
import { prepared, preparedIn } from '../db/prepared.ts';
import type { Db } from '../db/schema.ts';

/** Messages after a cursor that are examined. Beyond them, only one's own and those of blocked people can hide others. */
export const MAX_EXAMINED = 10_000;
/** Rooms of one statement, which then takes at most 20 ms. */
const ROOMS_AT_ONCE = 2;

interface ReadRow {
  roomId: string;
  seq: number;
  incarnation: string;
  readSeq: number;
  version: number;
  unread: number;
  mentions: number;
  toEveryone: number;
  request: string | null;
}

const NOT_BLOCKED = (author: string) =>
  `not exists (select 1 from "blocks" b where b."userId" = $1 and b."blockedId" = ${author})`;

// One statement, so that the counts belong to the position.
const selectReads = preparedIn<[uid: string], ReadRow>(
  `select r."id" as "roomId", r."seq" as "seq", r."incarnation" as "incarnation",
     coalesce(c."seq", r."seq") as "readSeq", coalesce(c."version", 0) as "version", m."request" as "request",
     (select count(*) from (
        select 1 from (
          select n."authorId" as "authorId" from "messages" n indexed by "messages_live"
          where n."roomId" = r."id" and n."seq" > c."seq" and n."deletedAt" is null order by n."seq" limit ${MAX_EXAMINED}
        ) as "next" where "next"."authorId" <> $1 and ${NOT_BLOCKED('"next"."authorId"')} limit ${MAX_UNREAD}
      ) as "unread") as "unread",
     (select count(*) from (
        select 1 from "mentions" x
        where x."userId" = $1 and x."roomId" = r."id" and x."seq" > c."seq" and x."outside" is null
          and ${NOT_BLOCKED('x."authorId"')} limit ${MAX_UNREAD}
      ) as "mentions") as "mentions",
     (select count(*) from (
        select 1 from "messages" n indexed by "messages_to_everyone"
        where n."roomId" = r."id" and n."seq" > c."seq" and n."mentionsRoom" is not null and n."deletedAt" is null
          and n."authorId" <> $1 and ${NOT_BLOCKED('n."authorId"')}
          and not exists (
            select 1 from "mentions" x
            where x."userId" = $1 and x."roomId" = r."id" and x."seq" = n."seq" and x."outside" is null
          ) limit ${MAX_UNREAD}
      ) as "everyone") as "toEveryone"
   from "rooms" r
   join "members" m on m."roomId" = r."id" and m."userId" = $1 and m."role" is not null
   left join "reads" c on c."userId" = $1 and c."roomId" = r."id"
   where r."id" in ($values) and r."deletedAt" is null`,
);

/** By room, of those rooms of which the person is a member. */
export async function readReadStates(
  db: Db,
  uid: string,
  roomIds: readonly string[],
): Promise<Map<string, ReadState>> {
  const rows = await selectReads(db, roomIds, uid);
  return new Map(rows.map(row => [row.roomId, presentRow(row)]));
}

/** Like `readReadStates`, for a list of rooms: other work runs between its parts. */
export async function readReadStatesInTurns(
  db: Db,
  uid: string,
  roomIds: readonly string[],
): Promise<Map<string, ReadState>> {
  const states = new Map<string, ReadState>();
  for (let from = 0; from < roomIds.length; from += ROOMS_AT_ONCE) {
    // A database in this process blocks its thread while it reads.
    if (from > 0) await new Promise(setImmediate);
    const part = await readReadStates(db, uid, roomIds.slice(from, from + ROOMS_AT_ONCE));
    for (const [roomId, state] of part) states.set(roomId, state);
  }
  return states;
}

function presentRow({
  seq,
  incarnation,
  readSeq,
  version,
  unread,
  mentions,
  toEveryone,
  request,
}: ReadRow): ReadState {
  const isCounted = request === null;
  return {
    seq,
    ...(incarnation && { incarnation }),
    readSeq,
    version,
    unread: isCounted ? unread : 0,
    mentions: isCounted ? Math.min(MAX_UNREAD, mentions + toEveryone) : 0,
  };
}

export interface StoredCursor {
  seq: number;
  version: number;
  /** 1, or null: the upgrade created it, and nobody has read since. */
  migrated: number | null;
}

const selectCursor = prepared<[uid: string, roomId: string], StoredCursor>(
  `select "seq", "version", "migrated" from "reads" where "userId" = $1 and "roomId" = $2`,
);

interface Changed {
  version: number;
}

type CursorKey = [uid: string, roomId: string];

// Without a lock: each of these statements compares and sets.
const raise = prepared<[...CursorKey, seq: number, version: number], Changed>(
  `insert into "reads" as c ("userId", "roomId", "seq", "version") values ($1, $2, $3, 1)
   on conflict ("userId", "roomId") do update
     set "seq" = case when c."seq" < excluded."seq" then excluded."seq" else c."seq" end, "migrated" = null
     where c."version" = $4 and (c."seq" < excluded."seq" or c."migrated" is not null)
   returning "version"`,
);
const moveBack = prepared<[...CursorKey, seq: number, version: number, next: number], Changed>(
  `insert into "reads" as c ("userId", "roomId", "seq", "version") values ($1, $2, $3, $5)
   on conflict ("userId", "roomId") do update
     set "seq" = excluded."seq", "version" = excluded."version", "migrated" = null where c."version" = $4
   returning "version"`,
);
const start = prepared<[...CursorKey, seq: number, migrated: number | null], Changed>(
  `insert into "reads" as c ("userId", "roomId", "seq", "version", "migrated") values ($1, $2, $3, 1, $4)
   on conflict ("userId", "roomId") do update
     set "seq" = excluded."seq", "version" = c."version" + 1, "migrated" = excluded."migrated"
   returning "version"`,
);
const end = prepared<[...CursorKey, seq: number], Changed>(
  `insert into "reads" as c ("userId", "roomId", "seq", "version") values ($1, $2, $3, 1)
   on conflict ("userId", "roomId") do update set "version" = c."version" + 1
   returning "version"`,
);
const replaceMigrated = prepared<[...CursorKey, seq: number], Changed>(
  `update "reads" set "seq" = $3, "version" = "version" + 1, "migrated" = null
   where "userId" = $1 and "roomId" = $2 and "migrated" is not null
   returning "version"`,
);
const deleteCursors = preparedIn<[roomId: string], never>(
  `delete from "reads" where "roomId" = $1 and "userId" in ($values)`,
);

export async function findCursor(db: Db, uid: string, roomId: string): Promise<StoredCursor | undefined> {
  const [row] = await selectCursor(db, uid, roomId);
  return row;
}

export interface CursorMove {
  uid: string;
  roomId: string;
  seq: number;
  version: number;
}

/** False if it is there already, or if the version is another. */
export async function raiseCursor(db: Db, { uid, roomId, seq, version }: CursorMove): Promise<boolean> {
  return (await raise(db, uid, roomId, seq, version)).length > 0;
}

/** False if the version is another. */
export async function moveCursorBack(db: Db, { uid, roomId, seq, version }: CursorMove): Promise<boolean> {
  return (await moveBack(db, uid, roomId, seq, version, version + 1)).length > 0;
}

/** For a person who becomes a member. */
export async function startCursor(
  db: Db,
  uid: string,
  roomId: string,
  seq: number,
  isMigrated: boolean,
): Promise<void> {
  await start(db, uid, roomId, seq, isMigrated ? 1 : null);
}

/** For a person who is no member any more: what they read before changes nothing after they join again. */
export async function endCursor(db: Db, uid: string, roomId: string, seq: number): Promise<void> {
  await end(db, uid, roomId, seq);
}

/** False if nobody marked it as migrated. */
export async function replaceMigratedCursor(
  db: Db,
  uid: string,
  roomId: string,
  seq: number,
): Promise<boolean> {
  return (await replaceMigrated(db, uid, roomId, seq)).length > 0;
}

export async function deleteCursorsOf(db: Db, roomId: string, uids: readonly string[]): Promise<void> {
  await deleteCursors(db, uids, roomId);
}
