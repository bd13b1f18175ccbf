import { MAX_UNREAD, type ReadState } from '@snug/protocol';
import type { OwnConversationTable, ReplyCountTable } from '@snug/server/db/conversation-tables.ts';
import type { MentionTable } from '@snug/server/db/mention-tables.ts';
import type {
  BlockTable,
  Db,
  MemberTable,
  MessageTable,
  ReadTable,
  RoomTable,
} from '@snug/server/db/schema.ts';
import type { Selectable } from 'kysely';

/** Everything on which the numbers of unread messages depend, without what a trim took. */
export interface StoredReads {
  rooms: Selectable<RoomTable>[];
  /** With deleted ones; by room and seq. */
  messages: Selectable<MessageTable>[];
  mentions: Selectable<MentionTable>[];
  reads: Selectable<ReadTable>[];
  conversations: Selectable<OwnConversationTable>[];
  replyCounts: Selectable<ReplyCountTable>[];
  blocks: Selectable<BlockTable>[];
  members: Selectable<MemberTable>[];
}

export async function readStoredReads(db: Db): Promise<StoredReads> {
  const rooms = await db.selectFrom('rooms').selectAll().execute();
  const begins = new Map(rooms.map(({ id, trimmedBefore }) => [id, trimmedBefore ?? 0]));
  const isLeft = ({ roomId, seq }: { roomId: string; seq: number }) => seq >= (begins.get(roomId) ?? 0);
  const messages = await db.selectFrom('messages').selectAll().orderBy('roomId').orderBy('seq').execute();
  const mentions = await db.selectFrom('mentions').selectAll().execute();
  return {
    rooms,
    messages: messages.filter(isLeft),
    mentions: mentions.filter(isLeft),
    reads: await db.selectFrom('reads').selectAll().execute(),
    conversations: await db.selectFrom('own_conversations').selectAll().execute(),
    replyCounts: await db.selectFrom('reply_counts').selectAll().execute(),
    blocks: await db.selectFrom('blocks').selectAll().execute(),
    members: await db.selectFrom('members').selectAll().execute(),
  };
}

export type ShownReads = Pick<ReadState, 'readSeq' | 'version' | 'unread' | 'mentions'>;

export function pickShownReads({ readSeq, version, unread, mentions }: ReadState): ShownReads {
  return { readSeq, version, unread, mentions };
}

/** All that a device shows of a room, counted row by row, without the statements of the server. Undefined for others than members. */
export function countReads(stored: StoredReads, uid: string, roomId: string): ShownReads | undefined {
  const isTheirs = createIsTheirs(uid, roomId);
  const room = stored.rooms.find(({ id }) => id === roomId);
  const member = stored.members.find(isTheirs);
  if (!room || room.deletedAt !== null || !member?.role) return undefined;
  const cursor = stored.reads.find(isTheirs);
  if (!cursor) return { readSeq: room.seq, version: 0, unread: 0, mentions: 0 };
  const position = { readSeq: cursor.seq, version: cursor.version };
  if (member.request !== null) return { ...position, unread: 0, mentions: 0 };
  const counts = createCounts(stored, uid, roomId, cursor.seq);
  const unread = stored.messages.filter(row => counts(row) && row.deletedAt === null);
  const mentions = stored.mentions.filter(row => counts(row) && isTheirs(row) && row.outside === null);
  const everyone = unread.filter(row => row.mentionsRoom !== null);
  // A message counts once, also if it names both the person and everyone.
  const mentioned = new Set([...mentions, ...everyone].map(({ seq }) => seq));
  return {
    ...position,
    unread: Math.min(MAX_UNREAD, unread.length),
    mentions: Math.min(MAX_UNREAD, mentioned.size),
  };
}

/** The seqs of the messages that are unread for a member. */
export function listUnread(stored: StoredReads, uid: string, roomId: string): number[] {
  const cursor = stored.reads.find(createIsTheirs(uid, roomId));
  if (!cursor) return [];
  const counts = createCounts(stored, uid, roomId, cursor.seq);
  return stored.messages.filter(row => counts(row) && row.deletedAt === null).map(({ seq }) => seq);
}

function createIsTheirs(uid: string, roomId: string): (row: { userId: string; roomId: string }) => boolean {
  return row => row.userId === uid && row.roomId === roomId;
}

/** Whether a message of the room is unread by rule R, and of somebody who is not silent for the person. */
function createCounts(
  stored: StoredReads,
  uid: string,
  roomId: string,
  roomSeq: number,
): (row: { roomId: string; seq: number; authorId: string }) => boolean {
  const silent = new Set(stored.blocks.filter(({ userId }) => userId === uid).map(row => row.blockedId));
  silent.add(uid);
  const isRead = createRuleR(stored, uid, roomId, roomSeq);
  return row => row.roomId === roomId && !isRead(row.seq) && !silent.has(row.authorId);
}

/** Rule R: a message is read if it is at or below the cursor of its room, or at or below that of its conversation. */
function createRuleR(
  { messages, conversations }: StoredReads,
  uid: string,
  roomId: string,
  roomSeq: number,
): (seq: number) => boolean {
  const own = conversations.filter(row => row.userId === uid && row.roomId === roomId);
  const cursors = new Map(own.map(({ rootId, seq }) => [rootId, seq]));
  const roots = new Map(
    messages.filter(row => row.roomId === roomId).map(row => [row.seq, row.rootId ?? row.id]),
  );
  return seq => seq <= Math.max(roomSeq, cursors.get(roots.get(seq) ?? '') ?? 0);
}
