import {
  MAX_ADMINS,
  MAX_FAVOURITES,
  MAX_JOINED_ROOMS,
  MAX_REQUESTS,
  type Membership,
  type Person,
} from '@snug/protocol';
import type { Selectable } from 'kysely';
import { prepared } from '../../db/prepared.ts';
import type { Db, MemberTable } from '../../db/schema.ts';
import { PERSON_COLUMNS, type PersonRow } from '../profiles/person.ts';
import { presentLevel } from './room-level.ts';

export type StoredMembership = Pick<
  Selectable<MemberTable>,
  | 'role'
  | 'joinedAt'
  | 'leftAt'
  | 'bannedUntil'
  | 'silencedUntil'
  | 'favourite'
  | 'muted'
  | 'level'
  | 'levelByDefault'
  | 'hiddenSeq'
  | 'request'
  | 'requestedBy'
  | 'hasLeft'
>;

/** Without its history. */
export type CurrentMembership = Omit<StoredMembership, 'joinedAt' | 'leftAt' | 'hasLeft'>;

export const NO_REQUEST = { request: null, requestedBy: null };

export const NO_OPTIONS = {
  favourite: null,
  muted: null,
  level: null,
  levelByDefault: null,
  hiddenSeq: null,
  ...NO_REQUEST,
};

export const NO_MEMBERSHIP: StoredMembership = {
  role: null,
  joinedAt: null,
  leftAt: null,
  bannedUntil: null,
  silencedUntil: null,
  hasLeft: null,
  ...NO_OPTIONS,
};

const selectMembership = prepared<[roomId: string, uid: string], StoredMembership>(
  `select "role", "joinedAt", "leftAt", "bannedUntil", "silencedUntil", "favourite", "muted", "level",
     "levelByDefault", "hiddenSeq", "request", "requestedBy", "hasLeft" from "members"
   where "roomId" = $1 and "userId" = $2`,
);
/** `guest`: 1 for a guest. */
interface StoredVersion {
  version: number;
  guest: number | null;
}

const upsertMembership = prepared<
  [
    roomId: string,
    uid: string,
    role: StoredMembership['role'],
    joinedAt: number | null,
    leftAt: number | null,
    bannedUntil: number | null,
    silencedUntil: number | null,
    favourite: number | null,
    muted: number | null,
    level: StoredMembership['level'],
    levelByDefault: number | null,
    hiddenSeq: number | null,
    request: StoredMembership['request'],
    requestedBy: string | null,
    hasLeft: number | null,
  ],
  StoredVersion
>(
  `insert into "members" as m
     ("roomId", "userId", "role", "joinedAt", "leftAt", "bannedUntil", "silencedUntil", "favourite", "muted", "level",
      "levelByDefault", "hiddenSeq", "request", "requestedBy", "hasLeft", "version")
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, 1)
   on conflict ("roomId", "userId") do update set "role" = excluded."role", "joinedAt" = excluded."joinedAt",
     "leftAt" = excluded."leftAt", "bannedUntil" = excluded."bannedUntil", "silencedUntil" = excluded."silencedUntil",
     "favourite" = excluded."favourite", "muted" = excluded."muted", "level" = excluded."level",
     "levelByDefault" = excluded."levelByDefault", "hiddenSeq" = excluded."hiddenSeq", "request" = excluded."request", "requestedBy" = excluded."requestedBy", "hasLeft" = excluded."hasLeft",
     "version" = m."version" + 1
   returning "version", (select u."guest" from "users" u where u."id" = $2) as "guest"`,
);
const selectAdmins = prepared<[roomId: string, limit: number], { userId: string }>(
  `select "userId" from "members" where "roomId" = $1 and "role" = 'admin' order by "userId" limit $2`,
);
const countJoinedRooms = prepared<[uid: string, limit: number], { count: number }>(
  `select count(*) as "count" from (
     select 1 from "members" where "userId" = $1 and "role" is not null and "request" is null limit $2) as "first"`,
);
const countFavourites = prepared<[uid: string, limit: number], { count: number }>(
  `select count(*) as "count" from (
     select 1 from "members" where "userId" = $1 and "favourite" is not null limit $2) as "first"`,
);
const selectJoined = prepared<[uid: string, limit: number], { roomId: string }>(
  `select m."roomId" as "roomId" from (
     select "roomId" from "members" where "userId" = $1 and "role" is not null and "request" is null
     order by "roomId" desc limit $2
   ) as m join "room_activity" a on a."roomId" = m."roomId"`,
);
/** Archived rooms wait for nobody. So many of them do not hide others. */
export const MAX_EXAMINED_REQUESTS = 1_000;
const WAITING = `select m."roomId" as "roomId" from (
     select "roomId" from "members" where "userId" = $1 and "request" = 'waiting'
     order by "roomId" desc limit ${MAX_EXAMINED_REQUESTS}
   ) as m join "room_activity" a on a."roomId" = m."roomId"`;
const selectWaiting = prepared<[uid: string, limit: number], { roomId: string }>(
  `${WAITING} order by m."roomId" desc limit $2`,
);

