import type { Translate } from './dictionary.ts';

// Languages that nobody speaks, made of English by rule. They show what is not in the dictionary, what has no room for longer words,
// and what is not mirrored: to be seen by a browser whose language is `en-XA` or `ar-XB`, as Chrome and Android call them.

const PLAIN = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const ACCENTED = 'åƀçđéƒĝĥîĵķļɱñöþǫŕšţûṽŵẋýžÅƁÇĐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽ';
const VOWELS = 'aeiouAEIOU';
const RIGHT_TO_LEFT = '\u202e';
const POP_DIRECTION = '\u202c';
/** The first of the characters that stand for values; they are no letters. */
const PLACEHOLDER_BASE = 0xe000;
const PLACEHOLDER = /[\ue000-\ue0ff]/g;

/** English with accents, a third longer, in brackets. */
export const accented: Translate = (_part, english) => mapTexts(english, accentText);

/** English whose words run from right to left. */
export const mirrored: Translate = (_part, english) => mapTexts(english, mirrorText);

function accentText(text: string): string {
  const letters = Array.from(text, letter => accentLetter(letter, text.length > 1)).join('');
  // A time of day is no text, and a single letter has a place for one.
  return letters === text || text.length === 1 ? letters : `[${letters}]`;
}

function accentLetter(letter: string, isLonger: boolean): string {
  const other = Array.from(ACCENTED)[PLAIN.indexOf(letter)] ?? letter;
  return isLonger && VOWELS.includes(letter) ? other + other : other;
}

function mirrorText(text: string): string {
  return text.replaceAll(/\p{Letter}{2,}/gu, word => RIGHT_TO_LEFT + word + POP_DIRECTION);
}

/** The same texts, each of them changed: not the values that are put in. */
function mapTexts<Texts>(english: Texts, change: (text: string) => string): Texts {
  return mapValue(english) as Texts;

  function mapValue(text: unknown): unknown {
    if (typeof text === 'string') return change(text);
    if (typeof text === 'function')
      return (...values: unknown[]) => mapSentence(text as Sentence, values, change);
    if (Array.isArray(text)) return text.map(mapValue);
    return Object.fromEntries(Object.entries(text as object).map(([key, text]) => [key, mapValue(text)]));
  }
}

type Sentence = (...values: readonly unknown[]) => string;

function mapSentence(
  sentence: Sentence,
  values: readonly unknown[],
  change: (text: string) => string,
): string {
  const placeholders = values.map((value, index) =>
    typeof value === 'string' ? String.fromCodePoint(PLACEHOLDER_BASE + index) : value,
  );
  return change(sentence(...placeholders)).replaceAll(PLACEHOLDER, place =>
    String(values[(place.codePointAt(0) ?? PLACEHOLDER_BASE) - PLACEHOLDER_BASE]),
  );
}
