import {
  CommandError,
  getLastActivityAt,
  type ListCursor,
  type ListedRoom,
  MAX_LISTED_BYTES,
  MAX_PREVIEW_LENGTH,
  type Position,
  type Room,
  takeFittingRows,
  toListCursor,
  toListedRoom,
} from '@snug/protocol';
import type { MutationContext } from '../db/mutation.ts';
import { prepared, preparedIn } from '../db/prepared.ts';
import type { Db, RoomTable } from '../db/schema.ts';
import { PERSON_COLUMNS, type PersonRow, presentPerson } from '../profiles/person.ts';
import { beginIncarnation } from './room-incarnations.ts';
import { indexName } from './room-names.ts';

interface RoomRow extends PersonRow {
  roomId: string;
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

const SELECT = `select r."id" as "roomId", r."name" as "roomName", r."description" as "description",
  r."createdAt" as "roomCreatedAt", r."seq" as "roomSeq", r."incarnation" as "incarnation", m."id" as "messageId", m."seq" as "messageSeq",
  m."createdAt" as "messageAt", substr(m."text", 1, ${MAX_PREVIEW_LENGTH}) as "messageText",
  f."name" as "fileName", f."contentType" as "contentType", f."duration" as "duration", ${PERSON_COLUMNS}`;
const JOINS = `left join "messages" m on m."roomId" = r."id" and m."seq" = r."lastMessageSeq"
  left join "users" u on u."id" = m."authorId"
  left join "files" f on f."id" = m."fileId"`;

const selectById = prepared<[roomId: string], RoomRow>(`${SELECT} from "rooms" r ${JOINS} where r."id" = $1`);
const selectByIds = preparedIn<[], RoomRow>(`${SELECT} from "rooms" r ${JOINS} where r."id" in ($values)`);
const selectByActivity = prepared<[at: number, roomId: string, limit: number], RoomRow>(
  `${SELECT} from "room_activity" a join "rooms" r on r."id" = a."roomId" ${JOINS}
   where (a."at", a."roomId") < ($1, $2) order by a."at" desc, a."roomId" desc limit $3`,
);
const selectPositionForPerson = prepared<[uid: string, roomId: string], Position>(
  `select r."seq" as "seq", r."incarnation" as "incarnation" from "rooms" r join "users" u on u."id" = $1 where r."id" = $2`,
);
const selectPeopleForRoom = preparedIn<[roomId: string], { id: string }>(
  `select u."id" as "id" from "users" u join "rooms" r on r."id" = $1 where u."id" in ($values)`,
);
const upsertActivity = prepared<[roomId: string, at: number], never>(
  `insert into "room_activity" ("roomId", "at") values ($1, $2)
   on conflict ("roomId") do update set "at" = excluded."at"`,
);
const selectPositionsForPerson = preparedIn<[uid: string], Pick<RoomTable, 'id' | 'seq'>>(
  `select r."id" as "id", r."seq" as "seq" from "rooms" r join "users" u on u."id" = $1 where r."id" in ($values)`,
);
const selectPositions = preparedIn<[], Pick<RoomTable, 'id' | 'seq'>>(
  `select "id", "seq" from "rooms" where "id" in ($values)`,
);
const selectPosition = prepared<[roomId: string], Position>(
  `select "seq", "incarnation" from "rooms" where "id" = $1`,
);
const advanceLog = prepared<
  [now: number, isMessage: number, roomId: string, incarnation: string],
  { seq: number; at: number }
>(
  `update "rooms" set "seq" = "seq" + 1,
     "changedAt" = case when "changedAt" < $1 then $1 else "changedAt" end,
     "lastMessageSeq" = case when $2 = 1 then "seq" + 1 else "lastMessageSeq" end
   where "id" = $3 and "incarnation" = $4 returning "seq", "changedAt" as "at"`,
);

const updateLastMessage = prepared<[roomId: string], never>(
  `update "rooms" set "lastMessageSeq" = (
     select m."seq" from "messages" m indexed by "messages_live"
     where m."roomId" = $1 and m."deletedAt" is null order by m."seq" desc limit 1
   ) where "id" = $1`,
);

export async function findRoom(db: Db, roomId: string): Promise<Room | undefined> {
  const [row] = await selectById(db, roomId);
  return row && presentRoom(row);
}

/** A page of the list, the most recently active room first, of at most `limit` rows and 64 kB. */
export async function listRooms(
  db: Db,
  { before, limit }: { before?: ListCursor | undefined; limit: number },
): Promise<{ rooms: ListedRoom[]; next?: ListCursor }> {
  const { at, roomId } = before ?? START_CURSOR;
  const rows = await selectByActivity(db, at, roomId, limit + 1);
  const rooms = takeFittingRows(rows.slice(0, limit).map(presentRow), MAX_LISTED_BYTES);
  const last = rooms.at(-1);
  return { rooms, ...(last && rooms.length < rows.length && { next: toListCursor(last) }) };
}

const START_CURSOR: ListCursor = { at: Number.MAX_SAFE_INTEGER, roomId: '' };

/** In no particular order, without unknown rooms. */
export async function readListedRooms(db: Db, roomIds: readonly string[]): Promise<ListedRoom[]> {
  return uniqueByRoom(await selectByIds(db, roomIds)).map(presentRow);
}

function uniqueByRoom(rows: readonly RoomRow[]): RoomRow[] {
  return [...new Map(rows.map(row => [row.roomId, row])).values()];
}

/** The room's position; undefined if the room or the person does not exist. */
export async function findPosition(db: Db, roomId: string, uid: string): Promise<Position | undefined> {
  const [row] = await selectPositionForPerson(db, uid, roomId);
  return row;
}

export async function readPosition(db: Db, roomId: string): Promise<Position | undefined> {
  const [row] = await selectPosition(db, roomId);
  return row;
}

/** Without unknown rooms. */
export async function findPositions(
  db: Db,
  roomIds: readonly string[],
  uid: string,
): Promise<Map<string, number>> {
  const rows = await selectPositionsForPerson(db, roomIds, uid);
  return new Map(rows.map(row => [row.id, row.seq]));
}

/** Returns those of the people who have an account, if the room exists. */
export async function findPeople(db: Db, roomId: string, uids: readonly string[]): Promise<Set<string>> {
  const rows = await selectPeopleForRoom(db, uids, roomId);
  return new Set(rows.map(({ id }) => id));
}

export async function readPositions(db: Db, roomIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await selectPositions(db, roomIds);
  return new Map(rows.map(row => [row.id, row.seq]));
}

/** Returns the next seq and `now`, or the time of the previous change if the clock went back. Throws `not_found`. */
export async function appendToLog(
  db: Db,
  roomId: string,
  { now, incarnation }: Pick<MutationContext, 'now' | 'incarnation'>,
  { isMessage = false } = {},
): Promise<Position & { at: number }> {
  const step = () => advanceLog(db, now, isMessage ? 1 : 0, roomId, incarnation);
  let [row] = await step();
  if (!row) {
    await beginIncarnation(db, roomId, incarnation);
    [row] = await step();
  }
  if (!row) throw new CommandError('not_found');
  if (isMessage) await upsertActivity(db, roomId, row.at);
  return { ...row, incarnation };
}

export async function findLastMessageSeq(db: Db, roomId: string): Promise<number | null | undefined> {
  const row = await db
    .selectFrom('rooms')
    .select('lastMessageSeq')
    .where('id', '=', roomId)
    .executeTakeFirst();
  return row?.lastMessageSeq;
}

export async function setLastMessage(db: Db, roomId: string): Promise<void> {
  await updateLastMessage(db, roomId);
  const room = await findRoom(db, roomId);
  if (room) await upsertActivity(db, roomId, getLastActivityAt(room));
}

export async function insertRoom(
  db: Db,
  room: Pick<RoomTable, 'id' | 'name' | 'description' | 'createdAt' | 'createdBy'>,
): Promise<void> {
  await db
    .insertInto('rooms')
    .values({ ...room, seq: 0, changedAt: room.createdAt, lastMessageSeq: null })
    .execute();
  await upsertActivity(db, room.id, room.createdAt);
  await indexName(db, room.id, room.name);
}

export async function findCreator(db: Db, roomId: string): Promise<string | undefined> {
  const row = await db.selectFrom('rooms').select('createdBy').where('id', '=', roomId).executeTakeFirst();
  return row?.createdBy;
}

export async function updateRoom(
  db: Db,
  roomId: string,
  texts: Pick<RoomTable, 'name' | 'description'>,
): Promise<void> {
  await db.updateTable('rooms').set(texts).where('id', '=', roomId).execute();
  await indexName(db, roomId, texts.name);
}

function presentRoom(row: RoomRow): Room {
  return { ...presentRow(row), description: row.description };
}

function presentRow(row: RoomRow): ListedRoom {
  const { roomId: id, roomName, roomCreatedAt: createdAt, roomSeq: seq, incarnation } = row;
  const room = { id, name: roomName, createdAt, seq, incarnation };
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
