import { MAX_TERM_LENGTH } from './search-terms.ts';
import {
  findNationalStart,
  listNumbers,
  listUnits,
  NUMBER_SEPARATORS,
  PLUS,
  type TextUnit,
} from './text-units.ts';

/** What a text must have: units that follow one another. */
export interface SearchWord {
  units: readonly SearchUnit[];
  /** The last unit can be the beginning of a word. */
  isPrefix: boolean;
}

export interface SearchUnit {
  kind: TextUnit['kind'];
  /**
   * Its letters, each form of them: `müller` also finds `mueller`. The second one of a number has no country code, and only begins another
   * number.
   */
  forms: readonly (readonly string[])[];
}

export interface SearchWords {
  wanted: readonly SearchWord[];
  unwanted: readonly SearchWord[];
}

/** A text has one of `terms`. */
export interface TermChoice {
  terms: readonly string[];
  /** Terms that begin so are enough. */
  isPrefix: boolean;
}

/** In UTF-16 units. */
export interface Hit {
  start: number;
  end: number;
}

const [MAX_WANTED, MAX_UNWANTED] = [10, 5];
/** Shorter words match whole words only, except for one that a person is typing. */
const MIN_PREFIX_LETTERS = 3;
const MIN_NUMBER_DIGITS = 7;

const QUOTES = /[\u201c-\u201f\u00ab\u00bb\u2039\u203a\u300c-\u300f\u301d-\u301f\uff02\uff62\uff63]/g;
/** Two hyphens begin an option of a program. */
const PARTS = /(?<minus>(?<=^|\s)[-\u2212\uff0d](?!-))?(?:"(?<phrase>[^"]*)(?<close>"|$)|(?<word>[^\s"]+))/gu;
const ONLY_NUMBER = new RegExp(`^${PLUS}?[\\p{Nd}${NUMBER_SEPARATORS}]+$`, 'u');
const NOT_DIGITS = /\P{Nd}/gu;
const LETTERS_FOR_TWO: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa', ø: 'oe' };
const HAS_LETTER_FOR_TWO = /[äöüåø]/iu;
const EACH_LETTER_FOR_TWO = /[äöüåø]/giu;

/** With the quotes of all languages as ASCII, at the same places. */
export function toPlainQuotes(text: string): string {
  return text.replaceAll(QUOTES, '"');
}

/**
 * Words, "phrases" and -exclusions as people type them. `isTyping`: the last word can be unfinished. Further words than 10, and
 * further exclusions than 5, are left out.
 */
export function parseSearchWords(text: string, isTyping: boolean): SearchWords {
  // A phone number, typed in groups. In quotes, it is a phrase.
  const number = ONLY_NUMBER.test(text.trimStart()) ? toNumberWord(text) : undefined;
  if (number) return { wanted: [number], unwanted: [] };
  const wanted: SearchWord[] = [];
  const unwanted: SearchWord[] = [];
  for (const match of toPlainQuotes(text).matchAll(PARTS)) {
    const { minus, phrase, close, word: plain = '' } = match.groups ?? {};
    const isLast = isTyping && match.index + match[0].length === text.length;
    const isLong = Array.from(plain).length >= MIN_PREFIX_LETTERS;
    const isPrefix = phrase === undefined ? isLast || isLong : close !== '"';
    const word = toSearchWord(phrase ?? plain, isPrefix && !minus);
    if (word) (minus ? unwanted : wanted).push(word);
  }
  return { wanted: wanted.slice(0, MAX_WANTED), unwanted: unwanted.slice(0, MAX_UNWANTED) };
}

function toNumberWord(text: string): SearchWord | undefined {
  const digits = text.replaceAll(NOT_DIGITS, '');
  if (digits.length < MIN_NUMBER_DIGITS) return undefined;
  const [number] = listNumbers(text);
  // Groups that are no number without their zeros are words.
  const unit = number ?? (text.includes(digits) ? listUnits(digits)[0] : undefined);
  if (!unit) return undefined;
  const national = findNationalStart(text.trimStart(), unit.letters);
  const forms = [unit.letters, ...(national === undefined ? [] : [unit.letters.slice(national)])];
  return { units: [{ kind: 'number', forms }], isPrefix: true };
}

/** A string without spaces, or a phrase. Undefined without letters, digits and emoji. */
function toSearchWord(text: string, isPrefix: boolean): SearchWord | undefined {
  const number = ONLY_NUMBER.test(text.trimStart()) ? toNumberWord(text) : undefined;
  if (number) return number;
  const units = listSearchUnits(text);
  return units.length > 0 ? { units, isPrefix } : undefined;
}

