import {
  type ListCursor,
  type ListedRoom,
  MAX_FAVOURITES,
  MAX_JOINED_ROOMS,
  MAX_LISTED_BYTES,
  MAX_PREVIEW_LENGTH,
  type Person,
  type Room,
  takeFittingRows,
  toListCursor,
  toListedRoom,
} from '@snug/protocol';
import type { Selectable } from 'kysely';
import { prepared, preparedIn } from '../../db/prepared.ts';
import type { Db, RoomTable } from '../../db/schema.ts';
import { MAX_EXAMINED_REQUESTS } from '../../people/members/member-store.ts';
import {
  PERSON_COLUMNS,
  type PersonRow,
  presentPerson,
  readPeopleByUid,
} from '../../people/profiles/person.ts';
import { presentRetention, type RetentionRow } from '../../workspace/retention/retention-store.ts';
import { isPinKept } from './trimmed-log.ts';

interface RoomRow extends PersonRow {
  roomId: string;
  kind: Selectable<RoomTable>['kind'];
  people: string | null;
  archivedAt: number | null;
  membersInvite: number | null;
  guestCount: number;
  trimmedBefore: number | null;
  roomName: string;
  description: string;
  roomCreatedAt: number;
  roomSeq: number;
  incarnation: string;
  /** Null in a room without messages, like the author's columns. */
  messageId: string | null;
  messageSeq: number;
  messageAt: number;
  messageText: string | null;
  fileName: string | null;
  contentType: string | null;
  duration: number | null;
}

/** Nulls in a room without a rule of its own. */
type RuleColumns = Omit<RetentionRow, 'roomId' | 'version'> & { retentionVersion: number | null };

const SELECT = `select r."id" as "roomId", r."name" as "roomName", r."description" as "description",
  r."kind" as "kind",
  r."people" as "people", r."archivedAt" as "archivedAt",
  r."membersInvite" as "membersInvite", r."guestCount" as "guestCount", r."trimmedBefore" as "trimmedBefore", r."createdAt" as "roomCreatedAt", r."seq" as "roomSeq", r."incarnation" as "incarnation", m."id" as "messageId", m."seq" as "messageSeq",
  m."createdAt" as "messageAt", substr(m."text", 1, ${MAX_PREVIEW_LENGTH}) as "messageText",
  f."name" as "fileName", f."contentType" as "contentType", f."duration" as "duration", ${PERSON_COLUMNS}`;
const JOINS = `left join "messages" m on m."roomId" = r."id" and m."seq" = r."lastMessageSeq"
  left join "users" u on u."id" = m."authorId"
  left join "files" f on f."id" = m."fileId"`;

/** At most `MAX_PINS`. */
const PIN_COUNT = `(select count(*) from "messages" p indexed by "messages_pinned"
  where p."roomId" = r."id" and p."pinnedAt" is not null and p."deletedAt" is null and ${isPinKept('p', 'r')}) as "pinCount"`;
const RULE_COLUMNS = `k."days" as "days", k."formerDays" as "formerDays", k."begins" as "begins", k."keepsPins" as "keepsPins",
  k."pinsUntil" as "pinsUntil", k."version" as "retentionVersion"`;
const selectById = prepared<[roomId: string], RoomRow & RuleColumns & { pinCount: number }>(
  `${SELECT}, ${PIN_COUNT}, ${RULE_COLUMNS} from "rooms" r ${JOINS} left join "retention" k on k."roomId" = r."id" where r."id" = $1 and r."deletedAt" is null`,
);
const selectByIds = preparedIn<[], RoomRow>(
  `${SELECT} from "rooms" r ${JOINS} where r."id" in ($values) and r."deletedAt" is null`,
);
const selectByActivity = prepared<[at: number, roomId: string, limit: number], RoomRow>(
  `${SELECT} from "room_activity" a join "rooms" r on r."id" = a."roomId" ${JOINS}
   where a."kind" = 'open' and (a."at", a."roomId") < ($1, $2) order by a."at" desc, a."roomId" desc limit $3`,
);
/** Sorts at most `MAX_JOINED_ROOMS` rows. A person can have created more rooms; this takes the newest of them. */
const selectJoinedByActivity = prepared<
  [uid: string, at: number, roomId: string, limit: number],
  { roomId: string }
>(
  `select m."roomId" as "roomId" from (
     select "roomId" from "members" where "userId" = $1 and "role" is not null and "request" is null
     order by "roomId" desc limit ${MAX_JOINED_ROOMS}
   ) as m join "room_activity" a on a."roomId" = m."roomId"
   where (a."at", a."roomId") < ($2, $3) order by a."at" desc, a."roomId" desc limit $4`,
);
/** Sorts at most `MAX_FAVOURITES` rows. */
const selectFavouritesByActivity = prepared<
  [uid: string, at: number, roomId: string, limit: number],
  { roomId: string }
>(
  `select m."roomId" as "roomId" from (
     select "roomId" from "members" where "userId" = $1 and "favourite" is not null and "request" is null
     order by "roomId" desc limit ${MAX_FAVOURITES}
   ) as m join "room_activity" a on a."roomId" = m."roomId"
   where (a."at", a."roomId") < ($2, $3) order by a."at" desc, a."roomId" desc limit $4`,
);
/** Sorts at most `MAX_EXAMINED_REQUESTS` rows. */
const selectRequestsByActivity = prepared<
  [uid: string, at: number, roomId: string, limit: number],
  { roomId: string }
