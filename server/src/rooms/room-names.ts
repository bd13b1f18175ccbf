import { type FindCursor, MAX_FOUND_ROOMS } from '@snug/protocol';
import { prepared } from '../db/prepared.ts';
import type { Db } from '../db/schema.ts';
import { fold, hasWords, MAX_KEY_LENGTH, nameKeys } from './name-keys.ts';

/** Most names that one search looks at; beyond that its answer says that there may be more. */
const MAX_LOOKED_AT = 200;
/** Names that are read at once: most answers are full after them. */
const READ_AT_ONCE = 25;
/** How far it is counted which word of several is the rarest. */
const MAX_COUNTED = 200;
/** Most words of a search that are looked for one by one. */
const MAX_WORDS = 10;

interface FoundName {
  isInside: number;
  words: string;
  roomId: string;
  name: string;
}

const remove = prepared<[roomId: string], never>(`delete from "room_names" where "roomId" = $1`);
const insert = prepared<[isInside: number, words: string, roomId: string], never>(
  `insert into "room_names" ("isInside", "words", "roomId") values ($1, $2, $3) on conflict do nothing`,
);
const namesFrom = prepared<
  [isInside: number, words: string, roomId: string, end: string, limit: number],
  FoundName
>(
  `select n."isInside" as "isInside", n."words" as "words", n."roomId" as "roomId", r."name" as "name"
   from "room_names" n join "rooms" r on r."id" = n."roomId"
   where n."isInside" = $1 and (n."words", n."roomId") > ($2, $3) and n."words" < $4
   order by n."words", n."roomId" limit $5`,
);
const countNames = prepared<[from: string, end: string, limit: number], { count: number }>(
  `select count(*) as "count" from (
     select 1 from "room_names" where "isInside" in (0, 1) and "words" >= $1 and "words" < $2 limit $3)`,
);

/** Puts the name of a room into the index of names, in place of the name that it had. */
export async function storeName(db: Db, roomId: string, name: string): Promise<void> {
  await remove(db, roomId);
  for (const { isInside, words } of nameKeys(name)) await insert(db, Number(isInside), words, roomId);
}

/**
 * The ids of rooms by the beginnings of the words of their names: first the names that begin with `text`, then those in
 * which it stands further on, then those that have its words in any order.
 */
export async function findRoomIds(
  db: Db,
  { text, after }: { text: string; after?: FindCursor | undefined },
): Promise<{ roomIds: readonly string[]; next?: FindCursor }> {
  const search = new Search(db, fold(text));
  const next = await search.run(after);
  return { roomIds: search.found, ...(next && { next }) };
}

/** One call of a search. */
class Search {
  readonly found: string[] = [];
  readonly #db: Db;
  readonly #phrase: string;
  readonly #words: readonly string[];
  #left = MAX_LOOKED_AT;
  /** The name that was looked at last. */
  #cursor: FindCursor | undefined;

  constructor(db: Db, phrase: string) {
    this.#db = db;
    this.#phrase = phrase;
    this.#words = [...new Set(phrase.split(' '))].slice(0, MAX_WORDS);
  }

  /** Goes on after `cursor`; answers with where to go on, if there may be more. */
  async run(cursor: FindCursor | undefined): Promise<FindCursor | undefined> {
    if (cursor === undefined || cursor.by === -1) {
      const next = await this.#scan(-1, this.#phrase, cursor);
      if (next || this.#words.length < 2) return next;
    }
    const by = cursor && cursor.by >= 0 ? cursor.by : await this.#rarest();
    const word = this.#words[by];
    return word === undefined ? undefined : this.#scan(by, word, cursor?.by === by ? cursor : undefined);
  }

  async #scan(by: number, begin: string, after: FindCursor | undefined): Promise<FindCursor | undefined> {
    for (const isInside of after?.isInside ? [true] : [false, true]) {
      const from = after?.isInside === isInside ? after : undefined;
      const next = await this.#scanRange(by, begin, isInside, from);
      if (next) return next;
    }
    return undefined;
  }

  async #scanRange(
    by: number,
    begin: string,
    isInside: boolean,
    after: FindCursor | undefined,
  ): Promise<FindCursor | undefined> {
    const { start, end } = rangeOf(begin);
    let [words, roomId] = after ? [after.words < start ? start : after.words, after.roomId] : [start, ''];
    for (;;) {
      const rows = await namesFrom(this.#db, Number(isInside), words, roomId, end, READ_AT_ONCE);
      for (const row of rows) {
        if (this.found.length === MAX_FOUND_ROOMS || this.#left === 0) return this.#cursor;
        this.#left--;
        ({ words, roomId } = row);
        this.#cursor = { by, isInside, words, roomId };
        if (this.#isFound(row, by, begin)) this.found.push(roomId);
      }
      if (rows.length < READ_AT_ONCE) return undefined;
    }
  }

  /** Each room once: at the first of its keys that the search comes to. */
  #isFound({ name, isInside, words }: FoundName, by: number, begin: string): boolean {
    const folded = fold(name);
    if (by >= 0 && hasWords(folded, this.#phrase)) return false;
    const isMatch = by >= 0 ? this.#words.every(word => hasWords(folded, word)) : hasWords(folded, begin);
    const [first] = nameKeys(name)
      .filter(key => key.words.startsWith(begin.slice(0, MAX_KEY_LENGTH)))
      .toSorted((a, b) => Number(a.isInside) - Number(b.isInside) || (a.words < b.words ? -1 : 1));
    return isMatch && first?.words === words && Number(first.isInside) === isInside;
  }

  /** The number of the word with which the fewest names have a word that begins so. */
  async #rarest(): Promise<number> {
    const counts = await Promise.all(
      this.#words.map(async word => {
        const { start, end } = rangeOf(word);
        const [row] = await countNames(this.#db, start, end, MAX_COUNTED);
        return row?.count ?? 0;
      }),
    );
    return counts.indexOf(Math.min(...counts));
  }
}

/** The keys that begin with these words. */
function rangeOf(words: string): { start: string; end: string } {
  const start = words.slice(0, MAX_KEY_LENGTH).toWellFormed();
  return { start, end: `${start}\u{10ffff}` };
}
