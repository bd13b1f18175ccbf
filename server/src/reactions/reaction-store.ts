import type { Message } from '@snug/protocol';
import { prepared, preparedIn } from '../db/prepared.ts';
import type { Db } from '../db/schema.ts';

type Place = Pick<Message, 'roomId' | 'id'>;

const insert = prepared<[roomId: string, messageId: string, userId: string], { messageId: string }>(
  `insert into "likes" ("roomId", "messageId", "userId") values ($1, $2, $3)
   on conflict do nothing returning "messageId"`,
);
const remove = prepared<[roomId: string, messageId: string, userId: string], { messageId: string }>(
  `delete from "likes" where "roomId" = $1 and "messageId" = $2 and "userId" = $3 returning "messageId"`,
);
const count = prepared<
  [difference: number, changedSeq: number, roomId: string, messageId: string],
  { likeCount: number }
>(
  `update "messages" set "likeCount" = "likeCount" + $1, "changedSeq" = $2
   where "roomId" = $3 and "id" = $4 returning "likeCount"`,
);
const likedAmong = preparedIn<[uid: string, roomId: string], { messageId: string }>(
  `select "messageId" from "likes" where "userId" = $1 and "roomId" = $2 and "messageId" in ($values)`,
);

/** The messages of one room, with whether `uid` likes each. */
export async function withLiked(
  db: Db,
  uid: string,
  roomId: string,
  messages: readonly Message[],
): Promise<Message[]> {
  const ids = messages.filter(({ likeCount }) => likeCount > 0).map(({ id }) => id);
  const rows = await likedAmong(db, ids, uid, roomId);
  const liked = new Set(rows.map(({ messageId }) => messageId));
  return messages.map(message => ({ ...message, liked: liked.has(message.id) }));
}

/** Makes it so that the person likes the message, or does not. False where it was so already. */
export async function storeLike(
  db: Db,
  { roomId, id }: Place,
  uid: string,
  liked: boolean,
): Promise<boolean> {
  const rows = await (liked ? insert : remove)(db, roomId, id, uid);
  return rows.length > 0;
}

/** Counts one like more or less, as the change `changedSeq` of the room. Answers with the new count. */
export async function countLike(
  db: Db,
  { roomId, id }: Place,
  liked: boolean,
  changedSeq: number,
): Promise<number> {
  const [row] = await count(db, liked ? 1 : -1, changedSeq, roomId, id);
  return row?.likeCount ?? 0;
}
