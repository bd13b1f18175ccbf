import { roomTopic, selfTopic } from '@snug/protocol';
import type { Mutation, MutationContext, Publication } from '../../db/mutation.ts';
import type { Db } from '../../db/schema.ts';
import type { DeletedFile } from '../../files/file-store.ts';
import { raiseFollowsVersion } from '../conversations/follow-store.ts';
import { deleteReplyCounts, recountReplies } from '../conversations/reply-counts.ts';
import { searchLog } from '../messages/search-log.ts';
import { countPins } from '../pins/pin-store.ts';
import { isHeld } from '../retention/holds.ts';
import { appendToLog, setLastMessage } from '../rooms/room-store.ts';
import { uncountMessages } from '../rooms/room-writers-store.ts';
import { storeSaved } from '../saved/saved-store.ts';
import {
  deleteOwnConversation,
  deleteReactionsOf,
  deleteTrimmedMessages,
  findNextTime,
  findTrimmedRoom,
  listConversationsLeft,
  listFollowsOf,
  listSavedOf,
  listTrimmedMessages,
  losesPins,
  storeErased,
  storeTrim,
  type TrimmedMessage,
  type TrimmedRoom,
} from './trim-store.ts';

/** Of one transaction. Sends wait for it. */
const MAX_MESSAGES = 50;
const MAX_BYTES = 100_000;
/** Of each kind, that belong to these messages. */
const MAX_ROWS = 500;

const NOTHING = { output: {}, publications: [] };

interface RoomRef {
  roomId: string;
}

/** What a room's rule takes out of its log. */
export interface TrimLimit {
  /** Messages from before this time go, in ms since 1970. */
  before: number;
  /** Whether pinned ones stay in the list of pins. */
  keepsPins: boolean;
}

/** Takes what is too old out of the log of a room. From its commit on, nobody reads it; the erasure of the rows follows. */
export const trimRoom: Mutation<RoomRef & TrimLimit, object> = {
  lockKeys: (_call, { roomId }) => [`room:${roomId}`],

  async run(db, call, { roomId, ...limit }) {
    const room = await findTrimmedRoom(db, roomId);
    // An earlier trim may have taken the pins, and a later one would show those that are not yet erased.
    if (!room || room.trimErasing !== null || (await isHeld(db, roomId))) return NOTHING;
    const before = await findTrimEnd(db, room, limit.before);
    if (before === undefined && !(await losesPins(db, room, limit))) return NOTHING;
    return publishTrim(db, call, room, {
      before: before ?? room.trimmedBefore ?? 0,
      keepsPins: limit.keepsPins,
    });
  },
};

async function publishTrim(
  db: Db,
  call: MutationContext,
  { id: roomId, lastMessageSeq }: TrimmedRoom,
  { before, keepsPins }: { before: number; keepsPins: boolean },
) {
  const { seq, incarnation } = await appendToLog(db, roomId, call);
  await storeTrim(db, roomId, { before, seq, keepsPins });
  if (lastMessageSeq !== null && lastMessageSeq < before) await setLastMessage(db, roomId);
  const pinCount = await countPins(db, roomId);
  const event = { type: 'room_trimmed' as const, roomId, seq, incarnation, before, pinCount };
  return { output: {}, publications: [{ topic: roomTopic(roomId), event }] };
}

/** The seq of the first message from `time` on, also a deleted one, or the end of the log; undefined if no message is older. */
async function findTrimEnd(
  db: Db,
  { id, seq, trimmedBefore }: TrimmedRoom,
  time: number,
): Promise<number | undefined> {
  const first = await findNextTime(db, id, trimmedBefore ?? 0);
  if (!first || first.createdAt >= time) return undefined;
  return (await searchLog([first.seq + 1, seq + 1], time, from => findNextTime(db, id, from))).end;
}

export interface ErasedPart {
  /** Whether trimmed rows are left. */
  hasMore: boolean;
  /** Whose bytes are still to be removed. */
  files: DeletedFile[];
}