>(
  `select m."roomId" as "roomId" from (
     select "roomId" from "members" where "userId" = $1 and "request" = 'waiting'
     order by "roomId" desc limit ${MAX_EXAMINED_REQUESTS}
   ) as m join "room_activity" a on a."roomId" = m."roomId"
   where (a."at", a."roomId") < ($2, $3) order by a."at" desc, a."roomId" desc limit $4`,
);
const SELECT_MINE = {
  joined: selectJoinedByActivity,
  favourites: selectFavouritesByActivity,
  requests: selectRequestsByActivity,
};
const START_CURSOR: ListCursor = { at: Number.MAX_SAFE_INTEGER, roomId: '' };

/** Of `membership` and `read` in a row, in JSON; in a request, with the person who asks. */
const MAX_OWN_BYTES = 400;
const MAX_REQUEST_BYTES = 1_200;
const MAX_REQUESTS_PER_PAGE = 20;

export interface ListPage {
  rooms: ListedRoom[];
  next?: ListCursor;
}

export interface PageInput {
  before?: ListCursor | undefined;
  limit: number;
}

export async function findRoom(db: Db, roomId: string): Promise<Room | undefined> {
  const rows = await selectById(db, roomId);
  const [row] = rows;
  const [room] = await presentRows(db, rows);
  if (!room || !row) return undefined;
  return {
    ...room,
    description: row.description,
    ...(row.membersInvite === 0 && { membersInvite: false }),
    ...(row.pinCount > 0 && { pinCount: row.pinCount }),
    ...(row.guestCount > 0 && { guests: row.guestCount }),
    ...(row.retentionVersion !== null && {
      retention: presentRetention({ ...row, version: row.retentionVersion }),
    }),
  };
}

/** A page of the open rooms, the most recently active one first, of at most `limit` rows and 64 kB. */
export async function listOpenRooms(db: Db, { before = START_CURSOR, limit }: PageInput): Promise<ListPage> {
  const rows = await selectByActivity(db, before.at, before.roomId, limit + 1);
  return toPage(await presentRows(db, rows.slice(0, limit)), rows.length);
}

/** Like `listOpenRooms`, of the rooms of which a person is a member, of their favourites, or of requests. */
export async function listJoinedRooms(
  db: Db,
  uid: string,
  { before = START_CURSOR, limit, mine = true }: PageInput & { mine?: true | 'favourites' | 'requests' },
): Promise<ListPage> {
  const select = SELECT_MINE[mine === true ? 'joined' : mine];
  const isRequest = mine === 'requests';
  const count = isRequest ? Math.min(limit, MAX_REQUESTS_PER_PAGE) : limit;
  const found = await select(db, uid, before.at, before.roomId, count + 1);
  const roomIds = found.slice(0, count).map(({ roomId }) => roomId);
  const rows = new Map((await readListedRooms(db, roomIds)).map(row => [row.id, row]));
  return toPage(
    roomIds.flatMap(roomId => rows.get(roomId) ?? []),
    found.length,
    MAX_LISTED_BYTES - count * (isRequest ? MAX_REQUEST_BYTES : MAX_OWN_BYTES),
  );
}

/** `foundCount`: of rows from which the page could be filled. */
export function toPage(
  all: readonly ListedRoom[],
  foundCount: number,
  maxBytes = MAX_LISTED_BYTES,
): ListPage {
  const rooms = takeFittingRows(all, maxBytes);
  const last = rooms.at(-1);
  return { rooms, ...(last && rooms.length < foundCount && { next: toListCursor(last) }) };
}

/** In no particular order, without unknown rooms. */
export async function readListedRooms(db: Db, roomIds: readonly string[]): Promise<ListedRoom[]> {
  return presentRows(db, uniqueByRoom(await selectByIds(db, roomIds)));
}

/** What names a room beside a message of it. */
export type NamedRoom = Pick<ListedRoom, 'id' | 'kind' | 'name' | 'people' | 'archivedAt'>;

/** In no particular order, without unknown rooms. */
export async function readNamedRooms(db: Db, roomIds: readonly string[]): Promise<NamedRoom[]> {
  const rooms = await readListedRooms(db, roomIds);
  return rooms.map(({ id, kind, name, people, archivedAt }) => ({
    id,
    ...(kind && { kind }),
    name,
    ...(people && { people }),
    ...(archivedAt !== undefined && { archivedAt }),
  }));
}

function uniqueByRoom(rows: readonly RoomRow[]): RoomRow[] {
  return [...new Map(rows.map(row => [row.roomId, row])).values()];
}

async function presentRows(db: Db, rows: readonly RoomRow[]): Promise<ListedRoom[]> {
  const people = await readPeopleByUid(db, rows.flatMap(listUids));
  return rows.map(row => presentRow(row, people));
}

/** The people of a direct room. */
function listUids({ people }: RoomRow): string[] {
  return people?.split(' ') ?? [];
}

function presentRow(row: RoomRow, people: ReadonlyMap<string, Person>): ListedRoom {
  const { roomId: id, roomName, roomCreatedAt: createdAt, roomSeq: seq, incarnation, kind, archivedAt } = row;
  const room = {
    id,
    ...(kind !== 'open' && { kind }),
    name: roomName,
    ...(row.people !== null && { people: listUids(row).flatMap(uid => people.get(uid) ?? []) }),
    ...(archivedAt !== null && { archivedAt }),
    createdAt,
    seq,
    incarnation,
    ...(row.trimmedBefore !== null && { trimmedBefore: row.trimmedBefore }),
  };
  const { messageId, fileName: name, contentType, duration } = row;
  if (messageId === null) return toListedRoom(room, undefined);
  return toListedRoom(room, {
    id: messageId,
    seq: row.messageSeq,
    author: presentPerson(row),
    createdAt: row.messageAt,
    ...(row.messageText !== null && { text: row.messageText }),
    ...(name !== null &&
      contentType !== null && { file: { name, contentType, ...(duration !== null && { duration }) } }),
  });
}
