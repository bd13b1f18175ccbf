import type { Message } from '@snug/protocol';
import { prepared, preparedIn } from '../db/prepared.ts';
import type { Db } from '../db/schema.ts';

const insert = prepared<[messageId: string, userId: string], { messageId: string }>(
  `insert into "likes" ("messageId", "userId") values ($1, $2) on conflict do nothing returning "messageId"`,
);
const remove = prepared<[messageId: string, userId: string], { messageId: string }>(
  `delete from "likes" where "messageId" = $1 and "userId" = $2 returning "messageId"`,
);
const count = prepared<[difference: number, changedSeq: number, messageId: string], { likeCount: number }>(
  `update "messages" set "likeCount" = "likeCount" + $1, "changedSeq" = $2 where "id" = $3 returning "likeCount"`,
);
const likedAmong = preparedIn<[uid: string], { messageId: string }>(
  `select "messageId" from "likes" where "userId" = $1 and "messageId" in ($values)`,
);

/** The messages, with whether `uid` likes each. */
export async function withLiked(db: Db, uid: string, messages: readonly Message[]): Promise<Message[]> {
  const ids = messages.filter(({ likeCount }) => likeCount > 0).map(({ id }) => id);
  const rows = await likedAmong(db, ids, uid);
  const liked = new Set(rows.map(({ messageId }) => messageId));
  return messages.map(message => ({ ...message, liked: liked.has(message.id) }));
}

/** Makes it so that the person likes the message, or does not. False where it was so already. */
export async function storeLike(db: Db, messageId: string, uid: string, liked: boolean): Promise<boolean> {
  const rows = await (liked ? insert : remove)(db, messageId, uid);
  return rows.length > 0;
}

/** Counts one like more or less, as the change `changedSeq` of the room. Answers with the new count. */
export async function countLike(
  db: Db,
  messageId: string,
  liked: boolean,
  changedSeq: number,
): Promise<number> {
  const [row] = await count(db, liked ? 1 : -1, changedSeq, messageId);
  return row?.likeCount ?? 0;
}
