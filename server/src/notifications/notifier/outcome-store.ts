import { prepared } from '../../db/prepared.ts';
import type { Db } from '../../db/schema.ts';
import type { DeviceOutcome } from '../devices/push-outcomes.ts';

/** For this time, no other process sends what is due. After a kill, another one does. */
export const DUE_LEASE_MS = 30_000;

/** The rows of what was pushed. Each statement does nothing for a person or a room that is gone. */

const upsertPushed = prepared<
  [uid: string, roomId: string, seq: number, at: number, slot: number, waits: number | null],
  never
>(
  `insert into "pushed" as p ("userId", "roomId", "seq", "at", "slot", "waits")
   select u."id", r."id", $3, $4, $5, $6 from "users" u join "rooms" r on r."id" = $2 where u."id" = $1
   on conflict ("userId", "roomId") do update
     set "seq" = excluded."seq", "at" = excluded."at", "slot" = excluded."slot", "waits" = excluded."waits"`,
);
const deletePushed = prepared<[uid: string, roomId: string, seq: number], never>(
  `delete from "pushed" where "userId" = $1 and "roomId" = $2 and "seq" <= $3`,
);
const upsertMinute = prepared<[uid: string, minuteAt: number, minuteCount: number], never>(
  `insert into "push_people" as p ("userId", "minuteAt", "minuteCount")
   select "id", $2, $3 from "users" where "id" = $1
   on conflict ("userId") do update set "minuteAt" = excluded."minuteAt", "minuteCount" = excluded."minuteCount"
     where p."minuteAt" < excluded."minuteAt" or p."minuteCount" < excluded."minuteCount"`,
);
const upsertSummary = prepared<[uid: string, at: number], never>(
  `insert into "push_people" as p ("userId", "summaryAt") select "id", $2 from "users" where "id" = $1
   on conflict ("userId") do update set "summaryAt" = excluded."summaryAt"
     where p."summaryAt" is null or p."summaryAt" > excluded."summaryAt"`,
);
const hurrySummary = prepared<[uid: string, now: number], never>(
  `update "push_people" set "summaryAt" = $2 where "userId" = $1 and "summaryAt" > $2`,
);
// Another due time: a summary that is on its way does not contain these messages.
const joinSummary = prepared<[uid: string, now: number], never>(
  `update "push_people" set "summaryAt" = coalesce("summaryAt", $2) + 1 where "userId" = $1`,
);
/** Of what was due at `$2`: something has joined it since then, and no other process has taken it. */
const hasJoined = (due: string) => `${due} > $2 and ${due} < $2 + ${DUE_LEASE_MS}`;
const moveSummary = prepared<
  [uid: string, from: number, to: number | null, now: number],
  { summaryAt: number | null }
>(
  `update "push_people" set "summaryAt" = case when "summaryAt" = $2 then cast($3 as bigint) else coalesce(cast($3 as bigint), $4) end
   where "userId" = $1 and ("summaryAt" = $2 or (${hasJoined('"summaryAt"')})) returning "summaryAt"`,
);
const countSilent = prepared<[id: string], never>(
  `update "push_devices" set "silent" = "silent" + 1 where "id" = $1`,
);
const endRetry = prepared<[id: string, from: number, now: number], never>(
  `update "push_devices" set "failingSince" = null, "failures" = case when "dueAt" = $2 then 0 else 1 end,
     "dueAt" = case when "dueAt" = $2 then 0 else cast($3 as bigint) end
   where "id" = $1 and ("dueAt" = $2 or (${hasJoined('"dueAt"')}))`,
);
// Another due time: a retry that runs has not sent this one.
const miss = prepared<[id: string, now: number], never>(
  `update "push_devices" set "dueAt" = case when "failures" = 0 then $2 else "dueAt" + 1 end,
     "failures" = case when "failures" = 0 then 1 else "failures" end where "id" = $1`,
);
const selectDueDevice = prepared<[now: number], { id: string }>(
  `select "id" from "push_devices" where "failures" > 0 and "dueAt" <= $1 order by "dueAt" limit 1`,
);
const selectDueSummary = prepared<[now: number], { uid: string }>(
  `select "userId" as "uid" from "push_people" where "summaryAt" is not null and "summaryAt" <= $1 order by "summaryAt" limit 1`,
);
const claimDevices = prepared<[now: number, until: number, limit: number], { id: string; uid: string }>(
  `update "push_devices" set "dueAt" = $2 where "failures" > 0 and "dueAt" <= $1 and "id" in (
     select "id" from "push_devices" where "failures" > 0 and "dueAt" <= $1 order by "dueAt" limit $3
   ) returning "id", "userId" as "uid"`,
);
const claimSummaries = prepared<[now: number, until: number, limit: number], { uid: string }>(
  `update "push_people" set "summaryAt" = $2 where "summaryAt" <= $1 and "userId" in (
     select "userId" from "push_people" where "summaryAt" is not null and "summaryAt" <= $1 order by "summaryAt" limit $3
   ) returning "userId" as "uid"`,
);
const deleteAllPushed = prepared<[], never>(`delete from "pushed" where true`);
const deleteAllPeople = prepared<[], never>(`delete from "push_people" where true`);

