import { MAX_COUNTED_REPLIES, type Message } from '@snug/protocol';
import { prepared, preparedIn } from '../../db/prepared.ts';
import type { Db } from '../../db/schema.ts';
import { BoundedRows } from '../../limits/bounded-rows.ts';
import { jsonBytes } from '../../limits/json-bytes.ts';
import { REPLY_COUNT_BYTES } from '../conversations/reply-counts.ts';
import { addMentioned, toMentionColumns } from '../mentions/message-mentions.ts';
import { afterTrimmed, trimmedBefore } from '../rooms/trimmed-log.ts';
import { toListing } from './file-listing.ts';
import { MESSAGE_COLUMNS, MESSAGE_JOINS, type MessageRow, presentMessage } from './message-row.ts';
import { toNoticeColumn } from './notice.ts';

/** Small, because the rows after the last fitting one are read for nothing. */
const ROWS_PER_READ = 16;

const FIRST = trimmedBefore('$1');
const AFTER = afterTrimmed('$2', '$1');
const FROM = `from "messages" m ${MESSAGE_JOINS}`;

/**
 * Messages that are not deleted, and those that an admin removed: up to `$3` of each, in no order. Without the hints, the engine
 * would use the primary key and read all deleted messages on its way.
 */
function selectShown(range: string, order: 'asc' | 'desc'): string {
  const select = (index: string, condition: string) =>
    `select "seq" from (select "seq" from "messages" indexed by "${index}"
       where "roomId" = $1 and ${range} and ${condition} order by "seq" ${order} limit $3) as "${index}"`;
  return `select ${MESSAGE_COLUMNS} from (
      ${select('messages_live', '"deletedAt" is null')} union all ${select('messages_removed', '"removed" is not null')}
    ) as "shown" join "messages" m on m."roomId" = $1 and m."seq" = "shown"."seq" ${MESSAGE_JOINS}`;
}

const selectById = prepared<[roomId: string, id: string], MessageRow>(
  `select ${MESSAGE_COLUMNS} ${FROM} where m."roomId" = $1 and m."id" = $2 and m."seq" >= ${FIRST}`,
);
const selectBySeqs = preparedIn<[roomId: string], MessageRow>(
  `select ${MESSAGE_COLUMNS} ${FROM} where m."roomId" = $1 and m."seq" in ($values) and m."deletedAt" is null and m."seq" >= ${FIRST}`,
);
const selectPageBefore = prepared<[roomId: string, before: number, limit: number], MessageRow>(
  selectShown(`"seq" < $2 and "seq" >= ${FIRST}`, 'desc'),
);
const selectPageAfter = prepared<[roomId: string, after: number, limit: number], MessageRow>(
  selectShown(`"seq" > ${AFTER}`, 'asc'),
);
// A message changes at its own seq or later. So rows of which no change follows the end of the trimmed ones are skipped by the index.
const selectChangedSince = prepared<[roomId: string, since: number, limit: number], MessageRow>(
  `select ${MESSAGE_COLUMNS} ${FROM} where m."roomId" = $1 and m."changedSeq" > ${AFTER} and m."seq" >= ${FIRST} order by m."changedSeq" limit $3`,
);
const insert = prepared<
  [
    roomId: string,
    seq: number,
    id: string,
    authorId: string,
    createdAt: number,
    changedSeq: number,
    text: string | null,
    fileId: string | null,
    replyTo: string | null,
    rootId: string | null,
    mentions: string | null,
    mentionsRoom: number | null,
    fileKind: string | null,
    links: number,
    notice: string | null,
  ],
  never
>(
  `insert into "messages"
     ("roomId", "seq", "id", "authorId", "createdAt", "changedSeq", "text", "fileId", "replyTo", "rootId",
      "mentions", "mentionsRoom", "fileKind", "links", "notice")
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`,
);
// The index has no bound on the root, which is a row of its own.
const selectConversationBefore = prepared<
  [roomId: string, rootId: string, before: number, limit: number],
  MessageRow
>(
  `select ${MESSAGE_COLUMNS} from "messages" m indexed by "messages_conversation" ${MESSAGE_JOINS}
   where m."roomId" = $1 and m."rootId" = $2 and m."seq" < $3 and m."seq" >= ${FIRST} and m."deletedAt" is null order by m."seq" desc limit $4`,
);
const selectConversationAfter = prepared<
  [roomId: string, rootId: string, after: number, limit: number],
  MessageRow
