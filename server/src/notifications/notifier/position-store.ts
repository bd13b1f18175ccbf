import { prepared, preparedIn } from '../../db/prepared.ts';
import type { Db } from '../../db/schema.ts';

export interface RoomPosition {
  /** Everyone has been called for the messages of the room up to here. */
  seq: number;
}

export interface ListedPosition {
  roomId: string;
  seq: number;
  /** The newest message of the room. */
  end: number | null;
}

// Its end is above all messages, so that nobody is called for what is older than its row.
const insert = prepared<[roomId: string], never>(
  `insert into "notify_rooms" ("roomId", "seq") select "id", "seq" from "rooms" where "id" = $1 and "deletedAt" is null
   on conflict ("roomId") do nothing`,
);
const select = prepared<[roomId: string], RoomPosition>(
  `select "seq" from "notify_rooms" where "roomId" = $1`,
);
const claim = prepared<
  [now: number, roomId: string, owner: string | null, until: number | null, ignoresLease: number],
  RoomPosition
>(
  `update "notify_rooms" set "owner" = $3, "until" = $4
   where "roomId" = $2 and ("until" is null or "until" <= $1 or "owner" = $3 or $5 = 1) returning "seq"`,
);
const store = prepared<
  [now: number, roomId: string, owner: string, seq: number, until: number | null, ignoresLease: number],
  RoomPosition
>(
  `update "notify_rooms" set "seq" = $4, "until" = cast($5 as bigint), "owner" = case when cast($5 as bigint) is null then null else "owner" end
   where "roomId" = $2 and (("owner" = $3 and "until" > $1) or $6 = 1) returning "seq"`,
);
const selectPage = prepared<[after: string, limit: number], ListedPosition>(
  `select n."roomId" as "roomId", n."seq" as "seq", r."lastMessageSeq" as "end"
   from "notify_rooms" n join "rooms" r on r."id" = n."roomId"
   where n."roomId" > $1 order by n."roomId" limit $2`,
);
const selectExpired = prepared<[now: number, limit: number], { roomId: string }>(
  `select "roomId" from "notify_rooms" where "until" is not null and "until" <= $1 order by "until" limit $2`,
);
/** The index of the rooms by their last change has a part for each kind. */
const RECENT = ['open', 'private', 'direct'].map(
  kind => `select "roomId" from (
       select "roomId" from "room_activity" where "kind" = '${kind}' and "at" >= $1 order by "at" desc, "roomId" desc limit $3
     ) as "${kind}"`,
);
const selectUnclaimed = prepared<[since: number, now: number, limit: number], { roomId: string }>(
  `select a."roomId" as "roomId" from (${RECENT.join(' union all ')}) as a
   join "rooms" r on r."id" = a."roomId" join "notify_rooms" n on n."roomId" = a."roomId"
   where r."lastMessageSeq" > n."seq" and (n."until" is null or n."until" <= $2)`,
);
const insertMissing = prepared<[], never>(
  `insert into "notify_rooms" ("roomId", "seq") select "id", "seq" from "rooms" where true on conflict ("roomId") do nothing`,
);
const moveAllToEnd = prepared<[], never>(
  `update "notify_rooms" set "seq" = (select r."seq" from "rooms" r where r."id" = "notify_rooms"."roomId"),
     "owner" = null, "until" = null`,
);
const moveToEnd = preparedIn<[], never>(
  `update "notify_rooms" set "seq" = (select r."seq" from "rooms" r where r."id" = "notify_rooms"."roomId")
   where "roomId" in ($values)`,
);

export interface Lease {
  roomId: string;
  /** Identifies a process; random for each start. */
  owner: string;
  /** No other process uses the database, so a lease is that of an ended one. */
  isAlone: boolean;
}

/** Undefined for a room without a row. */
export async function findPosition(db: Db, roomId: string): Promise<RoomPosition | undefined> {
  return (await select(db, roomId))[0];
}

/** Undefined if another process has the lease, or if the room is gone. */
export async function claimPosition(
  db: Db,
  now: number,
  { roomId, owner, isAlone }: Lease,
  until: number,
): Promise<RoomPosition | undefined> {
  const take = () => claim(db, now, roomId, isAlone ? null : owner, isAlone ? null : until, isAlone ? 1 : 0);
  const [row] = await take();
  if (row) return row;
  await insert(db, roomId);
  return (await take())[0];
}

/** `until`: null to end the lease. False if another process may have it. */
export async function storePosition(
  db: Db,
  now: number,
  { roomId, owner, isAlone }: Lease,
  seq: number,
  until: number | null,
): Promise<boolean> {
  return (await store(db, now, roomId, owner, seq, isAlone ? null : until, isAlone ? 1 : 0)).length > 0;
}

/** The next `limit` rooms after `after` with their positions. */
export function listPositions(db: Db, after: string, limit: number): Promise<ListedPosition[]> {
  return selectPage(db, after, limit);
}

/** Rooms whose process has ended without releasing them. */
export async function listExpired(db: Db, now: number, limit: number): Promise<string[]> {
  return (await selectExpired(db, now, limit)).map(({ roomId }) => roomId);
}

/** Of the rooms that changed last: those with new messages that no process delivers. */
export async function listUnclaimed(db: Db, now: number, since: number, limit: number): Promise<string[]> {
  return (await selectUnclaimed(db, since, now, limit)).map(({ roomId }) => roomId);
}

export async function movePositionsToEnd(db: Db, roomIds?: readonly string[]): Promise<void> {
  if (roomIds) return void (await moveToEnd(db, roomIds));
  await insertMissing(db);
  await moveAllToEnd(db);
}
