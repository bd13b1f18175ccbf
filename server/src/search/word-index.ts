import type { Message } from '@snug/protocol';
import type { Mutation } from '../db/mutation.ts';
import { prepared } from '../db/prepared.ts';
import type { Db } from '../db/schema.ts';

interface IndexedRoom {
  number: number;
  /** Up to which message the room is in the index. */
  seq: number;
}

interface Said {
  seq: number;
  words: string;
}

/** How many messages are indexed in one change: few enough that who sends meanwhile hardly waits for them. */
const AT_ONCE = 100;

const behind = prepared<[], { roomId: string; seq: number }>(
  `select r."id" as "roomId", r."seq" as "seq" from "rooms" r
   left join "indexed_rooms" i on i."roomId" = r."id" where r."seq" > coalesce(i."seq", 0) limit 1`,
);
const find = prepared<[roomId: string], IndexedRoom>(
  `select "number", "seq" from "indexed_rooms" where "roomId" = $1`,
);
const enter = prepared<[roomId: string], never>(
  `insert into "indexed_rooms" ("roomId", "seq") values ($1, 0) on conflict do nothing`,
);
const said = prepared<[roomId: string, after: number, limit: number], Said>(
  `select m."seq" as "seq", coalesce(m."text", f."name") as "words"
   from "messages" m left join "files" f on f."id" = m."fileId"
   where m."roomId" = $1 and m."seq" > $2 and m."deletedAt" is null order by m."seq" limit $3`,
);
const reach = prepared<[seq: number, number: number], never>(
  `update "indexed_rooms" set "seq" = $1 where "number" = $2`,
);
const ROW = `cast($1 as integer) << 32 | cast($2 as integer)`;
const add = prepared<[number: number, seq: number, words: string], never>(
  `insert into "message_words" (rowid, "text") values (${ROW}, $3)`,
);
const remove = prepared<[number: number, seq: number, words: string], never>(
  `insert into "message_words" ("message_words", rowid, "text") values ('delete', ${ROW}, $3)`,
);

/** Whether anything was said that the index does not know of. */
export async function isBehind(db: Db): Promise<boolean> {
  return (await behind(db)).length > 0;
}

/** Brings the index a step nearer to what is said in a room that it is behind in. */
export const indexMessages: Mutation<object, void> = async db => {
  const [room] = await behind(db);
  if (room) await indexSome(db, room.roomId, room.seq);
  return { output: undefined, publications: [] };
};

async function indexSome(db: Db, roomId: string, end: number): Promise<void> {
  await enter(db, roomId);
  const [indexed] = await find(db, roomId);
  if (!indexed) return;
  const messages = await said(db, roomId, indexed.seq, AT_ONCE);
  for (const { seq, words } of messages) await add(db, indexed.number, seq, words);
  const last = messages.length < AT_ONCE ? end : messages.at(-1)?.seq;
  await reach(db, last ?? end, indexed.number);
}

/** Takes the words of a message out that is being deleted, if they are in already. */
export async function forgetWords(db: Db, { roomId, seq, text, file }: Message): Promise<void> {
  const [indexed] = await find(db, roomId);
  if (indexed && seq <= indexed.seq) await remove(db, indexed.number, seq, text ?? file?.name ?? '');
}
