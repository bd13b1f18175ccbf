import type { Translate } from './dictionary.ts';

// Pseudolocales, derived from English by rule. They reveal hard-coded texts, clipped texts and missing mirroring. A browser
// shows them if its language is `en-XA` or `ar-XB`, as in Chrome and Android.

const PLAIN = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const ACCENTED = 'åƀçđéƒĝĥîĵķļɱñöþǫŕšţûṽŵẋýžÅƁÇĐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽ';
const VOWELS = 'aeiouAEIOU';
const RIGHT_TO_LEFT = '\u202e';
const POP_DIRECTION = '\u202c';
/** The first of the private-use characters that stand for inserted values. */
const PLACEHOLDER_BASE = 0xe000;
const PLACEHOLDER = /[\ue000-\ue0ff]/g;

/** English with accents, a third longer, in brackets. */
export const accented: Translate = (_part, english) => mapTexts(english, accentText);

/** English with words that run from right to left. */
export const mirrored: Translate = (_part, english) => mapTexts(english, mirrorText);

function accentText(text: string): string {
  const letters = Array.from(text, letter => accentLetter(letter, text.length > 1)).join('');
  // Times of day and single letters stay.
  return letters === text || text.length === 1 ? letters : `[${letters}]`;
}

function accentLetter(letter: string, isLonger: boolean): string {
  const other = Array.from(ACCENTED)[PLAIN.indexOf(letter)] ?? letter;
  return isLonger && VOWELS.includes(letter) ? other + other : other;
}

function mirrorText(text: string): string {
  return text.replaceAll(/\p{Letter}{2,}/gu, word => RIGHT_TO_LEFT + word + POP_DIRECTION);
}

/** Changes each text, but not the inserted values. */
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
