/** The rest of a name from the start of one of its words on, in the index of names. */
export interface NameKey {
  /** Whether other words precede it in the name. */
  isInside: boolean;
  words: string;
}

/** In UTF-16 code units. The whole name decides about longer matches. */
export const MAX_KEY_LENGTH = 64;
/** Compatibility forms can be many times as long as the original text. */
const MAX_FOLDED_LENGTH = 400;

const ACCENTS = /[\u0300-\u036f]/g;
const BETWEEN_WORDS = /[^\p{L}\p{N}\p{M}\p{S}]+/gu;
/** Scripts without spaces: each character starts a word. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const MARK = /\p{M}/u;

/** Folds a text for comparison: no case, no Latin, Greek and Cyrillic accents, one space between words. */
export function foldText(text: string): string {
  const plain = text.normalize('NFKD').replace(ACCENTS, '').toUpperCase().toLowerCase().replaceAll('ς', 'σ');
  const words = plain.replace(BETWEEN_WORDS, ' ').trim();
  // Keeps a name that consists of punctuation alone.
  return (words || plain.trim()).slice(0, MAX_FOLDED_LENGTH).toWellFormed();
}

export function toNameKeys(name: string): NameKey[] {
  const folded = foldText(name);
  const words = findWordStarts(folded).map(start =>
    folded.slice(start, start + MAX_KEY_LENGTH).toWellFormed(),
  );
  return [...new Set(words)].map((words, index) => ({ isInside: index > 0, words }));
}

export function hasWordPrefix(name: string, words: string): boolean {
  return findWordStarts(name).some(start => name.startsWith(words, start));
}

function findWordStarts(folded: string): number[] {
  const starts: number[] = [];
  let isInWord = false;
  let at = 0;
  for (const character of folded) {
    const isUnspaced = UNSPACED.test(character) && !MARK.test(character);
    if (character !== ' ' && (!isInWord || isUnspaced)) starts.push(at);
    isInWord = character !== ' ';
    at += character.length;
  }
  return starts;
}
