import { MAX_ACTIVE_INVITES, MAX_LISTED_INVITES } from '@snug/protocol';
import type { Selectable } from 'kysely';
import type { InviteTable } from '../../db/invite-tables.ts';
import { prepared, preparedIn } from '../../db/prepared.ts';
import type { Db } from '../../db/schema.ts';

type InviteRow = Selectable<InviteTable>;

export interface StoredInvite extends Omit<InviteRow, 'roomIds'> {
  roomIds: string[];
}

const COLUMNS = `i."id" as "id", i."createdBy" as "createdBy", i."roomIds" as "roomIds", i."maxUses" as "maxUses",
  i."uses" as "uses", i."createdAt" as "createdAt", i."expiresAt" as "expiresAt", i."revokedAt" as "revokedAt", i."guest" as "guest",
  i."guestUntil" as "guestUntil"`;

const insertRow = prepared<
  [
    id: string,
    createdBy: string,
    roomIds: string,
    maxUses: number,
    createdAt: number,
    expiresAt: number,
    guest: number | null,
    guestUntil: number | null,
  ],
  never
>(
  `insert into "invites" ("id", "createdBy", "roomIds", "maxUses", "uses", "createdAt", "expiresAt", "guest", "guestUntil")
   values ($1, $2, $3, $4, 0, $5, $6, $7, $8)`,
);
const insertRoom = prepared<[roomId: string, inviteId: string], never>(
  `insert into "invite_rooms" ("roomId", "inviteId") values ($1, $2)`,
);
const selectById = prepared<[id: string], InviteRow>(`select ${COLUMNS} from "invites" i where i."id" = $1`);
const selectActiveCount = prepared<[uid: string, now: number, limit: number], { count: number }>(
  `select count(*) as "count" from (
     select 1 from "invites" where "createdBy" = $1 and "revokedAt" is null and "uses" < "maxUses" and "expiresAt" > $2
       and ("guestUntil" is null or "guestUntil" > $2)
     limit $3) as "first"`,
);
const selectByCreator = prepared<[uid: string, before: string, limit: number], InviteRow>(
  `select ${COLUMNS} from "invites" i
   where i."createdBy" = $1 and i."revokedAt" is null and i."uses" < i."maxUses" and i."id" < $2
   order by i."id" desc limit $3`,
);
const selectByRoom = prepared<[roomId: string, before: string, limit: number], { inviteId: string }>(
  `select "inviteId" from "invite_rooms" where "roomId" = $1 and "inviteId" < $2 order by "inviteId" desc limit $3`,
);
const selectByIds = preparedIn<[], InviteRow>(`select ${COLUMNS} from "invites" i where i."id" in ($values)`);
const incrementUses = prepared<[id: string, now: number], Pick<InviteRow, 'id'>>(
  `update "invites" set "uses" = "uses" + 1
   where "id" = $1 and "uses" < "maxUses" and "revokedAt" is null and "expiresAt" > $2 returning "id"`,
);
const decrementUses = prepared<[id: string], never>(
  `update "invites" set "uses" = "uses" - 1 where "id" = $1 and "uses" > 0`,
);
const insertUse = prepared<[inviteId: string, uid: string], never>(
  `insert into "invite_uses" ("inviteId", "userId") values ($1, $2) on conflict do nothing`,
);
const selectUse = prepared<[inviteId: string, uid: string], { inviteId: string }>(
  `select "inviteId" from "invite_uses" where "inviteId" = $1 and "userId" = $2`,
);
const deleteUsesOfPeople = preparedIn<[], { inviteId: string }>(
  `delete from "invite_uses" where "userId" in ($values) returning "inviteId"`,
);
const setRevoked = prepared<[id: string, now: number], never>(
  `update "invites" set "revokedAt" = $2 where "id" = $1 and "revokedAt" is null`,
);
const deleteRooms = prepared<[inviteId: string], never>(`delete from "invite_rooms" where "inviteId" = $1`);
const selectExpired = prepared<[before: number, limit: number], Pick<InviteRow, 'id'>>(
  `select "id" from "invites" where "expiresAt" < $1 order by "expiresAt" limit $2`,
);
const deleteRows = preparedIn<[], never>(`delete from "invites" where "id" in ($values)`);

