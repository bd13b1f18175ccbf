import { type FindCursor, foldName, MAX_FOUND_PEOPLE } from '@snug/protocol';
import { hasNameKeys, toKeys } from '../../db/name-keys.ts';
import { type FoundName, findByName, type NameIndex, type NameSearchInput } from '../../db/name-search.ts';
import { prepared } from '../../db/prepared.ts';
import type { Db } from '../../db/schema.ts';

const remove = prepared<[uid: string], never>(`delete from "people_names" where "userId" = $1`);
const selectKeys = prepared<[uid: string], { words: string }>(
  `select "words" from "people_names" where "userId" = $1`,
);
const insert = prepared<[isInside: number, words: string, uid: string], never>(
  `insert into "people_names" ("isInside", "words", "userId") values ($1, $2, $3) on conflict do nothing`,
);
// A trigger sets it to null when the name changes, also by a server of an earlier release.
const storeFolded = prepared<[folded: string, uid: string], never>(
  `update "users" set "folded" = $1 where "id" = $2 and "folded" is distinct from $1`,
);
const selectFrom = prepared<
  [isInside: number, words: string, uid: string, end: string, limit: number],
  FoundName
>(
  `select n."isInside" as "isInside", n."words" as "words", n."userId" as "id", u."name" as "name",
     u."folded" as "folded"
   from "people_names" n join "users" u on u."id" = n."userId"
   where n."isInside" = $1 and (n."words", n."userId") > ($2, $3) and n."words" < $4
   order by n."words", n."userId" limit $5`,
);
const count = prepared<[from: string, end: string, limit: number], { count: number }>(
  `select count(*) as "count" from (
     select 1 from "people_names" where "isInside" in (0, 1) and "words" >= $1 and "words" < $2 limit $3) as "first"`,
);

const INDEX: NameIndex = { selectFrom, count, maxResults: MAX_FOUND_PEOPLE };

/** Folds the name for searches. Writes nothing if the index has the name already. */
export async function indexPersonName(db: Db, uid: string, name: string): Promise<void> {
  const folded = foldName(name);
  await storeFolded(db, folded, uid);
  const keys = toKeys(folded);
  const stored = (await selectKeys(db, uid)).map(({ words }) => words);
  if (hasNameKeys(stored, keys)) return;
  await remove(db, uid);
  for (const { isInside, words } of keys) await insert(db, Number(isInside), words, uid);
}

export async function removePersonName(db: Db, uid: string): Promise<void> {
  await remove(db, uid);
}

export async function findPersonIds(
  db: Db,
  input: NameSearchInput,
): Promise<{ uids: readonly string[]; next?: FindCursor }> {
  const { ids: uids, ...next } = await findByName(db, INDEX, input);
  return { uids, ...next };
}