>(
  `select ${MESSAGE_COLUMNS} from "messages" m indexed by "messages_conversation" ${MESSAGE_JOINS}
   where m."roomId" = $1 and m."rootId" = $2 and m."seq" > ${afterTrimmed('$3', '$1')} and m."deletedAt" is null
   order by m."seq" limit $4`,
);
// One statement, so that the count belongs to the position.
const deleteSome = preparedIn<[roomId: string], never>(
  `delete from "messages" indexed by "messages_id" where "roomId" = $1 and "id" in ($values)`,
);
const countLive = prepared<[roomId: string, rootId: string], ConversationCount>(
  `select r."seq" as "seq", r."incarnation" as "incarnation",
     (select count(*) from (
        select 1 from "messages" m indexed by "messages_conversation"
        where m."roomId" = r."id" and m."rootId" = $2 and m."seq" >= ${FIRST} and m."deletedAt" is null limit ${MAX_COUNTED_REPLIES}
      ) as "replies")
     + (select count(*) from "messages" m where m."roomId" = r."id" and m."id" = $2 and m."seq" >= ${FIRST}
        and m."deletedAt" is null) as "count"
   from "rooms" r where r."id" = $1`,
);

/** Also a deleted message. */
export async function findMessage(db: Db, roomId: string, id: string): Promise<Message | undefined> {
  const rows = await selectById(db, roomId, id);
  const [message] = await addMentioned(db, rows.map(presentMessage));
  return message;
}

/** Those at these places that are not deleted, in no order. Without the people whom they mention. */
export async function readMessagesAt(db: Db, roomId: string, seqs: readonly number[]): Promise<Message[]> {
  return seqs.length === 0 ? [] : (await selectBySeqs(db, seqs.map(String), roomId)).map(presentMessage);
}

/** Oldest first. Returns fewer than `limit` messages, but at least one, if they exceed `bytes` of JSON. */
export async function readPage(
  db: Db,
  roomId: string,
  before: number,
  limit: number,
  bytes = Number.POSITIVE_INFINITY,
): Promise<{ messages: Message[]; hasOlder: boolean }> {
  const read = async (from: number, count: number) =>
    (await selectPageBefore(db, roomId, from, count)).toSorted((a, b) => b.seq - a.seq).slice(0, count);
  return readOlder(db, { read, from: before, limit, bytes });
}

/** The first messages after the seq `after`, and whether there are newer ones; bounded as in `readPage`. */
export async function readPageAfter(
  db: Db,
  roomId: string,
  after: number,
  limit: number,
  bytes = Number.POSITIVE_INFINITY,
): Promise<{ messages: Message[]; hasNewer: boolean }> {
  const read = async (from: number, count: number) =>
    (await selectPageAfter(db, roomId, from, count)).toSorted((a, b) => a.seq - b.seq).slice(0, count);
  return readNewer(db, { read, from: after, limit, bytes });
}

/** Replies of a conversation, like `readPage`. */
export async function readRepliesBefore(
  db: Db,
  { roomId, rootId }: ConversationRef,
  before: number,
  limit: number,
  bytes: number,
): Promise<{ messages: Message[]; hasOlder: boolean }> {
  const read = (from: number, count: number) => selectConversationBefore(db, roomId, rootId, from, count);
  return readOlder(db, { read, from: before, limit, bytes });
}

/** Replies of a conversation, like `readPageAfter`. */
export async function readRepliesAfter(
  db: Db,
  { roomId, rootId }: ConversationRef,
  after: number,
  limit: number,
  bytes: number,
): Promise<{ messages: Message[]; hasNewer: boolean }> {
  const read = (from: number, count: number) => selectConversationAfter(db, roomId, rootId, from, count);
  return readNewer(db, { read, from: after, limit, bytes });
}

export interface ConversationRef {
  roomId: string;
  rootId: string;
}

export interface ConversationCount {
  /** The position of the room, with its incarnation. */
  seq: number;
  incarnation: string;
  /** At most `MAX_COUNTED_REPLIES` replies, and the first message unless it is deleted. */
  count: number;
}

export async function countConversation(
  db: Db,
  { roomId, rootId }: ConversationRef,
): Promise<ConversationCount | undefined> {
  const [row] = await countLive(db, roomId, rootId);
  return row;
}

