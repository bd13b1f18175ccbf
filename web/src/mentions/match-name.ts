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
  const words = [...name.matchAll(/[^\s\p{P}]+/gu)].map(({ 0: text, index }) => ({ text, start: index }));
  const used = new Set<number>();
  const matches: NameMatch[] = [];
  for (const wanted of query.split(/\s+/).filter(Boolean)) {
    const folded = fold(wanted);
    const place = words.findIndex(({ text }, index) => !used.has(index) && fold(text).startsWith(folded));
    const word = words[place];
    if (!word) return undefined;
    used.add(place);
    matches.push({ start: word.start, end: word.start + Math.min(wanted.length, word.text.length) });
  }
  return matches.toSorted((a, b) => a.start - b.start);
}

/** Without case and accents. */
export function fold(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
}
