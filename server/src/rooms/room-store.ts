import { CommandError, MAX_PREVIEW_LENGTH, type Room } from '@snug/protocol';
import { prepared, preparedIn } from '../db/prepared.ts';
import type { Db, RoomTable } from '../db/schema.ts';
import { PERSON_COLUMNS, type PersonRow, presentPerson } from '../profiles/person.ts';

interface RoomRow extends PersonRow {
  roomId: string;
  roomName: string;
  description: string;
  roomCreatedAt: number;
  roomSeq: number;
  /** Null, like all of the author, in a room without messages. */
  messageId: string | null;
  messageSeq: number;
  messageAt: number;
  messageText: string | null;
  fileName: string | null;
  contentType: string | null;
}

const SELECT = `select r."id" as "roomId", r."name" as "roomName", r."description" as "description",
  r."createdAt" as "roomCreatedAt", r."seq" as "roomSeq", m."id" as "messageId", m."seq" as "messageSeq",
  m."createdAt" as "messageAt", substr(m."text", 1, ${MAX_PREVIEW_LENGTH}) as "messageText",
  f."name" as "fileName", f."contentType" as "contentType", ${PERSON_COLUMNS}
  from "rooms" r
  left join "messages" m on m."roomId" = r."id" and m."seq" = r."lastMessageSeq"
  left join "users" u on u."id" = m."authorId"
  left join "files" f on f."id" = m."fileId"`;

const byId = prepared<[roomId: string], RoomRow>(`${SELECT} where r."id" = $1`);
const byActivity = prepared<[], RoomRow>(
  `${SELECT} order by coalesce(m."createdAt", r."createdAt") desc, r."id" desc`,
);
const position = prepared<[uid: string, roomId: string], { seq: number }>(
  `select r."seq" as "seq" from "rooms" r join "users" u on u."id" = $1 where r."id" = $2`,
);
const totals = prepared<[], { rooms: number; changes: number }>(
  `select count(*) as "rooms", coalesce(sum("seq"), 0) as "changes" from "rooms"`,
);
const positions = preparedIn<[], Pick<RoomTable, 'id' | 'seq'>>(
  `select "id", "seq" from "rooms" where "id" in ($values)`,
);
const advance = prepared<
  [now: number, again: number, isMessage: number, roomId: string],
  { seq: number; at: number }
>(
  `update "rooms" set "seq" = "seq" + 1,
     "changedAt" = case when "changedAt" < $1 then $2 else "changedAt" end,
     "lastMessageSeq" = case when $3 = 1 then "seq" + 1 else "lastMessageSeq" end
   where "id" = $4 returning "seq", "changedAt" as "at"`,
);

export async function findRoom(db: Db, roomId: string): Promise<Room | undefined> {
  const [row] = await byId(db, roomId);
  return row && presentRoom(row);
}

/** All rooms, the most recently active one first. */
export async function listRooms(db: Db): Promise<Room[]> {
  return (await byActivity(db)).map(presentRoom);
}

/** How many rooms there are, and how many changes in all of them together: the same numbers mean the same rooms. */
export async function readTotals(db: Db): Promise<{ rooms: number; changes: number }> {
  const [row] = await totals(db);
  return row ?? { rooms: 0, changes: 0 };
}

/** Where the room's log stands, for a person; undefined where either is not there. */
export async function findPosition(db: Db, roomId: string, uid: string): Promise<number | undefined> {
  const [row] = await position(db, uid, roomId);
  return row?.seq;
}

/** Where the logs of several rooms stand. */
export async function readPositions(db: Db, roomIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await positions(db, roomIds);
  return new Map(rows.map(row => [row.id, row.seq]));
}

/**
 * Takes the next place in the room's log, and the time that stands there: `now`, or that of the change before
 * where the clock went back. Throws `not_found`.
 */
export async function nextInLog(
  db: Db,
  roomId: string,
  now: number,
  { isMessage = false } = {},
): Promise<{ seq: number; at: number }> {
  const [row] = await advance(db, now, now, isMessage ? 1 : 0, roomId);
  if (!row) throw new CommandError('not_found');
  return row;
}

export async function findLastMessageSeq(db: Db, roomId: string): Promise<number | null | undefined> {
  const row = await db
    .selectFrom('rooms')
    .select('lastMessageSeq')
    .where('id', '=', roomId)
    .executeTakeFirst();
  return row?.lastMessageSeq;
}

/** Looks again which message is the room's last one; none where all are deleted. */
export async function setLastMessage(db: Db, roomId: string): Promise<void> {
  await db
    .updateTable('rooms')
    .set(room => ({
      lastMessageSeq: room
        .selectFrom('messages')
        .select('messages.seq')
        .where('messages.roomId', '=', roomId)
        .where('messages.deletedAt', 'is', null)
        .orderBy('messages.seq', 'desc')
        .limit(1),
    }))
    .where('id', '=', roomId)
    .execute();
}

/** Stores a new room, its log empty. */
export async function insertRoom(
  db: Db,
  room: Pick<RoomTable, 'id' | 'name' | 'description' | 'createdAt' | 'createdBy'>,
): Promise<void> {
  await db
    .insertInto('rooms')
    .values({ ...room, seq: 0, changedAt: room.createdAt, lastMessageSeq: null })
    .execute();
}

export async function findCreator(db: Db, roomId: string): Promise<string | undefined> {
  const row = await db.selectFrom('rooms').select('createdBy').where('id', '=', roomId).executeTakeFirst();
  return row?.createdBy;
}

export async function updateRoom(
  db: Db,
  roomId: string,
  words: Pick<RoomTable, 'name' | 'description'>,
): Promise<void> {
  await db.updateTable('rooms').set(words).where('id', '=', roomId).execute();
}

function presentRoom(row: RoomRow): Room {
  const room = {
    id: row.roomId,
    name: row.roomName,
    description: row.description,
    createdAt: row.roomCreatedAt,
    seq: row.roomSeq,
  };
  const { messageId, fileName: name, contentType } = row;
  if (messageId === null) return room;
  const lastMessage = {
    id: messageId,
    seq: row.messageSeq,
    author: presentPerson(row),
    createdAt: row.messageAt,
    ...(row.messageText !== null && { text: row.messageText }),
    ...(name !== null && contentType !== null && { file: { name, contentType } }),
  };
  return { ...room, lastMessage };
}
