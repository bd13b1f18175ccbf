import { type FindCursor, MAX_FOUND_ROOMS } from '@snug/protocol';
import { prepared } from '../db/prepared.ts';
import type { Db } from '../db/schema.ts';
import { foldText, hasWordPrefix, MAX_KEY_LENGTH, toNameKeys } from './name-keys.ts';

/** Per call. Beyond that, its result reports that there may be more. */
const MAX_SCANNED_NAMES = 200;
/** Most results are full after one read. */
const NAMES_PER_READ = 25;
/** Limit of the counts that find the rarest word. */
const MAX_COUNTED_NAMES = 200;
/** Words of a search; further ones are not looked up. */
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
const selectNamesFrom = prepared<
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
     select 1 from "room_names" where "isInside" in (0, 1) and "words" >= $1 and "words" < $2 limit $3) as "first"`,
);

export async function indexName(db: Db, roomId: string, name: string): Promise<void> {
  await remove(db, roomId);
  for (const { isInside, words } of toNameKeys(name)) await insert(db, Number(isInside), words, roomId);
}

/** First names that begin with `text`, then those that contain it, then those with its words in any order. */
export async function findRoomIds(
  db: Db,
  { text, after }: { text: string; after?: FindCursor | undefined },
): Promise<{ roomIds: readonly string[]; next?: FindCursor }> {
  const search = new NameSearch(db, foldText(text));
  const next = await search.run(after);
  return { roomIds: search.roomIds, ...(next && { next }) };
}

class NameSearch {
  readonly roomIds: string[] = [];
  readonly #db: Db;
  readonly #phrase: string;
  readonly #words: readonly string[];
  #remaining = MAX_SCANNED_NAMES;
  #cursor: FindCursor | undefined;

  constructor(db: Db, phrase: string) {
    this.#db = db;
    this.#phrase = phrase;
    this.#words = [...new Set(phrase.split(' '))].slice(0, MAX_WORDS);
  }

  /** Continues after `cursor`. Returns the next cursor if there may be more. */
  async run(cursor: FindCursor | undefined): Promise<FindCursor | undefined> {
    if (cursor === undefined || cursor.by === -1) {
      const next = await this.#scan(-1, this.#phrase, cursor);
      if (next || this.#words.length < 2) return next;
    }
    const by = cursor && cursor.by >= 0 ? cursor.by : await this.#findRarestWord();
    const word = this.#words[by];
    return word === undefined ? undefined : this.#scan(by, word, cursor?.by === by ? cursor : undefined);
  }

  async #scan(by: number, prefix: string, after: FindCursor | undefined): Promise<FindCursor | undefined> {
    for (const isInside of after?.isInside ? [true] : [false, true]) {
      const from = after?.isInside === isInside ? after : undefined;
      const next = await this.#scanRange(by, prefix, isInside, from);
      if (next) return next;
    }
    return undefined;
  }

  async #scanRange(
    by: number,
    prefix: string,
    isInside: boolean,
    after: FindCursor | undefined,
  ): Promise<FindCursor | undefined> {
    const { start, end } = toKeyRange(prefix);
    let [words, roomId] = after ? [after.words < start ? start : after.words, after.roomId] : [start, ''];
    for (;;) {
      const rows = await selectNamesFrom(this.#db, Number(isInside), words, roomId, end, NAMES_PER_READ);
      for (const row of rows) {
        if (this.roomIds.length === MAX_FOUND_ROOMS || this.#remaining === 0) return this.#cursor;
        this.#remaining--;
        ({ words, roomId } = row);
        this.#cursor = { by, isInside, words, roomId };
        if (this.#isFound(row, by, prefix)) this.roomIds.push(roomId);
      }
      if (rows.length < NAMES_PER_READ) return undefined;
    }
  }

  /** Reports each room once: at the first of its keys in the order of the search. */
  #isFound({ name, isInside, words }: FoundName, by: number, prefix: string): boolean {
    const folded = foldText(name);
    if (by >= 0 && hasWordPrefix(folded, this.#phrase)) return false;
    const isMatch =
      by >= 0 ? this.#words.every(word => hasWordPrefix(folded, word)) : hasWordPrefix(folded, prefix);
    const [first] = toNameKeys(name)
      .filter(key => key.words.startsWith(prefix.slice(0, MAX_KEY_LENGTH)))
      .toSorted((a, b) => Number(a.isInside) - Number(b.isInside) || (a.words < b.words ? -1 : 1));
    return isMatch && first?.words === words && Number(first.isInside) === isInside;
  }

  /** The index of the word that begins the fewest words of names. */
  async #findRarestWord(): Promise<number> {
    const counts = await Promise.all(
      this.#words.map(async word => {
        const { start, end } = toKeyRange(word);
        const [row] = await countNames(this.#db, start, end, MAX_COUNTED_NAMES);
        return row?.count ?? 0;
      }),
    );
    return counts.indexOf(Math.min(...counts));
  }
}

/** The range of keys that begin with these words. */
function toKeyRange(words: string): { start: string; end: string } {
  const start = words.slice(0, MAX_KEY_LENGTH).toWellFormed();
  return { start, end: `${start}\u{10ffff}` };
}
