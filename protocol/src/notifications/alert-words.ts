import { listSearchUnits, type SearchUnit } from '../search/search-words.ts';
import { listUnits } from '../search/text-units.ts';

/** A single letter is too short, but not a sign of a script without spaces, such as 雪, or an emoji. */
export const MIN_ALERT_LETTERS = 2;

export function isAlertWord(text: string): boolean {
  const units = listUnits(text);
  const count = units.reduce((sum, { letters }) => sum + letters.length, 0);
  return units.some(({ kind }) => kind !== 'word') || count >= MIN_ALERT_LETTERS;
}

/** Separates units. No unit has a space. */
const BETWEEN = ' ';

/** The folded forms of the word in texts: `müller` also occurs as `mueller`. Words with the same first form are equal. */
export function toAlertKeys(word: string): readonly [string, ...string[]] {
  const units = listSearchUnits(word);
  const join = (choose: (forms: SearchUnit['forms']) => readonly string[] | undefined) =>
    units.map(({ forms }) => choose(forms)?.join('') ?? '').join(BETWEEN);
  const [plain, spelled] = [join(forms => forms[0]), join(forms => forms.at(-1))];
  return spelled === plain ? [plain] : [plain, spelled];
}

interface AlertKey<Watcher> {
  key: string;
  watchers: Set<Watcher>;
  /** The longest other key with which this one begins. */
  parent: AlertKey<Watcher> | undefined;
}

/**
 * Finds those of many people who want to learn of a text, by whole words as the search compares them; of a script without spaces, by
 * parts of the text. The time grows with the length of the text, and with the logarithm of the number of words.
 */
export class AlertWordIndex<Watcher> {
  /** In their order as strings. */
  readonly #keys: readonly AlertKey<Watcher>[];
  readonly #maxLength: number;

  constructor(people: Iterable<readonly [watcher: Watcher, words: readonly string[]]>) {
    const watchersByKey = new Map<string, Set<Watcher>>();
    for (const [watcher, words] of people)
      for (const key of words.flatMap(toAlertKeys)) {
        const watchers = watchersByKey.get(key) ?? new Set();
        watchersByKey.set(key, watchers.add(watcher));
      }
    this.#keys = linkParents(watchersByKey);
    this.#maxLength = this.#keys.reduce((longest, { key }) => Math.max(longest, key.length), 0);
  }

  find(text: string): Set<Watcher> {
    const found = new Set<Watcher>();
    if (this.#keys.length === 0) return found;
    const { folded, starts, isEnd } = foldText(text);
    for (const start of starts) {
      const rest = folded.slice(start, start + this.#maxLength);
      for (let known = this.#findLast(rest); known; known = known.parent)
        if (rest.startsWith(known.key) && isEnd(start + known.key.length))
          for (const watcher of known.watchers) found.add(watcher);
    }
    return found;
  }

  /** The last key that is not after the text. Each key with which the text begins is it, or one of its parents. */
  #findLast(text: string): AlertKey<Watcher> | undefined {
    let [low, high] = [0, this.#keys.length];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if ((this.#keys[middle]?.key ?? '') <= text) low = middle + 1;
      else high = middle;
    }
    return this.#keys[low - 1];
  }
}

/** Sorted, so that what begins with a key follows it. */
function linkParents<Watcher>(watchersByKey: ReadonlyMap<string, Set<Watcher>>): AlertKey<Watcher>[] {
  const keys: AlertKey<Watcher>[] = [];
  for (const key of [...watchersByKey.keys()].toSorted()) {
    let parent = keys.at(-1);
    while (parent && !key.startsWith(parent.key)) parent = parent.parent;
    keys.push({ key, watchers: watchersByKey.get(key) ?? new Set(), parent });
  }
  return keys;
}

interface FoldedText {
  folded: string;
  /** Where a word can begin. */
  starts: readonly number[];
  /** Whether a word can end there. */
  isEnd: (place: number) => boolean;
}

function foldText(text: string): FoldedText {
  const starts: number[] = [];
  const ends = new Set<number>();
  let folded = '';
  for (const unit of listUnits(text)) {
    if (folded !== '') folded += BETWEEN;
    const unitStarts = new Set(unit.starts);
    for (const [index, letter] of unit.letters.entries()) {
      if (unitStarts.has(index)) starts.push(folded.length);
      folded += letter;
      if (unit.kind !== 'word') ends.add(folded.length);
    }
    ends.add(folded.length);
  }
  return { folded, starts, isEnd: place => ends.has(place) };
}
