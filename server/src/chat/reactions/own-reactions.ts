import { MAX_RESULT_BYTES, type Message, type Reactions } from '@snug/protocol';
import { preparedIn } from '../../db/prepared.ts';
import type { Db } from '../../db/schema.ts';
import { BoundedRows } from '../../limits/bounded-rows.ts';

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
