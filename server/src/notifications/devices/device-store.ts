import type { Selectable } from 'kysely';
import { prepared, preparedIn } from '../../db/prepared.ts';
import type { PushDeviceTable } from '../../db/push-tables.ts';
import type { Db } from '../../db/schema.ts';
import { toStoredTime } from '../../db/stored-time.ts';

export type DeviceRow = Selectable<PushDeviceTable>;

/** With what the list shows of its session. */
export interface ListedDeviceRow extends DeviceRow {
  userAgent: string | null;
  /** As the accounts library stores it. */
  expiresAt: string;
}

/** What a push needs. */
export type ReachableDevice = Pick<
  DeviceRow,
  'id' | 'userId' | 'sessionId' | 'endpoint' | 'p256dh' | 'auth' | 'service' | 'dueAt' | 'silent'
>;

const LISTED = `select d.*, s."userAgent" as "userAgent", s."expiresAt" as "expiresAt" from "push_devices" d join "sessions" s on s."id" = d."sessionId"`;

const selectOwn = prepared<[uid: string], ListedDeviceRow>(`${LISTED} where d."userId" = $1`);
const selectBySession = prepared<[uid: string, sessionId: string], ListedDeviceRow>(
  `${LISTED} where d."userId" = $1 and d."sessionId" = $2`,
);
const selectReachable = preparedIn<[now: string], ReachableDevice>(
  `select d."id", d."userId", d."sessionId", d."endpoint", d."p256dh", d."auth", d."service", d."dueAt", d."silent"
   from "push_devices" d join "sessions" s on s."id" = d."sessionId" where s."expiresAt" > $1 and d."userId" in ($values)`,
);
const removeOthersOfSession = prepared<[sessionId: string, endpointHash: string], never>(
  `delete from "push_devices" where "sessionId" = $1 and "endpointHash" <> $2`,
);
// A new account gets a new id, so that the one before cannot name the device any more.
const upsert = prepared<
  [
    id: string,
    uid: string,
    sessionId: string,
    endpoint: string,
    endpointHash: string,
    p256dh: string,
    auth: string,
    service: string,
    now: number,
  ],
  never
>(
  `insert into "push_devices" ("id", "userId", "sessionId", "endpoint", "endpointHash", "p256dh", "auth", "service", "createdAt", "seenAt")
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9)
   on conflict ("endpointHash") do update set "id" = $1, "userId" = $2, "sessionId" = $3, "p256dh" = $6, "auth" = $7,
     "createdAt" = $9, "seenAt" = $9, "dueAt" = 0, "failures" = 0, "failingSince" = null, "problem" = null, "status" = null,
     "lastSuccessAt" = null, "silent" = 0, "warnedAt" = null`,
);
const setSeen = prepared<[id: string, now: number], never>(
  `update "push_devices" set "seenAt" = $2, "silent" = 0 where "id" = $1`,
);
const removeOwn = prepared<[uid: string, id: string], { sessionId: string }>(
  `delete from "push_devices" where "userId" = $1 and "id" = $2 returning "sessionId"`,
);
const removeOfSession = prepared<[uid: string, sessionId: string], { sessionId: string }>(
  `delete from "push_devices" where "userId" = $1 and "sessionId" = $2 returning "sessionId"`,
);
const move = prepared<[from: string, to: string], never>(
  `update "push_devices" set "sessionId" = $2 where "sessionId" = $1`,
);
const selectRemoval = prepared<
  [sessionId: string, uid: string, now: string],
  { pushRemovedAt: number | null }
>(`select "pushRemovedAt" from "sessions" where "id" = $1 and "userId" = $2 and "expiresAt" > $3`);
const setRemoved = prepared<[sessionId: string, at: number | null], never>(
  `update "sessions" set "pushRemovedAt" = $2 where "id" = $1`,
);

/** The one that was seen last first. */
export async function listDevices(db: Db, uid: string): Promise<ListedDeviceRow[]> {
  const rows = await selectOwn(db, uid);
  return rows.toSorted((a, b) => b.seenAt - a.seenAt || (a.id < b.id ? 1 : -1));
}

export async function findDeviceOfSession(
  db: Db,
  uid: string,
  sessionId: string,
): Promise<ListedDeviceRow | undefined> {
  return (await selectBySession(db, uid, sessionId))[0];
}

/** Of these people, without those of expired sessions. `dueAt`: a device that failed waits until then. */
export function listReachable(db: Db, uids: readonly string[], now: number): Promise<ReachableDevice[]> {
  return selectReachable(db, uids, toStoredTime(now));
}

/** In place of another one of the session, and of any with the same endpoint. */
export async function storeDevice(
  db: Db,
  {
    id,
    userId,
    sessionId,
    endpoint,
    endpointHash,
    p256dh,
    auth,
    service,
    createdAt,
  }: Pick<
    DeviceRow,
    'id' | 'userId' | 'sessionId' | 'endpoint' | 'endpointHash' | 'p256dh' | 'auth' | 'service' | 'createdAt'
  >,
): Promise<void> {
  await removeOthersOfSession(db, sessionId, endpointHash);
  await upsert(db, id, userId, sessionId, endpoint, endpointHash, p256dh, auth, service, createdAt);
}

export async function markSeen(db: Db, id: string, now: number): Promise<void> {
  await setSeen(db, id, now);
}

/** Returns the session of the device; undefined if the person has no such device. */
export async function deleteDevice(db: Db, uid: string, id: string): Promise<string | undefined> {
  return (await removeOwn(db, uid, id))[0]?.sessionId;
}

export async function deleteDeviceOfSession(
  db: Db,
  uid: string,
  sessionId: string,
): Promise<string | undefined> {
  return (await removeOfSession(db, uid, sessionId))[0]?.sessionId;
}

/** The session `to` replaces `from` in the same browser. */
export async function moveDevice(db: Db, from: string, to: string): Promise<void> {
  await move(db, from, to);
}

/** When the person removed the device of their session elsewhere; null if they did not. Undefined if the session has ended. */
export async function findRemoval(
  db: Db,
  sessionId: string,
  uid: string,
  now: number,
): Promise<number | null | undefined> {
  return (await selectRemoval(db, sessionId, uid, toStoredTime(now)))[0]?.pushRemovedAt;
}

export async function storeRemoval(db: Db, sessionId: string, at: number | null): Promise<void> {
  await setRemoved(db, sessionId, at);
}
