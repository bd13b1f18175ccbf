import { MAX_RESULT_BYTES, type Message, type Reactions } from '@snug/protocol';
import { prepared, preparedIn } from '../../db/prepared.ts';
import type { Db } from '../../db/schema.ts';
import { BoundedRows } from '../../limits/bounded-rows.ts';

interface PersonReaction {
  uid: string;
  emoji: string;
}

type MessageRef = Pick<Message, 'roomId' | 'id'>;
type ReactionKey = [roomId: string, messageId: string, userId: string, emoji: string];

const insert = prepared<ReactionKey, { emoji: string }>(
  `insert into "reactions" ("roomId", "messageId", "userId", "emoji") values ($1, $2, $3, $4)
   on conflict do nothing returning "emoji"`,
);
const remove = prepared<ReactionKey, { emoji: string }>(
  `delete from "reactions" where "roomId" = $1 and "messageId" = $2 and "userId" = $3 and "emoji" = $4
   returning "emoji"`,
);
const setCounts = prepared<
  [reactions: string | null, changedSeq: number, roomId: string, messageId: string],
  never
>(`update "messages" set "reactions" = $1, "changedSeq" = $2 where "roomId" = $3 and "id" = $4`);
const selectByPerson = preparedIn<[uid: string, roomId: string], { messageId: string; emoji: string }>(
  `select "messageId", "emoji" from "reactions"
   where "userId" = $1 and "roomId" = $2 and "messageId" in ($values)`,
);

/** Adds the reactions of `uid` to the messages of one room. */
export async function addOwnReactions(
  db: Db,
  uid: string,
  roomId: string,
  messages: readonly Message[],
): Promise<Message[]> {
  const ids = messages.filter(({ reactions }) => reactions).map(({ id }) => id);
  const rows = Map.groupBy(await selectByPerson(db, ids, uid, roomId), ({ messageId }) => messageId);
  return messages.map(message => {
    const emoji = rows.get(message.id)?.map(row => row.emoji) ?? [];
    return message.reactions ? { ...message, mine: sortOwnReactions(message.reactions, emoji) } : message;
  });
}

/** The reactions of `uid` to the first of these messages, as many as fit into a result. */
export async function readOwnReactions(
  db: Db,
  uid: string,
  roomId: string,
  messageIds: readonly string[],
): Promise<Record<string, string[]>> {
  const byMessage = Map.groupBy(
    await selectByPerson(db, messageIds, uid, roomId),
    ({ messageId }) => messageId,
  );
  const fitting = new BoundedRows<[id: string, mine: string[]]>(MAX_RESULT_BYTES);
  messageIds.every(id => fitting.add([id, byMessage.get(id)?.map(({ emoji }) => emoji) ?? []]));
  return Object.fromEntries(fitting.rows);
}

/** Sorted like the counts. */
export function sortOwnReactions(reactions: Reactions, emoji: readonly string[]): string[] {
  return Object.keys(reactions).filter(one => emoji.includes(one));
}

/** Adds or removes a reaction. Returns false if nothing changed. */
export async function storeReaction(
  db: Db,
  { roomId, id }: MessageRef,
  { uid, emoji }: PersonReaction,
  on: boolean,
): Promise<boolean> {
  const rows = await (on ? insert : remove)(db, roomId, id, uid, emoji);
  return rows.length > 0;
}

export async function storeCounts(
  db: Db,
  { roomId, id }: MessageRef,
  reactions: Reactions,
  changedSeq: number,
): Promise<void> {
  const json = Object.keys(reactions).length > 0 ? JSON.stringify(reactions) : null;
  await setCounts(db, json, changedSeq, roomId, id);
}
