import { findNameStarts, foldName, matchesName, splitNameQuery } from '@snug/protocol';

/** A part of a name, in UTF-16 units. */
export interface NameMatch {
  start: number;
  end: number;
}

/**
 * The letters of the name that the words of the query begin, each another word; undefined if one begins none. An empty query
 * matches every name.
 */
export function matchName(name: string, query: string): readonly NameMatch[] | undefined {
  if (!matchesName(name, query)) return undefined;
  const words = findNameStarts(name).map(start => ({ start, folded: foldName(name.slice(start)) }));
  const matches: NameMatch[] = [];
  for (const wanted of splitNameQuery(query)) {
    const isFree = (at: number) => matches.every(({ start, end }) => at < start || at >= end);
    const word = words.find(({ start, folded }) => isFree(start) && folded.startsWith(wanted));
    if (!word) return undefined;
    matches.push({ start: word.start, end: findEnd(name, word.start, wanted) });
  }
  return matches.toSorted((a, b) => a.start - b.start);
}

/** The end of the letters that fold to `wanted`, with the marks on the last one. */
function findEnd(name: string, start: number, wanted: string): number {
  let end = start;
  for (const character of name.slice(start)) {
    const isComplete = foldName(name.slice(start, end)).startsWith(wanted);
    if (isComplete && !/\p{M}/u.test(character)) break;
    end += character.length;
  }
  return end;
}
