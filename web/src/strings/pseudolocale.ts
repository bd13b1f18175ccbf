import type { Translate } from './dictionary.ts';

// Languages that nobody speaks, made of English by rule. They show what is not in the dictionary, what has no room for longer words,
// and what is not mirrored: to be seen by a browser whose language is `en-XA` or `ar-XB`, as Chrome and Android call them.

const PLAIN = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const ACCENTED = 'åƀçđéƒĝĥîĵķļɱñöþǫŕšţûṽŵẋýžÅƁÇĐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽ';
const VOWELS = 'aeiouAEIOU';
const RIGHT_TO_LEFT = '\u202e';
const END = '\u202c';
/** The first of the characters that stand for values; they are no letters. */
const PLACES = 0xe000;
const PLACE = /[\ue000-\ue0ff]/g;

/** English with accents, a third longer, in brackets. */
export const accented: Translate = (_part, english) => changed(english, accent);

/** English whose words run from right to left. */
export const turned: Translate = (_part, english) => changed(english, turn);

function accent(text: string): string {
  const letters = Array.from(text, letter => accentLetter(letter, text.length > 1)).join('');
  // A time of day is no text, and a single letter has a place for one.
  return letters === text || text.length === 1 ? letters : `[${letters}]`;
}

function accentLetter(letter: string, isLonger: boolean): string {
  const other = Array.from(ACCENTED)[PLAIN.indexOf(letter)] ?? letter;
  return isLonger && VOWELS.includes(letter) ? other + other : other;
}

function turn(text: string): string {
  return text.replaceAll(/\p{Letter}{2,}/gu, word => RIGHT_TO_LEFT + word + END);
}

/** The same texts, each of them changed: not the values that are put in. */
function changed<Texts>(english: Texts, change: (text: string) => string): Texts {
  return other(english) as Texts;

  function other(text: unknown): unknown {
    if (typeof text === 'string') return change(text);
    if (typeof text === 'function') return (...values: unknown[]) => fill(text as Sentence, values, change);
    if (Array.isArray(text)) return text.map(other);
    return Object.fromEntries(Object.entries(text as object).map(([key, text]) => [key, other(text)]));
  }
}

type Sentence = (...values: readonly unknown[]) => string;

function fill(sentence: Sentence, values: readonly unknown[], change: (text: string) => string): string {
  const places = values.map((value, index) =>
    typeof value === 'string' ? String.fromCodePoint(PLACES + index) : value,
  );
  return change(sentence(...places)).replaceAll(PLACE, place =>
    String(values[(place.codePointAt(0) ?? PLACES) - PLACES]),
  );
}