/** Greater than each id. */
const END = 'g';

export async function insertInvite(
  db: Db,
  { id, createdBy, roomIds, maxUses, createdAt, expiresAt, guest, guestUntil }: StoredInvite,
): Promise<void> {
  await insertRow(db, id, createdBy, roomIds.join(' '), maxUses, createdAt, expiresAt, guest, guestUntil);
  for (const roomId of roomIds) await insertRoom(db, roomId, id);
}

export async function findInvite(db: Db, id: string): Promise<StoredInvite | undefined> {
  const [row] = await selectById(db, id);
  return row && presentRow(row);
}

function presentRow({ roomIds, ...row }: InviteRow): StoredInvite {
  return { ...row, roomIds: roomIds === '' ? [] : roomIds.split(' ') };
}

export function isActive(
  { revokedAt, expiresAt, uses, maxUses, guestUntil }: StoredInvite,
  now: number,
): boolean {
  const isOver = guestUntil !== null && guestUntil <= now;
  return revokedAt === null && expiresAt > now && uses < maxUses && !isOver;
}

export async function hasMaxInvites(db: Db, uid: string, now: number): Promise<boolean> {
  const [row] = await selectActiveCount(db, uid, now, MAX_ACTIVE_INVITES);
  return (row?.count ?? 0) >= MAX_ACTIVE_INVITES;
}

export interface InvitePage {
  invites: StoredInvite[];
  next?: string;
}

/** The active ones, the newest first. Examines `MAX_LISTED_INVITES`. */
export async function listByCreator(db: Db, uid: string, now: number, before = END): Promise<InvitePage> {
  const rows = (await selectByCreator(db, uid, before, MAX_LISTED_INVITES)).map(presentRow);
  return toPage(
    rows,
    rows.map(({ id }) => id),
    now,
  );
}

export async function readInvites(db: Db, ids: readonly string[]): Promise<StoredInvite[]> {
  const rows = new Map((await selectByIds(db, ids)).map(row => [row.id, presentRow(row)]));
  return ids.flatMap(id => rows.get(id) ?? []);
}

/** Like `listByCreator`. */
export async function listByRoom(db: Db, roomId: string, now: number, before = END): Promise<InvitePage> {
  const ids = (await selectByRoom(db, roomId, before, MAX_LISTED_INVITES)).map(({ inviteId }) => inviteId);
  return toPage(await readInvites(db, ids), ids, now);
}

function toPage(rows: readonly StoredInvite[], ids: readonly string[], now: number): InvitePage {
  const invites = rows.filter(invite => isActive(invite, now));
  const next = ids.length < MAX_LISTED_INVITES ? undefined : ids.at(-1);
  return { invites, ...(next !== undefined && { next }) };
}

/** One statement, so that concurrent calls take at most `maxUses`. False if none is left. */
export async function takeUse(db: Db, id: string, now: number): Promise<boolean> {
  return (await incrementUses(db, id, now)).length > 0;
}

export function recordUse(db: Db, id: string, uid: string): Promise<unknown> {
  return insertUse(db, id, uid);
}

export async function hasUsed(db: Db, id: string, uid: string): Promise<boolean> {
  return (await selectUse(db, id, uid)).length > 0;
}

/** For people whose sign-up did not end. */
export async function returnUses(db: Db, uids: readonly string[]): Promise<void> {
  for (const { inviteId } of await deleteUsesOfPeople(db, uids)) await decrementUses(db, inviteId);
}

export async function revoke(db: Db, id: string, now: number): Promise<void> {
  await setRevoked(db, id, now);
  await deleteRooms(db, id);
}

/** Deletes at most `limit` invitations. Returns their number. */
export async function deleteExpiredBefore(db: Db, before: number, limit: number): Promise<number> {
  const ids = (await selectExpired(db, before, limit)).map(({ id }) => id);
  await deleteRows(db, ids);
  return ids.length;
}
