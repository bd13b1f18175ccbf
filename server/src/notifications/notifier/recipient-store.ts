import { afterTrimmedOf } from '../../chat/rooms/trimmed-log.ts';
import { prepared, preparedIn } from '../../db/prepared.ts';
import type { Db } from '../../db/schema.ts';
import { listReachable, type ReachableDevice } from '../devices/device-store.ts';

/** A person with a device, and what they were called for in a room. */
export interface RecipientRow {
  uid: string;
  /** Their cursor in the room. */
  readSeq: number;
  /** Of their last push of this room; null if nothing is outstanding. */
  pushedSeq: number | null;
  pushedAt: number | null;
  slot: number | null;
  waits: number | null;
  minuteAt: number | null;
  minuteCount: number | null;
  summaryAt: number | null;
}

export interface OutstandingRow {
  uid: string;
  roomId: string;
  seq: number;
  at: number;
  slot: number;
  waits: number | null;
}

export interface PersonalRoom {
  roomId: string;
  /** 1 if each message is for the person: a direct room that is not muted. */
  countsAll: number;
}

const HAS_DEVICE = `exists (select 1 from "push_devices" d where d."userId" = u."id")`;

const selectRecipients = preparedIn<[roomId: string], RecipientRow>(
  `select u."id" as "uid", coalesce(c."seq", r."seq") as "readSeq", p."seq" as "pushedSeq", p."at" as "pushedAt", p."slot" as "slot",
     p."waits" as "waits", k."minuteAt" as "minuteAt", k."minuteCount" as "minuteCount", k."summaryAt" as "summaryAt"
   from "users" u join "rooms" r on r."id" = $1 and r."deletedAt" is null
   left join "reads" c on c."userId" = u."id" and c."roomId" = $1
   left join "pushed" p on p."userId" = u."id" and p."roomId" = $1
   left join "push_people" k on k."userId" = u."id"
   where u."id" in ($values) and u."deletedAt" is null and ${HAS_DEVICE}`,
);
const selectCursors = preparedIn<[roomId: string], { uid: string; readSeq: number }>(
  `select "userId" as "uid", "seq" as "readSeq" from "reads" where "roomId" = $1 and "userId" in ($values)`,
);
const selectOutstanding = preparedIn<[], OutstandingRow>(
  `select "userId" as "uid", "roomId", "seq", "at", "slot", "waits" from "pushed" where "userId" in ($values)`,
);
const selectInRoom = prepared<
  [roomId: string, from: number, before: number, after: string, limit: number],
  { uid: string }
>(
  `select "userId" as "uid" from "pushed"
   where "roomId" = $1 and "userId" > $4 and "seq" >= $2 and "seq" < $3 order by "userId" limit $5`,
);
/** The person's cursor, or the end of the trimmed messages. */
const AFTER = afterTrimmedOf('c."seq"', 'r');

const selectPersonal = prepared<[uid: string, limit: number], PersonalRoom>(
  `select r."id" as "roomId", case when r."kind" = 'direct' and m."muted" is null then 1 else 0 end as "countsAll" from "members" m join "rooms" r on r."id" = m."roomId" and r."deletedAt" is null
   join "reads" c on c."userId" = $1 and c."roomId" = r."id" and c."seq" < r."seq"
   where m."userId" = $1 and m."role" is not null and m."request" is null and (
     (r."kind" = 'direct' and r."lastMessageSeq" > c."seq")
     or exists (select 1 from "mentions" x where x."userId" = $1 and x."roomId" = r."id" and x."seq" > ${AFTER})
     or exists (
       select 1 from "messages" n indexed by "messages_to_everyone"
       where n."roomId" = r."id" and n."seq" > ${AFTER} and n."mentionsRoom" is not null and n."deletedAt" is null
     )
   ) limit $2`,
);

/** Those of the people who have a device. */
export function listRecipients(db: Db, roomId: string, uids: readonly string[]): Promise<RecipientRow[]> {
  return selectRecipients(db, uids, roomId);
}

/** The cursors of those of the people who have one in the room. */
export function listReadSeqs(db: Db, roomId: string, uids: readonly string[]) {
  return selectCursors(db, uids, roomId);
}

/** Of sessions that have not expired. */
export async function listDevices(
  db: Db,
  uids: readonly string[],
  now: number,
): Promise<ReadonlyMap<string, ReachableDevice[]>> {
  const devices = new Map<string, ReachableDevice[]>();
  for (const device of uids.length === 0 ? [] : await listReachable(db, uids, now)) {
    const known = devices.get(device.userId);
    if (known) known.push(device);
    else devices.set(device.userId, [device]);
  }
  return devices;
}

/** By person, the rooms whose unread messages have called them. */
export async function listOutstanding(
  db: Db,
  uids: readonly string[],
): Promise<ReadonlyMap<string, OutstandingRow[]>> {
  const people = new Map<string, OutstandingRow[]>();
  for (const row of uids.length === 0 ? [] : await selectOutstanding(db, uids)) {
    const known = people.get(row.uid);
    if (known) known.push(row);
    else people.set(row.uid, [row]);
  }
  return people;
}

/** Positions of the newest messages that devices show of a room. By default, all of them. */
export interface ShownRange {
  from?: number;
  /** Excluded. */
  before?: number;
}

/** The next `limit` people after `after` whose devices show the room up to a message in the range. */
export async function listShown(
  db: Db,
  roomId: string,
  { from = 1, before = Number.MAX_SAFE_INTEGER }: ShownRange,
  after: string,
  limit: number,
): Promise<string[]> {
  return (await selectInRoom(db, roomId, from, before, after, limit)).map(({ uid }) => uid);
}

/** The person's rooms that may have unread mentions, replies or direct messages. */
export function listPersonalRooms(db: Db, uid: string, limit: number): Promise<PersonalRoom[]> {
  return selectPersonal(db, uid, limit);
}
