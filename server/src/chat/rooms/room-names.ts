import { type FindCursor, foldName, MAX_FOUND_ROOMS, type Room } from '@snug/protocol';
import { hasNameKeys, toKeys } from '../../db/name-keys.ts';
import { type FoundName, findByName, type NameIndex, type NameSearchInput } from '../../db/name-search.ts';
import { prepared } from '../../db/prepared.ts';
import type { Db } from '../../db/schema.ts';

const remove = prepared<[roomId: string], never>(`delete from "room_names" where "roomId" = $1`);
const selectKeys = prepared<[roomId: string], { words: string }>(
  `select "words" from "room_names" where "roomId" = $1`,
);
const insert = prepared<[isInside: number, words: string, roomId: string], never>(
  `insert into "room_names" ("isInside", "words", "roomId") values ($1, $2, $3) on conflict do nothing`,
);
// A trigger sets it to null when the name changes, also by a server of an earlier release.
const storeFolded = prepared<[folded: string, roomId: string], never>(
  `update "rooms" set "folded" = $1 where "id" = $2 and "folded" is distinct from $1`,
);
const selectFrom = prepared<
  [isInside: number, words: string, roomId: string, end: string, limit: number],
  FoundName
>(
  `select n."isInside" as "isInside", n."words" as "words", n."roomId" as "id", r."name" as "name",
     r."folded" as "folded"
   from "room_names" n join "rooms" r on r."id" = n."roomId"
   where n."isInside" = $1 and (n."words", n."roomId") > ($2, $3) and n."words" < $4
   order by n."words", n."roomId" limit $5`,
);
const count = prepared<[from: string, end: string, limit: number], { count: number }>(
  `select count(*) as "count" from (
     select 1 from "room_names" where "isInside" in (0, 1) and "words" >= $1 and "words" < $2 limit $3) as "first"`,
);

const INDEX: NameIndex = { selectFrom, count, maxResults: MAX_FOUND_ROOMS };

/**
 * Folds the name for searches. Keys are only for open rooms: the cursor of a search contains words of names. Writes nothing if the
 * index has the name already.
 */
export async function indexName(
  db: Db,
  { id: roomId, name, kind = 'open' }: Pick<Room, 'id' | 'name'> & { kind?: Room['kind'] | 'open' },
): Promise<void> {
  const folded = foldName(name);
  await storeFolded(db, folded, roomId);
  if (kind !== 'open') return;
  const keys = toKeys(folded);
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
  input: NameSearchInput,
): Promise<{ roomIds: readonly string[]; next?: FindCursor }> {
  const { ids: roomIds, ...next } = await findByName(db, INDEX, input);
  return { roomIds, ...next };
}
