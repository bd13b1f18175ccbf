/** A name from one of its words on, as the index of names has it. */
export interface NameKey {
  /** Whether there is something before it in the name. */
  isInside: boolean;
  words: string;
}

/** How much of a name stands in a key, in UTF-16 code units; what is longer is compared by the whole name. */
export const MAX_KEY_LENGTH = 64;
/** Compatibility forms can be many times as long as what was typed. */
const MAX_FOLDED_LENGTH = 400;

const ACCENTS = /[\u0300-\u036f]/g;
const BETWEEN_WORDS = /[^\p{L}\p{N}\p{M}\p{S}]+/gu;
/** Written without spaces: each of their characters begins a word. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const MARK = /\p{M}/u;

/** Words as they are compared: without case, without Latin, Greek and Cyrillic accents, with one space between them. */
export function foldText(text: string): string {
  const plain = text.normalize('NFKD').replace(ACCENTS, '').toUpperCase().toLowerCase().replaceAll('ς', 'σ');
  const words = plain.replace(BETWEEN_WORDS, ' ').trim();
  // A name of nothing but punctuation is found as it is.
  return (words || plain.trim()).slice(0, MAX_FOLDED_LENGTH).toWellFormed();
}

/** The keys of a name: one for each of its words. */
export function toNameKeys(name: string): NameKey[] {
  const folded = foldText(name);
  const words = findWordStarts(folded).map(start =>
    folded.slice(start, start + MAX_KEY_LENGTH).toWellFormed(),
  );
  return [...new Set(words)].map((words, index) => ({ isInside: index > 0, words }));
}

/** Whether a word of the folded name begins with the folded words. */
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
