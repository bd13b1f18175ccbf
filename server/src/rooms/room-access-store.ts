import type { Position } from '@snug/protocol';
import type { Selectable } from 'kysely';
import { prepared, preparedIn } from '../db/prepared.ts';
import type { Db, MemberTable, RoomTable } from '../db/schema.ts';

type Room = Pick<Selectable<RoomTable>, 'kind' | 'archivedAt' | 'membersInvite'>;
type Membership = Pick<
  Selectable<MemberTable>,
  'role' | 'bannedUntil' | 'silencedUntil' | 'favourite' | 'muted' | 'hiddenSeq' | 'request'
>;

/** A room and a person's membership. `version` is null for a person who was never a member. */
export interface RoomAccess extends Position, Room, Membership {
  version: number | null;
}

interface AccessRow extends RoomAccess {
  roomId: string;
  uid: string;
}

const COLUMNS = `r."id" as "roomId", u."id" as "uid", r."seq" as "seq", r."incarnation" as "incarnation", r."kind" as "kind",
  r."archivedAt" as "archivedAt", r."membersInvite" as "membersInvite", m."role" as "role", m."bannedUntil" as "bannedUntil",
  m."silencedUntil" as "silencedUntil", m."favourite" as "favourite", m."muted" as "muted", m."hiddenSeq" as "hiddenSeq",
  m."request" as "request",  m."version" as "version"`;
const MEMBER = `left join "members" m on m."roomId" = r."id" and m."userId" = u."id"`;

const selectAccess = prepared<[uid: string, roomId: string], AccessRow>(
  `select ${COLUMNS} from "rooms" r join "users" u on u."id" = $1 ${MEMBER} where r."id" = $2 and r."deletedAt" is null`,
);
const selectAccessByRooms = preparedIn<[uid: string], AccessRow>(
  `select ${COLUMNS} from "rooms" r join "users" u on u."id" = $1 ${MEMBER}
   where r."id" in ($values) and r."deletedAt" is null`,
);
const selectAccessByPeople = preparedIn<[roomId: string], AccessRow>(
  `select ${COLUMNS} from "users" u join "rooms" r on r."id" = $1 and r."deletedAt" is null ${MEMBER}
   where u."id" in ($values)`,
);
const selectPositions = preparedIn<[], Pick<RoomTable, 'id' | 'seq'>>(
  `select "id", "seq" from "rooms" where "id" in ($values)`,
);
const selectPosition = prepared<[roomId: string], Position>(
  `select "seq", "incarnation" from "rooms" where "id" = $1`,
);

/** Undefined if the room or the person does not exist, or if they may not read the room. `now`: ms since 1970. */
export async function findAccess(
  db: Db,
  roomId: string,
  uid: string,
  now: number,
): Promise<RoomAccess | undefined> {
  const [row] = await selectAccess(db, uid, roomId);
  return row && canRead(row, now) ? row : undefined;
}

/** The positions of those of the rooms that the person may read. */
export async function findReadable(
  db: Db,
  roomIds: readonly string[],
  uid: string,
  now: number,
): Promise<Map<string, RoomAccess>> {
  const rows = await selectAccessByRooms(db, roomIds, uid);
  return new Map(rows.filter(row => canRead(row, now)).map(row => [row.roomId, row]));
}

/** Those of the people who may read the room. */
export async function findReaders(
  db: Db,
  roomId: string,
  uids: readonly string[],
  now: number,
): Promise<Map<string, RoomAccess>> {
  const rows = await selectAccessByPeople(db, uids, roomId);
  return new Map(rows.filter(row => canRead(row, now)).map(row => [row.uid, row]));
}

function canRead({ kind, role, bannedUntil }: RoomAccess, now: number): boolean {
  return role !== null || (kind === 'open' && (bannedUntil === null || bannedUntil <= now));
}

/** Without a check of access. */
export async function readPosition(db: Db, roomId: string): Promise<Position | undefined> {
  const [row] = await selectPosition(db, roomId);
  return row;
}

/** Without a check of access, and without unknown rooms. */
export async function readPositions(db: Db, roomIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await selectPositions(db, roomIds);
  return new Map(rows.map(row => [row.id, row.seq]));
}
