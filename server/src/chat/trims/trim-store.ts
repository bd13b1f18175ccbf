import { prepared, preparedIn } from '../../db/prepared.ts';
import type { Db } from '../../db/schema.ts';
import { deleteMessages } from '../messages/message-store.ts';
import type { LogTime } from '../messages/search-log.ts';

export interface TrimmedRoom {
  id: string;
  kind: 'open' | 'private' | 'direct';
  seq: number;
  lastMessageSeq: number | null;
  trimmedBefore: number | null;
  trimmedPins: number | null;
  trimErasing: number | null;
}

export interface TrimmedMessage {
  id: string;
  seq: number;
  authorId: string;
  rootId: string | null;
  fileId: string | null;
  deletedAt: number | null;
  bytes: number | null;
}

const ROOM = `"id", "kind", "seq", "lastMessageSeq", "trimmedBefore", "trimmedPins", "trimErasing"`;

const selectRoom = prepared<[roomId: string], TrimmedRoom>(
  `select ${ROOM} from "rooms" where "id" = $1 and "deletedAt" is null`,
);
const selectRoomsAfter = prepared<[after: string, limit: number], TrimmedRoom>(
  `select ${ROOM} from "rooms" where "id" > $1 and "deletedAt" is null order by "id" limit $2`,
);
const selectErasing = prepared<[after: string], TrimmedRoom>(
  `select ${ROOM} from "rooms" indexed by "rooms_trim_erasing"
   where "trimErasing" is not null and "deletedAt" is null and "id" > $1 order by "id" limit 1`,
);
const selectNext = prepared<[roomId: string, seq: number], LogTime>(
  `select "seq", "createdAt" from "messages" where "roomId" = $1 and "seq" >= $2 order by "seq" limit 1`,
);
const selectPinBelow = prepared<[roomId: string, before: number], { seq: number }>(
  `select "seq" from "messages" indexed by "messages_pinned"
   where "roomId" = $1 and "pinnedAt" is not null and "deletedAt" is null and "seq" < $2 limit 1`,
);
const updateTrim = prepared<[before: number, seq: number, pins: number | null, roomId: string], never>(
  `update "rooms" set "trimmedBefore" = $1, "trimmedSeq" = $2, "trimmedPins" = $3, "trimErasing" = 1 where "id" = $4`,
);
const endErasure = prepared<[roomId: string], never>(
  `update "rooms" set "trimErasing" = null where "id" = $1`,
);
const beginErasure = prepared<[roomId: string, seq: number], never>(
  `update "rooms" set "trimErasing" = 1 where "id" = $1 and "trimmedBefore" > $2`,
);
const selectTrimmed = prepared<[roomId: string, seq: number], { id: string }>(
  `select "id" from "rooms" where "id" = $1 and "trimmedBefore" > $2`,
);
// The kept pins, at most `MAX_PINS`, are read again in each step.
const selectMessages = prepared<
  [roomId: string, before: number, keepsPins: number, limit: number],
  TrimmedMessage
>(
  `select "id", "seq", "authorId", "rootId", "fileId", "deletedAt", octet_length("text") as "bytes" from "messages"
   where "roomId" = $1 and "seq" < $2 and ($3 = 0 or "pinnedAt" is null) order by "seq" limit $4`,
);
const deleteReactions = preparedIn<[roomId: string, limit: number], { messageId: string }>(
  `delete from "reactions" where ("roomId", "messageId", "userId", "emoji") in (
     select "roomId", "messageId", "userId", "emoji" from "reactions" where "roomId" = $1 and "messageId" in ($values) limit $2
   ) returning "messageId"`,
);
const selectSaved = preparedIn<[roomId: string, limit: number], SavedRow>(
  `select "userId" as "uid", "messageId" from "saved" where "roomId" = $1 and "messageId" in ($values) limit $2`,
);
const deleteMentions = preparedIn<[roomId: string], never>(
  `delete from "mentions" where "roomId" = $1 and "seq" in ($values)`,
);
// By their ids: for a long list, an engine could take the index of states and read all sent files.
const releaseFiles = preparedIn<[], { id: string; key: string }>(
  `update "files" set "state" = 'deleted', "roomId" = null where "id" in ($values) and "state" || '' = 'sent' returning "id", "key"`,
);
const selectLeft = preparedIn<[roomId: string, before: number], { rootId: string }>(
  `select asked."column1" as "rootId" from (values $rows) as asked where exists (
     select 1 from "messages" m indexed by "messages_conversation"
     where m."roomId" = $1 and m."rootId" = asked."column1" and m."seq" >= $2 and m."deletedAt" is null
   )`,
);
const selectFollows = preparedIn<[roomId: string, limit: number], FollowRow>(
  `select "userId" as "uid", "rootId", "follows" from "own_conversations" indexed by "own_conversations_room"
   where "roomId" = $1 and "rootId" in ($values) limit $2`,
);
const deleteFollow = prepared<[uid: string, roomId: string, rootId: string], never>(
  `delete from "own_conversations" where "userId" = $1 and "roomId" = $2 and "rootId" = $3`,
);

