import {
  type CommandOutput,
  MAX_RESULT_BYTES,
  type Message,
  parseEmojiReaction,
  type Reactions,
} from '@snug/protocol';
import { preparedIn } from '../../db/prepared.ts';
import type { Db } from '../../db/schema.ts';
import { BoundedRows } from '../../limits/bounded-rows.ts';

const selectByPerson = preparedIn<[uid: string, roomId: string], { messageId: string; emoji: string }>(
  `select "messageId", "emoji" from "reactions"
   where "userId" = $1 and "roomId" = $2 and "messageId" in ($values)`,
);

interface Own {
  mine: string[];
  /** With emoji of the workspace, by their first names. */
  customMine: string[];
}

/** Adds the reactions of `uid` to the messages of one room. */
export async function addOwnReactions(
  db: Db,
  uid: string,
  roomId: string,
  messages: readonly Message[],
): Promise<Message[]> {
  const reacted = messages.filter(({ reactions, customReactions }) => reactions ?? customReactions);
  const own = await readOwn(
    db,
    uid,
    roomId,
    reacted.map(({ id }) => id),
  );
  return messages.map(message => {
    const { reactions, customReactions } = message;
    const { mine = [], customMine = [] } = own.get(message.id) ?? {};
    return {
      ...message,
      ...(reactions && { mine: sortOwnReactions(reactions, mine) }),
      ...(customReactions && { customMine: sortOwnReactions(customReactions, customMine) }),
    };
  });
}

/** The reactions of `uid` to the first of these messages, as many as fit into a result. */
export async function readOwnReactions(
  db: Db,
  uid: string,
  roomId: string,
  messageIds: readonly string[],
): Promise<CommandOutput<'get_mine'>> {
  const own = await readOwn(db, uid, roomId, messageIds);
  const fitting = new BoundedRows<[id: string, own: Own]>(MAX_RESULT_BYTES);
  messageIds.every(id => fitting.add([id, own.get(id) ?? { mine: [], customMine: [] }]));
  const custom = fitting.rows.filter(([, { customMine }]) => customMine.length > 0);
  return {
    mine: Object.fromEntries(fitting.rows.map(([id, { mine }]) => [id, mine])),
    ...(custom.length > 0 && {
      customMine: Object.fromEntries(custom.map(([id, { customMine }]) => [id, customMine])),
    }),
  };
}

async function readOwn(
  db: Db,
  uid: string,
  roomId: string,
  messageIds: readonly string[],
): Promise<ReadonlyMap<string, Own>> {
  const rows = await selectByPerson(db, messageIds, uid, roomId);
  const byMessage = Map.groupBy(rows, ({ messageId }) => messageId);
  return new Map([...byMessage].map(([id, some]) => [id, divide(some.map(({ emoji }) => emoji))]));
}

function divide(emoji: readonly string[]): Own {
  return {
    mine: emoji.filter(one => parseEmojiReaction(one) === undefined),
    customMine: emoji.flatMap(one => parseEmojiReaction(one) ?? []),
  };
}

/** Sorted like the counts. */
export function sortOwnReactions(reactions: Reactions, emoji: readonly string[]): string[] {
  return Object.keys(reactions).filter(one => emoji.includes(one));
}
