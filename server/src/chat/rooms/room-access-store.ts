import type { Position } from '@snug/protocol';
import type { Selectable } from 'kysely';
import { prepared, preparedIn } from '../../db/prepared.ts';
import type { Db, RoomTable } from '../../db/schema.ts';
import type { CurrentMembership } from '../../people/members/member-store.ts';

type Room = Pick<
  Selectable<RoomTable>,
  'kind' | 'archivedAt' | 'membersInvite' | 'trimmedBefore' | 'trimmedSeq'
>;

/** A room and a person's membership. `version` is null for a person who was never a member. */
export interface RoomAccess extends Position, Room, CurrentMembership {
  version: number | null;
  /** 1 if the person is a guest. */
  guest: number | null;
}

/** The position of a log, and the step that last trimmed it. */
export type LogEnd = Position & Pick<Room, 'trimmedSeq'>;

/** SQL: whether the person is in a private room. Reads at most the rooms that a guest may have. */
function hasPrivateRoom(uid: string): string {
  return `exists (select 1 from "members" h join "rooms" p on p."id" = h."roomId"
    where h."userId" = ${uid} and h."role" is not null and p."kind" = 'private' and p."deletedAt" is null)`;
}

/** What decides whether a person may read a room and write in it. */
export interface RightsRow
  extends Pick<RoomAccess, 'kind' | 'role' | 'bannedUntil' | 'silencedUntil' | 'guest'> {
  guestUntil: number | null;
  /** 1 for a direct room of a guest without a private room. */
  hasNoPrivateRoom: number | null;
  /** Of a bot, as the fields below. */
  ownerId: string | null;
  ownerRole: CurrentMembership['role'];
  ownerBannedUntil: number | null;
  ownerSilencedUntil: number | null;
}

interface AccessRow extends RoomAccess, RightsRow {
  roomId: string;
  uid: string;
}

/** Of a `RightsRow`, without `ownerId` and `guest`. */
export const RIGHTS_COLUMNS = `r."kind" as "kind", m."role" as "role", m."bannedUntil" as "bannedUntil",
  m."silencedUntil" as "silencedUntil", o."role" as "ownerRole", o."bannedUntil" as "ownerBannedUntil",
  o."silencedUntil" as "ownerSilencedUntil", u."guestUntil" as "guestUntil",
  case when u."guest" = 1 and r."kind" = 'direct' and not ${hasPrivateRoom('u."id"')} then 1 end as "hasNoPrivateRoom"`;
const COLUMNS = `r."id" as "roomId", u."id" as "uid", u."ownerId" as "ownerId", u."guest" as "guest", r."seq" as "seq", r."incarnation" as "incarnation",
  r."archivedAt" as "archivedAt", r."membersInvite" as "membersInvite", r."trimmedBefore" as "trimmedBefore", r."trimmedSeq" as "trimmedSeq", m."favourite" as "favourite", m."muted" as "muted",
  m."level" as "level", m."levelByDefault" as "levelByDefault", m."hiddenSeq" as "hiddenSeq", m."request" as "request", m."requestedBy" as "requestedBy", m."version" as "version", ${RIGHTS_COLUMNS}`;
/** Of a room "r" and a person "u". */
export const MEMBER_JOINS = `left join "members" m on m."roomId" = r."id" and m."userId" = u."id"
   left join "members" o on o."roomId" = r."id" and o."userId" = u."ownerId"`;

/**
 * SQL: the id of a room that "u" may look up. A guest looks for it only among their own rows: the range leads both engines to the index of
 * the person, in which a hidden room is as absent as a missing one. By the key of the room, they would meet the rows of its members.
 */
export function lookUp(roomId: string): string {
  return lookUpOwn(roomId, ' and w."role" is not null');
}

/** SQL: like `lookUp`, also for a room that a guest has left. */
export function lookUpPast(roomId: string): string {
  return lookUpOwn(roomId, '');
}

function lookUpOwn(roomId: string, condition: string): string {
  return `case when u."guest" is null or (select 1 from "members" w where w."userId" = u."id"
    and w."roomId" >= ${roomId} and w."roomId" <= ${roomId}${condition}) is not null then ${roomId} end`;
}

/**
 * SQL: the id of a person who may be a reader of the room "r". Outside of open rooms, these are only people who are in it: the range leads
 * to the key, as in `lookUp`.
 */
