import type { FindCursor } from '@snug/protocol';
import { foldText, hasWordPrefix, MAX_KEY_LENGTH, toNameKeys } from './name-keys.ts';
import type { Db } from './schema.ts';

/** Per call. Beyond that, its result reports that there may be more. */
const MAX_SCANNED_NAMES = 200;
/** Most results are full after one read. */
const NAMES_PER_READ = 25;
/** Limit of the counts that find the rarest word. */
const MAX_COUNTED_NAMES = 200;
/** Words of a search; further ones are not looked up. */
const MAX_WORDS = 10;

/** A key of the index, and the whole name of the thing that has it. */
export interface FoundName {
  isInside: number;
  words: string;
  id: string;
  name: string;
}

export interface NameIndex {
  /** The keys after (`words`, `id`) and before `end`, in their order. */
  readonly selectFrom: (
    db: Db,
    isInside: number,
    words: string,
    id: string,
    end: string,
    limit: number,
  ) => Promise<FoundName[]>;
  /** The number of keys from `from` to `end`, at most `limit`. */
  readonly count: (db: Db, from: string, end: string, limit: number) => Promise<{ count: number }[]>;
  readonly maxResults: number;
}

/** First names that begin with `text`, then those that contain it, then those with its words in any order. */
export async function findByName(
  db: Db,
  index: NameIndex,
  { text, after }: { text: string; after?: FindCursor | undefined },
): Promise<{ ids: readonly string[]; next?: FindCursor }> {
  const search = new NameSearch(db, index, foldText(text));
  const next = await search.run(after);
  return { ids: search.ids, ...(next && { next }) };
}

/** Whether `findByName` finds the name. */
export function matchesName(name: string, text: string): boolean {
  const folded = foldText(name);
  return splitWords(foldText(text)).every(word => hasWordPrefix(folded, word));
}

function splitWords(phrase: string): string[] {
  return [...new Set(phrase.split(' '))].slice(0, MAX_WORDS);
}

class NameSearch {
  readonly ids: string[] = [];
  readonly #db: Db;
  readonly #index: NameIndex;
  readonly #phrase: string;
  readonly #words: readonly string[];
  #remaining = MAX_SCANNED_NAMES;
  #cursor: FindCursor | undefined;

  constructor(db: Db, index: NameIndex, phrase: string) {
    this.#db = db;
    this.#index = index;
    this.#phrase = phrase;
    this.#words = splitWords(phrase);
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
    let [words, id] = after ? [after.words < start ? start : after.words, after.roomId] : [start, ''];
    for (;;) {
      const rows = await this.#index.selectFrom(this.#db, Number(isInside), words, id, end, NAMES_PER_READ);
      for (const row of rows) {
        if (this.ids.length === this.#index.maxResults || this.#remaining === 0) return this.#cursor;
        this.#remaining--;
        ({ words, id } = row);
        this.#cursor = { by, isInside, words, roomId: id };
        if (this.#isFound(row, by, prefix)) this.ids.push(id);
      }
      if (rows.length < NAMES_PER_READ) return undefined;
    }
  }

  /** Reports each thing once: at the first of its keys in the order of the search. */
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
        const [row] = await this.#index.count(this.#db, start, end, MAX_COUNTED_NAMES);
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
