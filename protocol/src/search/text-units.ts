import { foldLetters } from '../text/fold-letters.ts';
import { UNSPACED } from '../text/scripts.ts';

/** A word of a text with folded letters. */
export interface TextUnit {
  /** `unspaced`: a run of a script without spaces between words. `number`: digits in groups, such as those of a phone number. */
  kind: 'word' | 'unspaced' | 'emoji' | 'number';
  /** Code points. Of an unspaced run, letters with their marks. */
  letters: readonly string[];
  /** For each letter, where it is in the text, in UTF-16 units; and the end. */
  places: readonly number[];
  /** Indexes of the letters at which a search can begin. */
  starts: readonly number[];
}

/** Within a word such as `fooBar_baz`. A hash would have one at each second letter. */
const MAX_STARTS = 6;
const MIN_DIGITS = 6;
/** Within a number, in a class of characters. */
export const NUMBER_SEPARATORS = String.raw` ,./()'\u2019\u00a0\u2009\u202f\u2010-\u2013\u2212\u3000\uff08\uff09\uff0d-\uff0f-`;
/** Before a country code. */
export const PLUS = String.raw`[+\uff0b]`;

const JOINERS = String.raw`\u200b-\u200d\u00ad\u2060\ufeff\u0640`;
const EMOJI_PART = String.raw`\p{Extended_Pictographic}(?:\ufe0f|\p{EMod})*`;
const EMOJI = String.raw`\p{RI}\p{RI}|[#*0-9]\ufe0f?\u20e3|${EMOJI_PART}(?:\u200d${EMOJI_PART})*`;
const UNSPACED_SIGN = String.raw`(?=\p{L}|\p{Nl})[${UNSPACED}]`;
const HALFWIDTH_MARKS = String.raw`\uff9e\uff9f`;
/** Marks of Markdown around a part of a run, as in 我们**在北京**见面. */
const FORMATTING = String.raw`[*~\u0060]{1,5}(?=${UNSPACED_SIGN})`;
const RUNS = new RegExp(
  [
    `(?<emoji>${EMOJI})`,
    String.raw`(?<unspaced>(?:${UNSPACED_SIGN}[\p{M}${HALFWIDTH_MARKS}${JOINERS}]*(?:${FORMATTING})?)+)`,
    String.raw`(?:(?!${UNSPACED_SIGN})[\p{L}\p{N}\p{M}_${JOINERS}])+(?:\+\+|#(?![\p{L}\p{N}]))?`,
  ].join('|'),
  'gu',
);
/** The same for ASCII, which takes a fifth of the time. */
const ASCII_WORDS = /[A-Za-z0-9_]+(?:\+\+|#(?![A-Za-z0-9]))?/g;
const ASCII = /^[\t\n\r -~]*$/;
const LOWER_CASE_WORD = /^[a-z]+$/;

/** As in file names of macOS. */
const SYLLABLE = String.raw`[\u1100-\u115f][\u1160-\u11a7][\u11a8-\u11ff]?`;
const CLUSTER = new RegExp(String.raw`${SYLLABLE}|[^\p{M}][\p{M}${HALFWIDTH_MARKS}]*|\p{M}+`, 'gu');
const IGNORED = /[_\p{EMod}]/gu;
const IS_FORMATTING = /^[*~`]/;
const DIGIT = /^\p{Nd}/u;
const MARK_OR_SYMBOL = /^[\p{M}+#_]/u;
const UPPER = /^\p{Lu}/u;
const LOWER_END = /[\p{Ll}\p{Lo}]\p{M}*$/u;
const ZERO_WIDTH_NON_JOINER = '\u200c';
const ARABIC = /^\p{Script=Arabic}/u;
const UPPER_THEN_LOWER = /^\p{Lu}\p{M}*\p{Ll}/u;

/** With one of the particles that are written together with it. */
const ARABIC_ARTICLE = /^(?:(?<particle>[وفبك])?ال|[وف]?لل)/u;
const MIN_LETTERS_AFTER_ARTICLE = 3;

const NUMBER = new RegExp(String.raw`${PLUS}?[(\uff08]?\p{Nd}[\p{Nd}${NUMBER_SEPARATORS}]*`, 'gu');
const OPENING_BRACKET = /[(\uff08]/;
const INTERNATIONAL = /^\(?(?:\+|00)/;
/** Of one or two digits. All others have three. */
const SHORT_COUNTRY_CODE = /^(?:[17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])/;
const ENOUGH_DIGITS = /(?:\p{Nd}[^\p{Nd}]{0,3}){6}/u;

/** The words, unspaced runs and emoji of a text, in order. */
export function listUnits(text: string): TextUnit[] {
  const units: TextUnit[] = [];
  for (const run of listRuns(text)) {
    const unit = toUnit(run);
    if (unit.letters.length > 0) units.push(unit);
  }
  return units;
}

/**
 * The phone numbers and other numbers in groups of a text: without what separates the groups, and without the zero that a country code
 * replaces.
 */
export function listNumbers(text: string): TextUnit[] {
  if (!ENOUGH_DIGITS.test(text)) return [];
  return [...text.matchAll(NUMBER)].flatMap(match => toNumber(match[0], match.index) ?? []);
}

export interface TextRun {
  kind: 'word' | 'unspaced' | 'emoji';
  text: string;
  /** In UTF-16 units. */
  place: number;
}

export function* listRuns(text: string): Generator<TextRun> {
  for (const { 0: run, groups, index: place } of text.matchAll(ASCII.test(text) ? ASCII_WORDS : RUNS)) {
    const kind = groups?.emoji !== undefined ? 'emoji' : groups?.unspaced !== undefined ? 'unspaced' : 'word';
    yield { kind, text: run, place };
  }
}

export function toUnit({ kind, text, place }: TextRun): TextUnit {
  if (kind === 'word' && LOWER_CASE_WORD.test(text)) return toLowerCaseUnit(text, place);
  const letters: string[] = [];
  const places: number[] = [];
  const starts: number[] = [];
  let before = '';
  for (const { 0: cluster, index } of text.matchAll(CLUSTER)) {
    if (kind === 'unspaced' && IS_FORMATTING.test(cluster)) continue;
    const folded = foldCluster(cluster);
    const isStart = kind === 'unspaced' || letters.length === 0 || isPartStart(kind, before, text, index);
    if (folded !== '' && isStart) starts.push(letters.length);
    for (const letter of kind === 'unspaced' && folded !== '' ? [folded] : folded) {
      letters.push(letter);
      places.push(place + index);
    }
    before = cluster;
  }
  places.push(place + text.length);
  if (kind === 'word') addStartAfterArticle(letters, starts);
  return { kind, letters, places, starts: kind === 'unspaced' ? starts : starts.slice(0, MAX_STARTS) };
}

function toLowerCaseUnit(text: string, place: number): TextUnit {
  const places = Array.from({ length: text.length + 1 }, (_, offset) => place + offset);
  return { kind: 'word', letters: text.split(''), places, starts: [0] };
}

const MAX_KNOWN_CLUSTERS = 20_000;
const MAX_KNOWN_CLUSTER_LENGTH = 8;
const knownClusters = new Map<string, string>();

/** Syllables of Hangul are one sign each. */
function foldCluster(cluster: string): string {
  const known = knownClusters.get(cluster);
  if (known !== undefined) return known;
  const folded = foldLetters(cluster.replaceAll(IGNORED, '')).normalize('NFC');
  if (knownClusters.size >= MAX_KNOWN_CLUSTERS) knownClusters.clear();
  if (cluster.length <= MAX_KNOWN_CLUSTER_LENGTH) knownClusters.set(cluster, folded);
  return folded;
}

/**
 * Whether a part of a word begins at `index`: after `_`, between letters and digits, where the case changes, and in Persian words such as
 * می‌خواهم.
 */
function isPartStart(kind: TextRun['kind'], before: string, text: string, index: number): boolean {
  if (kind !== 'word') return false;
  const rest = text.slice(index, index + 8);
  if (before === '_') return !rest.startsWith('_');
  if (before === ZERO_WIDTH_NON_JOINER && ARABIC.test(rest)) return true;
  if (DIGIT.test(before) !== DIGIT.test(rest)) return !MARK_OR_SYMBOL.test(rest);
  if (!UPPER.test(rest)) return false;
  // The last of several capitals begins the next part, as in HTMLParser.
  return LOWER_END.test(before) || (UPPER.test(before) && UPPER_THEN_LOWER.test(rest));
}

function addStartAfterArticle(letters: readonly string[], starts: number[]): void {
  const { 0: article = '', groups } = ARABIC_ARTICLE.exec(letters.slice(0, 4).join('')) ?? {};
  if (article === '' || letters.length - article.length < MIN_LETTERS_AFTER_ARTICLE) return;
  starts.push(...(groups?.particle === undefined ? [] : [groups.particle.length]), article.length);
}

function toNumber(text: string, place: number): TextUnit | undefined {
  const letters: string[] = [];
  const places: number[] = [];
  const starts: number[] = [];
  /** Of the group, so far. */
  let digits: '' | 'zeros' | 'some' = '';
  let isShortened = false;
  let end = place;
  for (let index = 0; index < text.length; ) {
    const character = String.fromCodePoint(text.codePointAt(index) ?? 0);
    const digit = DIGIT.test(character) ? foldLetters(character) : undefined;
    const isTrunkZero =
      digit === '0' &&
      digits !== 'some' &&
      (letters.length === 0 || OPENING_BRACKET.test(text[index - 1] ?? ''));
    if (isTrunkZero) isShortened = true;
    else if (digit !== undefined) {
      // Also after zeros that another one typed, or that begin a second number.
      if (digits === '' || (digits === 'zeros' && digit !== '0')) starts.push(letters.length);
      letters.push(digit);
      places.push(place + index);
    }
    if (digit === undefined) digits = '';
    else if (digits !== 'some') digits = digit === '0' ? 'zeros' : 'some';
    index += character.length;
    if (digit !== undefined) end = place + index;
  }
  places.push(end);
  for (const start of listNationalStarts(text, letters)) if (!starts.includes(start)) starts.push(start);
  return letters.length >= MIN_DIGITS && (starts.length > 1 || isShortened)
    ? { kind: 'number', letters, places, starts }
    : undefined;
}

/** After the country code of a phone number, and after a zero there, as in Italy. */
function listNationalStarts(text: string, letters: readonly string[]): number[] {
  const national = findNationalStart(text, letters);
  if (national === undefined) return [];
  return letters[national] === '0' ? [national, national + 1] : [national];
}

/** Of the number in another notation, without its country code. Undefined if it has none. `letters`: its digits. */
export function findNationalStart(text: string, letters: readonly string[]): number | undefined {
  if (!INTERNATIONAL.test(foldLetters(text.slice(0, 4)))) return undefined;
  const length = SHORT_COUNTRY_CODE.exec(letters.slice(0, 2).join(''))?.[0].length ?? 3;
  return letters.length - length >= MIN_DIGITS ? length : undefined;
}
