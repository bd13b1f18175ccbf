import { type FindCursor, MAX_FOUND_ROOMS } from '@snug/protocol';
import { hasNameKeys, toNameKeys } from '../db/name-keys.ts';
import { type FoundName, findByName, type NameIndex } from '../db/name-search.ts';
import { prepared } from '../db/prepared.ts';
import type { Db } from '../db/schema.ts';

const remove = prepared<[roomId: string], never>(`delete from "room_names" where "roomId" = $1`);
const selectKeys = prepared<[roomId: string], { words: string }>(
  `select "words" from "room_names" where "roomId" = $1`,
);
const insert = prepared<[isInside: number, words: string, roomId: string], never>(
  `insert into "room_names" ("isInside", "words", "roomId") values ($1, $2, $3) on conflict do nothing`,
);
const selectFrom = prepared<
  [isInside: number, words: string, roomId: string, end: string, limit: number],
  FoundName
>(
  `select n."isInside" as "isInside", n."words" as "words", n."roomId" as "id", r."name" as "name"
   from "room_names" n join "rooms" r on r."id" = n."roomId"
   where n."isInside" = $1 and (n."words", n."roomId") > ($2, $3) and n."words" < $4
   order by n."words", n."roomId" limit $5`,
);
const count = prepared<[from: string, end: string, limit: number], { count: number }>(
  `select count(*) as "count" from (
     select 1 from "room_names" where "isInside" in (0, 1) and "words" >= $1 and "words" < $2 limit $3) as "first"`,
);

const INDEX: NameIndex = { selectFrom, count, maxResults: MAX_FOUND_ROOMS };

/** Only for open rooms: the cursor of a search contains words of names. Writes nothing if the index has the name already. */
export async function indexName(db: Db, roomId: string, name: string): Promise<void> {
  const keys = toNameKeys(name);
  const stored = (await selectKeys(db, roomId)).map(({ words }) => words);
  if (hasNameKeys(stored, keys)) return;
  await removeName(db, roomId);
  for (const { isInside, words } of keys) await insert(db, Number(isInside), words, roomId);
}

export async function removeName(db: Db, roomId: string): Promise<void> {
  await remove(db, roomId);
}

/** Finds open rooms. */
export async function findRoomIds(
  db: Db,
  input: { text: string; after?: FindCursor | undefined },
): Promise<{ roomIds: readonly string[]; next?: FindCursor }> {
  const { ids: roomIds, ...next } = await findByName(db, INDEX, input);
  return { roomIds, ...next };
}
