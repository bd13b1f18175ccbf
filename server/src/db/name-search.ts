import { type FindCursor, FoldedName, foldName, splitNameQuery } from '@snug/protocol';
import { findFirstKey, foldWordsAsBefore, MAX_KEY_LENGTH, toKeys } from './name-keys.ts';
import type { Db } from './schema.ts';
import { NAMES_PER_TURN, type TakeTurn } from './take-turn.ts';

/** Per call. Beyond that, its result reports that there may be more. */
export const MAX_SCANNED_NAMES = 200;
/** Limit of the counts that find the rarest word. */
const MAX_COUNTED_NAMES = 200;
/** Names with keys of an earlier release, in each of two reads. */
const EARLIER_NAMES = 8;

/** Null, until a job has folded the name that a server of an earlier release stored. */
export interface StoredName {
  id: string;
  name: string;
  folded: string | null;
}

/** A key of the index, and the whole name of the thing that has it. */
export interface FoundName extends StoredName {
  isInside: number;
  words: string;
}

export function readFolded({ name, folded }: Pick<StoredName, 'name' | 'folded'>): string {
  return folded ?? foldName(name);
}

export interface NameSearchInput {
  text: string;
  after?: FindCursor | undefined;
  takeTurn?: TakeTurn | undefined;
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
  { text, after, takeTurn = async () => {} }: NameSearchInput,
): Promise<{ ids: readonly string[]; next?: FindCursor }> {
  const search = new NameSearch(db, index, text, takeTurn);
  if (!after) await search.addEarlier();
  const next = await search.run(after);
  return { ids: search.ids, ...(next && { next }) };
}

class NameSearch {
  readonly ids: string[] = [];
  readonly #db: Db;
  readonly #index: NameIndex;
  readonly #text: string;
  readonly #takeTurn: TakeTurn;
  readonly #phrase: string;
  readonly #words: readonly string[];
  #remaining = MAX_SCANNED_NAMES;
  #cursor: FindCursor | undefined;

  constructor(db: Db, index: NameIndex, text: string, takeTurn: TakeTurn) {
    this.#db = db;
    this.#index = index;
    this.#takeTurn = takeTurn;
    this.#text = text;
    this.#phrase = foldName(text);
    this.#words = [...new Set(splitNameQuery(text))];
  }

  /** A few names whose keys are those of an earlier release, until the job has replaced them. */
  async addEarlier(): Promise<void> {
    const word = foldWordsAsBefore(this.#text).find(word => !this.#words.includes(word));
    if (word === undefined) return;
    const { start, end } = toKeyRange(word);
    await this.#takeTurn();
    for (const isInside of [0, 1]) {
      const rows = await this.#index.selectFrom(this.#db, isInside, start, '', end, EARLIER_NAMES);
      for (const row of rows) if (!this.ids.includes(row.id) && this.#isEarlier(row)) this.ids.push(row.id);
    }
  }

  #isEarlier({ words, ...name }: FoundName): boolean {
    const folded = readFolded(name);
    return new FoldedName(folded).hasAll(this.#words) && toKeys(folded).every(key => key.words !== words);
  }

  /** Continues after `cursor`. Returns the next cursor if there may be more. */
  async run(cursor: FindCursor | undefined): Promise<FindCursor | undefined> {
    if (this.#words.length === 0) return undefined;
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
      await this.#takeTurn();
      const rows = await this.#index.selectFrom(this.#db, Number(isInside), words, id, end, NAMES_PER_TURN);
      for (const row of rows) {
        if (this.ids.length === this.#index.maxResults || this.#remaining === 0) return this.#cursor;
        this.#remaining--;
        ({ words, id } = row);
        this.#cursor = { by, isInside, words, roomId: id };
        if (this.#isFound(row, by, prefix) && !this.ids.includes(id)) this.ids.push(id);
      }
      if (rows.length < NAMES_PER_TURN) return undefined;
    }
  }

  /** Reports each thing once: at the first of its keys in the order of the search. */
  #isFound({ isInside, words, ...row }: FoundName, by: number, prefix: string): boolean {
    const folded = readFolded(row);
    const name = new FoldedName(folded);
    if (by >= 0 && name.has(this.#phrase)) return false;
    if (!(by >= 0 ? name.hasAll(this.#words) : name.has(prefix))) return false;
    const first = findFirstKey(folded, name, prefix.slice(0, MAX_KEY_LENGTH));
    return first?.words === words && Number(first.isInside) === isInside;
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
