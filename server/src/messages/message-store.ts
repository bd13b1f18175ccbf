import type { Message } from '@snug/protocol';
import { prepared } from '../db/prepared.ts';
import type { Db } from '../db/schema.ts';
import { PERSON_COLUMNS, type PersonRow, presentPerson } from '../profiles/person.ts';

interface MessageRow extends PersonRow {
  id: string;
  roomId: string;
  seq: number;
  changedSeq: number;
  createdAt: number;
  text: string | null;
}

// The author is joined, not copied: a new name shows on old messages, too.
const SELECT = `select m."id" as "id", m."roomId" as "roomId", m."seq" as "seq", m."changedSeq" as "changedSeq",
  m."createdAt" as "createdAt", m."text" as "text", ${PERSON_COLUMNS}
  from "messages" m join "users" u on u."id" = m."authorId"`;

const byId = prepared<[id: string], MessageRow>(`${SELECT} where m."id" = $1`);
const pageBefore = prepared<[roomId: string, before: number, limit: number], MessageRow>(
  `${SELECT} where m."roomId" = $1 and m."seq" < $2 order by m."seq" desc limit $3`,
);
const changedSince = prepared<[roomId: string, since: number, limit: number], MessageRow>(
  `${SELECT} where m."roomId" = $1 and m."changedSeq" > $2 order by m."changedSeq" limit $3`,
);
const insert = prepared<
  [
    roomId: string,
    seq: number,
    id: string,
    authorId: string,
    createdAt: number,
    changedSeq: number,
    text: string,
  ],
  never
>(
  `insert into "messages" ("roomId", "seq", "id", "authorId", "createdAt", "changedSeq", "text")
   values ($1, $2, $3, $4, $5, $6, $7)`,
);

export async function findMessage(db: Db, id: string): Promise<Message | undefined> {
  const [row] = await byId(db, id);
  return row && presentMessage(row);
}

/** The last `limit` messages before the seq `before`, oldest first, and whether there are older ones. */
export async function readPage(
  db: Db,
  roomId: string,
  before: number,
  limit: number,
): Promise<{ messages: Message[]; hasOlder: boolean }> {
  const rows = await pageBefore(db, roomId, before, limit + 1);
  return { messages: rows.slice(0, limit).toReversed().map(presentMessage), hasOlder: rows.length > limit };
}

/** Every message that changed after the position `since`, or undefined where that is more than `limit`. */
export async function readChanges(
  db: Db,
  roomId: string,
  since: number,
  limit: number,
): Promise<Message[] | undefined> {
  const rows = await changedSince(db, roomId, since, limit + 1);
  return rows.length > limit ? undefined : rows.map(presentMessage);
}

export async function insertMessage(db: Db, message: Message): Promise<void> {
  const { roomId, seq, id, author, createdAt, changedSeq, text = '' } = message;
  await insert(db, roomId, seq, id, author.uid, createdAt, changedSeq, text);
}

function presentMessage(row: MessageRow): Message {
  const { id, roomId, seq, changedSeq, createdAt, text } = row;
  return {
    id,
    roomId,
    seq,
    changedSeq,
    author: presentPerson(row),
    createdAt,
    ...(text !== null && { text }),
  };
}