export interface SavedRow {
  uid: string;
  messageId: string;
}

export interface FollowRow {
  uid: string;
  rootId: string;
  follows: number | null;
}

export async function findTrimmedRoom(db: Db, roomId: string): Promise<TrimmedRoom | undefined> {
  return (await selectRoom(db, roomId))[0];
}

export function listRoomsAfter(db: Db, after: string, limit: number): Promise<TrimmedRoom[]> {
  return selectRoomsAfter(db, after, limit);
}

/** The next room after `after` of which trimmed messages are still to be erased. */
export async function findErasing(db: Db, after: string): Promise<TrimmedRoom | undefined> {
  return (await selectErasing(db, after))[0];
}

/** The first message at `seq` or later, also a deleted one. */
export async function findNextTime(db: Db, roomId: string, seq: number): Promise<LogTime | undefined> {
  return (await selectNext(db, roomId, seq))[0];
}

/** Whether the pins that an earlier trim has left must go, too. */
export async function losesPins(
  db: Db,
  { id, trimmedBefore, trimmedPins }: TrimmedRoom,
  { keepsPins }: { keepsPins: boolean },
): Promise<boolean> {
  if (keepsPins || trimmedPins === null) return false;
  return (await selectPinBelow(db, id, trimmedBefore ?? 0)).length > 0;
}

/** `seq`: of the step that trims. */
export async function storeTrim(
  db: Db,
  roomId: string,
  { before, seq, keepsPins }: { before: number; seq: number; keepsPins: boolean },
): Promise<void> {
  await updateTrim(db, before, seq, keepsPins ? 1 : null, roomId);
}

export async function storeErased(db: Db, roomId: string): Promise<void> {
  await endErasure(db, roomId);
}

/** A pinned message that a trim had left is deleted: a job erases its row. */
export async function eraseIfTrimmed(db: Db, roomId: string, seq: number): Promise<void> {
  await beginErasure(db, roomId, seq);
}

export async function isTrimmed(db: Db, { roomId, seq }: { roomId: string; seq: number }): Promise<boolean> {
  return (await selectTrimmed(db, roomId, seq)).length > 0;
}

/** The first ones, without the pins that stay. */
export function listTrimmedMessages(
  db: Db,
  { id, trimmedBefore, trimmedPins }: TrimmedRoom,
  limit: number,
): Promise<TrimmedMessage[]> {
  return selectMessages(db, id, trimmedBefore ?? 0, trimmedPins ?? 0, limit);
}

/** At most `limit`. Returns their number. */
export async function deleteReactionsOf(
  db: Db,
  roomId: string,
  ids: readonly string[],
  limit: number,
): Promise<number> {
  return (await deleteReactions(db, ids, roomId, limit)).length;
}

export function listSavedOf(
  db: Db,
  roomId: string,
  ids: readonly string[],
  limit: number,
): Promise<SavedRow[]> {
  return selectSaved(db, ids, roomId, limit);
}

/** Marks their files as deleted, and returns these. */
export async function deleteTrimmedMessages(
  db: Db,
  roomId: string,
  messages: readonly TrimmedMessage[],
): Promise<{ id: string; key: string }[]> {
  const ids = messages.map(({ id }) => id);
  await deleteMentions(
    db,
    messages.map(({ seq }) => String(seq)),
    roomId,
  );
  await deleteMessages(db, roomId, ids);
  const files = messages.flatMap(({ fileId }) => fileId ?? []);
  return releaseFiles(db, files);
}

/** Those of the conversations that have a message that is not trimmed. Their first ones are. */
export async function listConversationsLeft(
  db: Db,
  roomId: string,
  rootIds: readonly string[],
  before: number,
): Promise<string[]> {
  return (await selectLeft(db, rootIds, roomId, before)).map(({ rootId }) => rootId);
}

export async function listFollowsOf(
  db: Db,
  roomId: string,
  rootIds: readonly string[],
  limit: number,
): Promise<FollowRow[]> {
  return selectFollows(db, rootIds, roomId, limit);
}

export async function deleteOwnConversation(
  db: Db,
  roomId: string,
  { uid, rootId }: FollowRow,
): Promise<void> {
  await deleteFollow(db, uid, roomId, rootId);
}
