import { MAX_COUNTED_REPLIES, type Message, type ReplyCounts } from '@snug/protocol';
import { prepared, preparedIn } from '../../db/prepared.ts';
import type { Db } from '../../db/schema.ts';
import { trimmedBefore } from '../rooms/trimmed-log.ts';

type Key = [roomId: string, rootId: string];

interface Counted {
  count: number;
}

const LIVE = `(select count(*) from (
     select 1 from "messages" m indexed by "messages_conversation"
     where m."roomId" = $1 and m."rootId" = $2 and m."seq" >= ${trimmedBefore('$1')} and m."deletedAt" is null
     limit ${MAX_COUNTED_REPLIES}
   ) as "replies")`;

const setCount = prepared<[count: number, ...Key], never>(
  `update "reply_counts" set "count" = $1 where "roomId" = $2 and "rootId" = $3`,
);
// Beyond the maximum, nobody knows the number.
const lower = prepared<Key, Counted>(
  `update "reply_counts" set "count" = case
     when "count" >= ${MAX_COUNTED_REPLIES} then ${LIVE} when "count" > 0 then "count" - 1 else 0 end
   where "roomId" = $1 and "rootId" = $2 returning "count"`,
);
const store = prepared<Key, Counted>(
  `insert into "reply_counts" ("roomId", "rootId", "count") select $1, $2, ${LIVE} where 1 = 1
   on conflict ("roomId", "rootId") do update set "count" = excluded."count" returning "count"`,
);
const selectSome = preparedIn<[roomId: string], Counted & { rootId: string }>(
  `select "rootId", "count" from "reply_counts" where "roomId" = $1 and "rootId" in ($values)`,
);

const deleteSome = preparedIn<[roomId: string], never>(
  `delete from "reply_counts" where "roomId" = $1 and "rootId" in ($values)`,
);

/** After a reply is stored. `before`: the stored number, read under the lock of the room. An update that returns its row takes longer. */
export async function addReply(
  db: Db,
  { roomId, rootId }: { roomId: string; rootId: string },
  before: number | undefined,
): Promise<number> {
  if (before === undefined) return recountReplies(db, roomId, rootId);
  if (before >= MAX_COUNTED_REPLIES) return before;
  await setCount(db, before + 1, roomId, rootId);
  return before + 1;
}

/** After a reply is deleted, under the lock of its room. */
export async function removeReply(db: Db, roomId: string, rootId: string): Promise<number> {
  const [known] = await lower(db, roomId, rootId);
  return known?.count ?? recountReplies(db, roomId, rootId);
}

/** Under the lock of the room. */
export async function recountReplies(db: Db, roomId: string, rootId: string): Promise<number> {
  const [row] = await store(db, roomId, rootId);
  return row?.count ?? 0;
}

/** Of the conversations to which the messages of a room belong. */
export async function readReplyCounts(
  db: Db,
  roomId: string,
  messages: readonly Pick<Message, 'id' | 'rootId'>[],
): Promise<{ replies?: ReplyCounts }> {
  if (messages.length === 0) return {};
  const rootIds = new Set(messages.map(({ id, rootId = id }) => rootId));
  const rows = await selectSome(db, [...rootIds], roomId);
  if (rows.length === 0) return {};
  return { replies: Object.fromEntries(rows.map(({ rootId, count }) => [rootId, count])) };
}

export async function deleteReplyCounts(db: Db, roomId: string, rootIds: readonly string[]): Promise<void> {
  await deleteSome(db, rootIds, roomId);
}

/** Bytes of JSON of one number with its id. */
export const REPLY_COUNT_BYTES = 44;