export interface MemberRow extends PersonRow {
  role: StoredMembership['role'];
  bannedUntil: number | null;
  silencedUntil: number | null;
}

const MEMBER_COLUMNS = `${PERSON_COLUMNS}, m."role" as "role", m."bannedUntil" as "bannedUntil",
  m."silencedUntil" as "silencedUntil"`;

const selectMembers = prepared<[roomId: string, role: string, uid: string, limit: number], MemberRow>(
  `select ${MEMBER_COLUMNS} from "members" m join "users" u on u."id" = m."userId"
   where m."roomId" = $1 and m."role" is not null and (m."role", m."userId") > ($2, $3)
   order by m."role", m."userId" limit $4`,
);
const selectExcluded = prepared<[roomId: string, now: number, limit: number], MemberRow>(
  `select ${MEMBER_COLUMNS} from "members" m indexed by "members_excluded" join "users" u on u."id" = m."userId"
   where m."roomId" = $1 and (m."bannedUntil" is not null or m."silencedUntil" is not null)
     and (m."bannedUntil" > $2 or m."silencedUntil" > $2)
   limit $3`,
);

export async function findMembership(db: Db, roomId: string, uid: string): Promise<StoredMembership> {
  const [row] = await selectMembership(db, roomId, uid);
  return row ?? NO_MEMBERSHIP;
}

/** Returns the membership's new version, and whether the person is a guest. */
export async function storeMembership(
  db: Db,
  roomId: string,
  uid: string,
  stored: StoredMembership,
): Promise<StoredVersion> {
  const { role, joinedAt, leftAt, bannedUntil, silencedUntil } = stored;
  const level = [stored.level, stored.levelByDefault] as const;
  const options = [stored.favourite, stored.muted, ...level, stored.hiddenSeq] as const;
  const consent = [stored.request, stored.requestedBy, stored.hasLeft] as const;
  const times = [joinedAt, leftAt, bannedUntil, silencedUntil] as const;
  const [row] = await upsertMembership(db, roomId, uid, role, ...times, ...options, ...consent);
  return row ?? { version: 0, guest: null };
}

/** In a stable order, at most `MAX_ADMINS`. */
export async function listAdmins(db: Db, roomId: string): Promise<string[]> {
  const rows = await selectAdmins(db, roomId, MAX_ADMINS);
  return rows.map(row => row.userId);
}

export async function hasMaxRooms(db: Db, uid: string): Promise<boolean> {
  const [row] = await countJoinedRooms(db, uid, MAX_JOINED_ROOMS);
  return (row?.count ?? 0) >= MAX_JOINED_ROOMS;
}

export async function hasMaxFavourites(db: Db, uid: string): Promise<boolean> {
  const [row] = await countFavourites(db, uid, MAX_FAVOURITES);
  return (row?.count ?? 0) >= MAX_FAVOURITES;
}

/** Without archived rooms: the newest, at most `MAX_JOINED_ROOMS`. */
export async function listJoined(db: Db, uid: string): Promise<string[]> {
  return (await selectJoined(db, uid, MAX_JOINED_ROOMS)).map(({ roomId }) => roomId);
}

/** The newest rooms that wait for an answer, at most `MAX_REQUESTS`. */
export async function listRequests(db: Db, uid: string): Promise<string[]> {
  return (await selectWaiting(db, uid, MAX_REQUESTS)).map(({ roomId }) => roomId);
}

export function listMemberRows(
  db: Db,
  roomId: string,
  after: { role: string; uid: string } | undefined,
  limit: number,
): Promise<MemberRow[]> {
  return selectMembers(db, roomId, after?.role ?? '', after?.uid ?? '', limit);
}

/** People whose ban or silence lasts. */
export function listExcludedRows(db: Db, roomId: string, now: number, limit: number): Promise<MemberRow[]> {
  return selectExcluded(db, roomId, now, limit);
}

/** `version`: of a person who is or was a member. `asker`: of a waiting request. */
export function toMembership(
  stored: Omit<CurrentMembership, 'requestedBy'>,
  version: number,
  now: number,
  asker?: Person,
): Membership {
  const { role, favourite, muted, hiddenSeq, request } = stored;
  return {
    role,
    version,
    ...presentTimes(stored, now),
    ...(favourite !== null && { favourite: true }),
    ...presentLevel(stored),
    ...(muted !== null && { muted: true }),
    ...(hiddenSeq !== null && { hiddenSeq }),
    ...(role !== null && request !== null && { request }),
    ...(role !== null && request === 'waiting' && asker && { requestedBy: asker }),
  };
}

/** The times that are not over. */
export function presentTimes(
  { bannedUntil, silencedUntil }: Pick<StoredMembership, 'bannedUntil' | 'silencedUntil'>,
  now: number,
): Pick<Membership, 'bannedUntil' | 'silencedUntil'> {
  return {
    ...(bannedUntil !== null && bannedUntil > now && { bannedUntil }),
    ...(silencedUntil !== null && silencedUntil > now && { silencedUntil }),
  };
}