/** All messages that changed after the position `since`; undefined if they exceed `limit` or `bytes`. */
export async function readChanges(
  db: Db,
  roomId: string,
  since: number,
  limit: number,
  bytes = Number.POSITIVE_INFINITY,
): Promise<Message[] | undefined> {
  const read = (from: number, count: number) => selectChangedSince(db, roomId, from, count);
  const { messages, hasMore } = await readFittingMessages(db, {
    read,
    seqColumn: 'changedSeq',
    from: since,
    limit,
    bytes,
  });
  return hasMore ? undefined : messages;
}

/** The first message that changed after the position `since`. */
export async function readNextChanged(db: Db, roomId: string, since: number): Promise<Message | undefined> {
  const rows = await selectChangedSince(db, roomId, since, 1);
  return (await addMentioned(db, rows.map(presentMessage)))[0];
}

interface PageQuery {
  read: (from: number, count: number) => Promise<MessageRow[]>;
  /** The order of the rows. */
  seqColumn?: 'seq' | 'changedSeq';
  from: number;
  limit: number;
  bytes: number;
}

async function readOlder(db: Db, query: PageQuery): Promise<{ messages: Message[]; hasOlder: boolean }> {
  const { messages, hasMore } = await readFittingMessages(db, query);
  return { messages: messages.toReversed(), hasOlder: hasMore };
}

async function readNewer(db: Db, query: PageQuery): Promise<{ messages: Message[]; hasNewer: boolean }> {
  const { messages, hasMore } = await readFittingMessages(db, query);
  return { messages, hasNewer: hasMore };
}

/** Reserves space for `mine`, which differs per reader, and for the number of replies beside the messages. */
export function addFittingMessage(rows: BoundedRows<Message>, message: Message): boolean {
  const { reactions, customReactions } = message;
  const mine = reactions ? jsonBytes({ mine: Object.keys(reactions) }) : 0;
  const customMine = customReactions ? jsonBytes({ customMine: Object.keys(customReactions) }) : 0;
  return rows.add(message, REPLY_COUNT_BYTES + mine + customMine);
}

async function readFittingMessages(db: Db, { read, seqColumn = 'seq', from, limit, bytes }: PageQuery) {
  const fittingRows = new BoundedRows<Message>(bytes);
  const messages = fittingRows.rows;
  const step = Number.isFinite(bytes) ? ROWS_PER_READ : limit + 1;
  for (let next = from; ; ) {
    const count = Math.min(step, limit + 1 - messages.length);
    const some = await addMentioned(db, (await read(next, count)).map(presentMessage));
    for (const message of some) {
      const isLeftOut = messages.length === limit || !addFittingMessage(fittingRows, message);
      if (isLeftOut) return { messages, hasMore: true };
    }
    if (some.length < count) return { messages, hasMore: false };
    next = some.at(-1)?.[seqColumn] ?? next;
  }
}

export async function insertMessage(db: Db, message: Message): Promise<void> {
  const { roomId, seq, id, author, createdAt, changedSeq, text = null, file, reply, rootId = null } = message;
  const place = [roomId, seq, id, author.uid, createdAt, changedSeq] as const;
  const references = [file?.id ?? null, reply?.id ?? null, rootId] as const;
  const columns = [...toMentionColumns(message), ...toListing(message), toNoticeColumn(message)] as const;
  await insert(db, ...place, text, ...references, ...columns);
}

/** Removes everything but the row, so that its id and its seq are never used again. */
export async function eraseMessage(
  db: Db,
  { roomId, id }: Pick<Message, 'roomId' | 'id'>,
  changedSeq: number,
  deletedAt: number,
  isRemoved: boolean,
): Promise<void> {
  await db.deleteFrom('reactions').where('roomId', '=', roomId).where('messageId', '=', id).execute();
  await db
    .updateTable('messages')
    .set({
      text: null,
      fileId: null,
      reactions: null,
      customReactions: null,
      revision: null,
      editedAt: null,
      editIds: null,
      replyTo: null,
      mentions: null,
      mentionsRoom: null,
      pinnedAt: null,
      pinnedBy: null,
      fileKind: null,
      links: 0,
      changedSeq,
      deletedAt,
      removed: isRemoved ? 1 : null,
    })
    .where('roomId', '=', roomId)
    .where('id', '=', id)
    .execute();
}

/** Rows of a room that is deleted, or that lie before its trimmed beginning. */
export async function deleteMessages(db: Db, roomId: string, ids: readonly string[]): Promise<void> {
  await deleteSome(db, ids, roomId);
}
