import { MAX_NAME_LENGTH } from '../core/limits.ts';
import { foldLetters } from './fold-letters.ts';
import { isUnspaced, UNSPACED_LETTER } from './scripts.ts';

/** Compatibility forms can be 18 times as long as the original text. A syllable of Hangul has three letters. */
const MAX_FOLDED_LENGTH = 3 * MAX_NAME_LENGTH;
/** Words of a search; further ones are not looked up. */
const MAX_WORDS = 10;

const BETWEEN_WORDS = /[^\p{L}\p{N}\p{M}\p{S}]+/gu;
const UNSPACED_SPACE = new RegExp(`(?<=${UNSPACED_LETTER}\\p{M}{0,8}) (?=${UNSPACED_LETTER})`, 'gu');
/** Vowels and ends of syllables in Hangul. */
const WITHIN_SYLLABLE = /[\u1160-\u11ff\ud7b0-\ud7ff]/;

const SYMBOL_AT_END = /\p{S}\p{M}*$/u;

/** The words of a name with folded letters and one space between, but none between letters of scripts that need none. */
export function foldName(name: string): string {
  return foldWords(name).replaceAll(UNSPACED_SPACE, '');
}

/** The folded words that a search for names looks up: each begins a word of the name. */
export function splitNameQuery(text: string): string[] {
  return foldWords(text)
    .split(' ')
    .filter(word => word !== '')
    .slice(0, MAX_WORDS);
}

function foldWords(name: string): string {
  const letters = foldLetters(name.normalize('NFKD').slice(0, MAX_FOLDED_LENGTH));
  const words = letters.replaceAll(BETWEEN_WORDS, ' ').trim();
  // Keeps a name that consists of punctuation alone.
  return (words || letters.trim()).slice(0, MAX_FOLDED_LENGTH).toWellFormed();
}

/** Whether each word of `text` begins a word of the name. */
export function matchesName(name: string, text: string): boolean {
  return new FoldedName(foldName(name)).hasAll(splitNameQuery(text));
}

/** Looks up words in a folded name. It looks for the places where a search can begin once, and only if it has to. */
export class FoldedName {
  readonly #folded: string;
  #starts: readonly number[] | undefined;

  constructor(folded: string) {
    this.#folded = folded;
  }

  /** Whether each of `words` begins a word of the name. */
  hasAll(words: readonly string[]): boolean {
    return words.every(word => this.#folded.includes(word)) && words.every(word => this.has(word));
  }

  /** Whether `words` begin a word of the name. */
  has(words: string): boolean {
    return this.#folded.startsWith(words) || this.findStarts(words).length > 0;
  }

  /** Where `words` begin a word of the name, in UTF-16 units. */
  findStarts(words: string): number[] {
    if (!this.#folded.includes(words)) return [];
    this.#starts ??= findWordStarts(this.#folded);
    return this.#starts.filter(start => this.#folded.startsWith(words, start));
  }
}

/**
 * The places where a search can begin, in UTF-16 units: words between spaces, each letter of a script without spaces, and what
 * follows a symbol such as an emoji.
 */
export function findWordStarts(words: string): number[] {
  const starts: number[] = [];
  let at = 0;
  for (const character of words) {
    if (isWordStart(words, at)) starts.push(at);
    at += character.length;
  }
  return starts;
}

function isWordStart(words: string, at: number): boolean {
  if (at >= words.length || words.charAt(at) === ' ') return false;
  if (at === 0 || words.charAt(at - 1) === ' ') return true;
  const character = String.fromCodePoint(words.codePointAt(at) ?? 0);
  if (isUnspaced(character)) return !WITHIN_SYLLABLE.test(character);
  return /[\p{L}\p{N}]/u.test(character) && SYMBOL_AT_END.test(words.slice(Math.max(0, at - 8), at));
}

/** The same places in a name as it is written. */
export function findNameStarts(name: string): number[] {
  const spaced = name.replaceAll(BETWEEN_WORDS, between => ' '.repeat(between.length));
  return findWordStarts(spaced.trim() === '' ? name : spaced);
}