function lookUpReader(uid: string): string {
  return `case when r."kind" = 'open' or (select 1 from "members" w
    where w."roomId" = r."id" and w."userId" >= ${uid} and w."userId" <= ${uid} and w."role" is not null) is not null then ${uid} end`;
}

const selectAccess = prepared<[uid: string, roomId: string], AccessRow>(
  `select ${COLUMNS} from "users" u join "rooms" r on r."id" = ${lookUp('$2')} and r."deletedAt" is null ${MEMBER_JOINS}
   where u."id" = $1`,
);
const selectAccessByRooms = preparedIn<[uid: string], AccessRow>(
  `select ${COLUMNS} from (values $rows) as asked join "users" u on u."id" = $1
   join "rooms" r on r."id" = ${lookUp('asked."column1"')} and r."deletedAt" is null ${MEMBER_JOINS}`,
);
const selectAccessByPeople = preparedIn<[roomId: string], AccessRow>(
  `select ${COLUMNS} from (values $rows) as asked join "rooms" r on r."id" = $1 and r."deletedAt" is null
   join "users" u on u."id" = ${lookUpReader('asked."column1"')} ${MEMBER_JOINS}`,
);
const selectPositions = preparedIn<[], Pick<RoomTable, 'id' | 'seq'>>(
  `select "id", "seq" from "rooms" where "id" in ($values)`,
);
const selectPosition = prepared<[roomId: string], LogEnd>(
  `select "seq", "incarnation", "trimmedSeq" from "rooms" where "id" = $1`,
);

/** Undefined if the room or the person does not exist, or if they may not read the room. `now`: ms since 1970. */
export async function findAccess(
  db: Db,
  roomId: string,
  uid: string,
  now: number,
): Promise<RoomAccess | undefined> {
  const [row] = await selectAccess(db, uid, roomId);
  return row && toAccess(row, now);
}

/** The positions of those of the rooms that the person may read. */
export async function findReadable(
  db: Db,
  roomIds: readonly string[],
  uid: string,
  now: number,
): Promise<Map<string, RoomAccess>> {
  const rows = await selectAccessByRooms(db, roomIds, uid);
  return toMap(rows, now, ({ roomId }) => roomId);
}

/** Those of the people who may read the room. */
export async function findReaders(
  db: Db,
  roomId: string,
  uids: readonly string[],
  now: number,
): Promise<Map<string, RoomAccess>> {
  const rows = await selectAccessByPeople(db, uids, roomId);
  return toMap(rows, now, ({ uid }) => uid);
}

function toMap(
  rows: readonly AccessRow[],
  now: number,
  getKey: (row: AccessRow) => string,
): Map<string, RoomAccess> {
  return new Map(
    rows.flatMap(row => {
      const access = toAccess(row, now);
      return access ? [[getKey(row), access] as const] : [];
    }),
  );
}

/** Undefined without access. A bot has no more rights than its owner. */
export function toAccess<Row extends RightsRow>(row: Row, now: number): Row | undefined {
  if (!(row.guest === null ? canRead(row, now) : canReadAsGuest(row, now))) return undefined;
  if (row.ownerId === null) return row;
  const { kind, ownerRole: role, ownerBannedUntil: bannedUntil, ownerSilencedUntil } = row;
  if (!canRead({ kind, role, bannedUntil }, now)) return undefined;
  return { ...row, silencedUntil: getLater(row.silencedUntil, ownerSilencedUntil) };
}

/** A guest reads the private rooms that they are in, and with one of them also direct rooms. */
function canReadAsGuest({ kind, role, guestUntil, hasNoPrivateRoom }: RightsRow, now: number): boolean {
  const isOver = guestUntil !== null && guestUntil <= now;
  return kind !== 'open' && role !== null && hasNoPrivateRoom === null && !isOver;
}

function canRead(
  { kind, role, bannedUntil }: Pick<RoomAccess, 'kind' | 'role' | 'bannedUntil'>,
  now: number,
): boolean {
  return role !== null || (kind === 'open' && (bannedUntil === null || bannedUntil <= now));
}

function getLater(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.max(one, other);
}

/** Without a check of access. */
export async function readPosition(db: Db, roomId: string): Promise<LogEnd | undefined> {
  const [row] = await selectPosition(db, roomId);
  return row;
}

/** Without a check of access, and without unknown rooms. */
export async function readPositions(db: Db, roomIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await selectPositions(db, roomIds);
  return new Map(rows.map(row => [row.id, row.seq]));
}