/** Of a word or a phrase as a person types it. */
export function listSearchUnits(text: string): SearchUnit[] {
  return listUnits(text).map(unit => toSearchUnit(unit, text));
}

function toSearchUnit({ kind, letters, places }: TextUnit, text: string): SearchUnit {
  const typed = text.slice(places[0], places.at(-1)).normalize('NFC');
  if (kind !== 'word' || !HAS_LETTER_FOR_TWO.test(typed)) return { kind, forms: [letters] };
  const spelled = typed.replaceAll(
    EACH_LETTER_FOR_TWO,
    letter => LETTERS_FOR_TWO[letter.toLowerCase()] ?? letter,
  );
  return {
    kind,
    forms: [
      letters,
      ...listUnits(spelled)
        .slice(0, 1)
        .map(unit => unit.letters),
    ],
  };
}

/** A text that has the word has a term of each choice. */
export function listTermChoices({ units, isPrefix }: SearchWord): TermChoice[] {
  return units.flatMap(({ kind, forms }, index): TermChoice[] => {
    const [letters = []] = forms;
    if (kind === 'unspaced') return toPairs(letters);
    const isOpen = kind !== 'word' || (isPrefix && index === units.length - 1);
    const isCut = forms.some(form => form.length > MAX_TERM_LENGTH);
    return [{ terms: forms.map(form => form.slice(0, MAX_TERM_LENGTH).join('')), isPrefix: isOpen || isCut }];
  });
}

function toPairs(letters: readonly string[]): TermChoice[] {
  const [only = ''] = letters;
  if (letters.length === 1) return [{ terms: [only], isPrefix: true }];
  return letters
    .slice(1)
    .map((letter, before) => ({ terms: [(letters[before] ?? '') + letter], isPrefix: false }));
}

/** Whether each wanted word is in one of the texts, and no unwanted one is. */
export function haveWords(texts: readonly string[], { wanted, unwanted }: SearchWords): boolean {
  if (wanted.length === 0 && unwanted.length === 0) return true;
  const searched = texts.map(text => new SearchedText(text));
  const isFound = (word: SearchWord) => searched.some(text => text.findHits(word).length > 0);
  return wanted.every(isFound) && !unwanted.some(isFound);
}

/** The units of a text, for several words. */
export class SearchedText {
  readonly #text: string;
  readonly #units: readonly TextUnit[];
  #numbers: readonly TextUnit[] | undefined;

  constructor(text: string) {
    this.#text = text;
    this.#units = listUnits(text);
  }

  /** Where the text has the word, in order. Hits can overlap. */
  findHits(word: SearchWord): Hit[] {
    const hits = findIn(this.#units, word);
    if (word.units[0]?.kind !== 'number') return hits;
    this.#numbers ??= listNumbers(this.#text);
    return [...hits, ...this.#numbers.flatMap(number => findIn([number], word))].toSorted(
      (a, b) => a.start - b.start,
    );
  }
}

function findIn(units: readonly TextUnit[], word: SearchWord): Hit[] {
  return units.flatMap(({ starts }, first) =>
    starts.flatMap(start => matchAt(units, first, start, word) ?? []),
  );
}

function matchAt(
  units: readonly TextUnit[],
  first: number,
  start: number,
  word: SearchWord,
): Hit | undefined {
  let from = start;
  let end: number | undefined;
  for (const [index, { kind, forms }] of word.units.entries()) {
    const unit = units[first + index];
    const isLast = index === word.units.length - 1;
    const isOpen = kind === 'number' || kind === 'emoji' || (isLast && word.isPrefix);
    const allowed = kind === 'number' && from > 0 ? forms.slice(0, 1) : forms;
    const stop = unit && findStop(unit, from, allowed, isLast && (isOpen || unit.kind === 'unspaced'));
    if (stop === undefined) return undefined;
    // A part of an emoji shows as nothing.
    end = kind === 'emoji' ? unit?.places.at(-1) : unit?.places[stop];
    from = 0;
  }
  const begin = units[first]?.places[start];
  return begin === undefined || end === undefined ? undefined : { start: begin, end };
}

/** Where one of `forms` ends; `isOpen`: also before the end of the unit. */
function findStop(
  { letters }: TextUnit,
  from: number,
  forms: SearchUnit['forms'],
  isOpen: boolean,
): number | undefined {
  const form = forms.find(
    one =>
      (isOpen || from + one.length === letters.length) &&
      one.every((letter, offset) => letters[from + offset] === letter),
  );
  return form && from + form.length;
}