export interface PushedRoom {
  uid: string;
  roomId: string;
  seq: number;
  at: number;
  slot: number;
  waits: boolean;
}

export async function storePushed(db: Db, { uid, roomId, seq, at, slot, waits }: PushedRoom): Promise<void> {
  await upsertPushed(db, uid, roomId, seq, at, slot, waits ? 1 : null);
}

/** Unless a later push has come in between. */
export async function removePushed(db: Db, uid: string, roomId: string, seq: number): Promise<void> {
  await deletePushed(db, uid, roomId, seq);
}

export interface PushMinute {
  uid: string;
  minuteAt: number;
  minuteCount: number;
}

export async function storeMinute(db: Db, { uid, minuteAt, minuteCount }: PushMinute): Promise<void> {
  await upsertMinute(db, uid, minuteAt, minuteCount);
}

/** A summary is due then, unless an earlier one is. */
export async function storeSummary(db: Db, uid: string, at: number): Promise<void> {
  await upsertSummary(db, uid, at);
}

/** A summary that is due later is due now. If its person is still quiet, its next attempt moves it. */
export async function hurrySummaryOf(db: Db, uid: string, now: number): Promise<void> {
  await hurrySummary(db, uid, now);
}

/** The summary that is due has these messages, too. If it is on its way, another one is due after it. */
export async function storeSummaryJoin(db: Db, uid: string, now: number): Promise<void> {
  await joinSummary(db, uid, now);
}

/** Of the summary that was due at `from`: null if it was sent. Returns whether no other one is due. */
export async function storeSummaryEnd(
  db: Db,
  uid: string,
  from: number,
  to: number | null,
  now: number,
): Promise<boolean> {
  const [row] = await moveSummary(db, uid, from, to, now);
  return row?.summaryAt === null;
}

/** What a push did to a device. `missed`: nothing was sent, because the device waits for its next attempt. */
export interface PushResult {
  deviceId: string;
  outcome: DeviceOutcome['outcome'] | { kind: 'missed' };
  /** It showed nothing new. */
  isSilent: boolean;
}

export async function countSilentPush(db: Db, id: string): Promise<void> {
  await countSilent(db, id);
}

/** Its next attempt has to contain what it missed. */
export async function markMissed(db: Db, id: string, now: number): Promise<void> {
  await miss(db, id, now);
}

/** The device has everything after a failure. What it has missed since the attempt, which was due at `from`, is due now. */
export async function storeRetryEnd(db: Db, id: string, from: number, now: number): Promise<void> {
  await endRetry(db, id, from, now);
}

/** Whether a device or a summary is due. */
export async function hasDuePushes(db: Db, now: number): Promise<boolean> {
  return (await selectDueDevice(db, now)).length > 0 || (await selectDueSummary(db, now)).length > 0;
}

/** Devices whose next attempt is due. No other process gets them before `until`. */
export function takeDueDevices(db: Db, now: number, until: number, limit: number) {
  return claimDevices(db, now, until, limit);
}

/** In the same way, people whose summary is due. */
export async function takeDueSummaries(db: Db, now: number, until: number, limit: number): Promise<string[]> {
  return (await claimSummaries(db, now, until, limit)).map(({ uid }) => uid);
}

export async function forgetAllPushed(db: Db): Promise<void> {
  await deleteAllPushed(db);
  await deleteAllPeople(db);
}
