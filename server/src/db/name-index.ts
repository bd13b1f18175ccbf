import { foldName } from '@snug/protocol';
import { hasNameKeys, toKeys } from './name-keys.ts';
import { type FoundName, findByName, type NameSearchInput } from './name-search.ts';
import { prepared } from './prepared.ts';
import type { Db } from './schema.ts';

export interface NameIndexOptions {
  /** Has the names, and their folded forms. */
  table: string;
  /** Has the keys of the names. */
  keyTable: string;
  /** The column of `keyTable` with the id of the row of `table`. */
  idColumn: string;
  maxResults: number;
}

/** Finds the rows of a table by the words of their names. */
export function createNameIndex({ table, keyTable, idColumn, maxResults }: NameIndexOptions) {
  const remove = prepared<[id: string], never>(`delete from "${keyTable}" where "${idColumn}" = $1`);
  const selectKeys = prepared<[id: string], { words: string }>(
    `select "words" from "${keyTable}" where "${idColumn}" = $1`,
  );
  const insert = prepared<[isInside: number, words: string, id: string], never>(
    `insert into "${keyTable}" ("isInside", "words", "${idColumn}") values ($1, $2, $3) on conflict do nothing`,
  );
  // A trigger sets it to null when the name changes, also by a server of an earlier release.
  const storeFolded = prepared<[folded: string, id: string], never>(
    `update "${table}" set "folded" = $1 where "id" = $2 and "folded" is distinct from $1`,
  );
  const selectFrom = prepared<
    [isInside: number, words: string, id: string, end: string, limit: number],
    FoundName
  >(
    `select n."isInside" as "isInside", n."words" as "words", n."${idColumn}" as "id", t."name" as "name",
       t."folded" as "folded"
     from "${keyTable}" n join "${table}" t on t."id" = n."${idColumn}"
     where n."isInside" = $1 and (n."words", n."${idColumn}") > ($2, $3) and n."words" < $4
     order by n."words", n."${idColumn}" limit $5`,
  );
  const count = prepared<[from: string, end: string, limit: number], { count: number }>(
    `select count(*) as "count" from (
       select 1 from "${keyTable}" where "isInside" in (0, 1) and "words" >= $1 and "words" < $2 limit $3) as "first"`,
  );
  return {
    /** Folds the name for the order of lists. */
    fold: async (db: Db, id: string, name: string): Promise<void> => {
      await storeFolded(db, foldName(name), id);
    },
    /** Folds the name, and makes it findable. Writes nothing if the index has the name already. */
    store: async (db: Db, id: string, name: string): Promise<void> => {
      const folded = foldName(name);
      await storeFolded(db, folded, id);
      const keys = toKeys(folded);
      const stored = (await selectKeys(db, id)).map(({ words }) => words);
      if (hasNameKeys(stored, keys)) return;
      await remove(db, id);
      for (const { isInside, words } of keys) await insert(db, Number(isInside), words, id);
    },
    remove: async (db: Db, id: string): Promise<void> => {
      await remove(db, id);
    },
    find: (db: Db, input: NameSearchInput) => findByName(db, { selectFrom, count, maxResults }, input),
  };
}
