import { cleanName, type FoldedName, findWordStarts, foldName, isVisible } from '@snug/protocol';

/** The rest of a name from the start of one of its words on, in the index of names. */
export interface NameKey {
  /** Whether other words precede it in the name. */
  isInside: boolean;
  words: string;
}

/** In UTF-16 code units. The whole name decides about longer matches. */
export const MAX_KEY_LENGTH = 64;

export function toNameKeys(name: string): NameKey[] {
  return toKeys(foldName(name));
}

export function toKeys(folded: string): NameKey[] {
  const words = findWordStarts(folded).map(start => toKey(folded, start));
  return [...new Set(words)].map((words, index) => ({ isInside: index > 0, words }));
}

/** Of the keys of a name that begin with `prefix`, the first one in the order of a search. */
export function findFirstKey(folded: string, name: FoldedName, prefix: string): NameKey | undefined {
  const starts = name.findStarts(prefix);
  const keys = starts.map(start => ({ isInside: start > 0, words: toKey(folded, start) }));
  return keys.find(({ isInside }) => !isInside) ?? keys.toSorted((a, b) => (a.words < b.words ? -1 : 1))[0];
}

function toKey(folded: string, start: number): string {
  return folded.slice(start, start + MAX_KEY_LENGTH).toWellFormed();
}

/** Whether the index has these keys of a name, and no others. */
export function hasNameKeys(stored: readonly NameKey['words'][], keys: readonly NameKey[]): boolean {
  const known = new Set(stored);
  return known.size === keys.length && keys.every(({ words }) => known.has(words));
}

/** The words in the keys of an earlier release, which jobs replace. */
export function foldWordsAsBefore(text: string): string[] {
  const plain = text.normalize('NFKD').replaceAll(/[\u0300-\u036f]/g, '');
  const folded = plain.toUpperCase().toLowerCase().replaceAll('ς', 'σ');
  return folded.split(/[^\p{L}\p{N}\p{M}\p{S}]+/u).filter(word => word !== '');
}

/** A name that an earlier release stored. A name of which nothing would remain stays. */
export function cleanStoredName(name: string): string {
  const clean = cleanName(name);
  return isVisible(clean) ? clean : name;
}
