import type { Message, Reactions } from '@snug/protocol';
import { prepared } from '../../db/prepared.ts';
import type { Db } from '../../db/schema.ts';

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
const setCustomCounts = prepared<
  [reactions: string | null, changedSeq: number, roomId: string, messageId: string],
  never
>(`update "messages" set "customReactions" = $1, "changedSeq" = $2 where "roomId" = $3 and "id" = $4`);

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
  field: 'reactions' | 'customReactions',
  counts: Reactions,
  changedSeq: number,
): Promise<void> {
  const json = Object.keys(counts).length > 0 ? JSON.stringify(counts) : null;
  await (field === 'reactions' ? setCounts : setCustomCounts)(db, json, changedSeq, roomId, id);
}