/** Erases a part of the trimmed messages of a room, with everything that belongs to them. */
export const eraseTrimmed: Mutation<RoomRef, ErasedPart> = {
  isUnrepeatable: true,
  lockKeys: (_call, { roomId }) => [`room:${roomId}`],

  async run(db, _call, { roomId }) {
    const room = await findTrimmedRoom(db, roomId);
    if (!room || room.trimErasing === null || (await isHeld(db, roomId)))
      return { output: { hasMore: false, files: [] }, publications: [] };
    const messages = takeFitting(await listTrimmedMessages(db, room, MAX_MESSAGES));
    if (messages.length === 0) {
      await storeErased(db, roomId);
      return { output: { hasMore: false, files: [] }, publications: [] };
    }
    const ids = messages.map(({ id }) => id);
    const reactions = await deleteReactionsOf(db, roomId, ids, MAX_ROWS);
    const saved = await removeSaved(db, roomId, ids);
    // They can be any number, and the next part goes on with them.
    if (reactions === MAX_ROWS || saved.length === MAX_ROWS)
      return { output: { hasMore: true, files: [] }, publications: saved };
    const ended = await endConversations(db, room, messages);
    if (!ended.isDone)
      return { output: { hasMore: true, files: [] }, publications: [...saved, ...ended.publications] };
    const files = await deleteTrimmedMessages(db, roomId, messages);
    const live = messages.filter(({ deletedAt }) => deletedAt === null);
    for (const [uid, own] of Map.groupBy(live, ({ authorId }) => authorId))
      await uncountMessages(db, roomId, uid, own.length);
    for (const rootId of ended.left) await recountReplies(db, roomId, rootId);
    return { output: { hasMore: true, files }, publications: [...saved, ...ended.publications] };
  },
};

function takeFitting(messages: readonly TrimmedMessage[]): TrimmedMessage[] {
  let bytes = 0;
  return messages.filter((message, index) => {
    bytes += message.bytes ?? 0;
    return index === 0 || bytes <= MAX_BYTES;
  });
}

async function removeSaved(db: Db, roomId: string, ids: readonly string[]): Promise<Publication[]> {
  const publications: Publication[] = [];
  const rows = await listSavedOf(db, roomId, ids, MAX_ROWS);
  // In the order of ids: two rooms can change the versions of the same people.
  for (const { uid, messageId } of rows.toSorted((a, b) => compare(a.uid, b.uid))) {
    const version = await storeSaved(db, { uid, roomId, messageId }, null);
    const event = { type: 'saved_changed' as const, roomId, messageId, saved: null, version };
    publications.push({ topic: selfTopic(uid), event });
  }
  return publications;
}

interface EndedConversations {
  publications: Publication[];
  /** The conversations that go on, whose replies are counted again. */
  left: string[];
  /** False if some are left to the next part. */
  isDone: boolean;
}

/** Nobody follows a conversation of which no message is left. */
async function endConversations(
  db: Db,
  { id: roomId, trimmedBefore }: TrimmedRoom,
  messages: readonly TrimmedMessage[],
): Promise<EndedConversations> {
  const rootIds = [...new Set(messages.map(({ id, rootId }) => rootId ?? id))];
  const left = await listConversationsLeft(db, roomId, rootIds, trimmedBefore ?? 0);
  const ended = rootIds.filter(rootId => !left.includes(rootId));
  const rows = await listFollowsOf(db, roomId, ended, MAX_ROWS);
  const publications: Publication[] = [];
  for (const row of rows.toSorted((a, b) => compare(a.uid, b.uid))) {
    const { uid, rootId, follows } = row;
    await deleteOwnConversation(db, roomId, row);
    if (follows === null) continue;
    const version = await raiseFollowsVersion(db, uid);
    const event = { type: 'conversation_changed' as const, roomId, rootId, follows: false, version };
    publications.push({ topic: selfTopic(uid), event });
  }
  if (rows.length === MAX_ROWS) return { publications, left, isDone: false };
  await deleteReplyCounts(db, roomId, ended);
  return { publications, left, isDone: true };
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

export const TRIM_MUTATIONS = { trim_room: trimRoom, erase_trimmed: eraseTrimmed };
