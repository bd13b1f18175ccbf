import type { EmojiData, EmojiEntry } from './emoji-data.ts';

/** Best matches first: the start of a shortcode, then of a word of the name, then of a tag. Every word must match. */
export function searchEmoji({ groups }: EmojiData, query: string, limit: number): EmojiEntry[] {
  const words = query
    .toLowerCase()
    .split(/[\s_:]+/)
    .filter(Boolean);
  if (words.length === 0) return [];
  const ranks: EmojiEntry[][] = [[], [], [], []];
  for (const entry of groups.flat()) {
    const rank = rankEntry(entry, words);
    if (rank !== undefined) ranks[rank]?.push(entry);
  }
  return ranks.flat().slice(0, limit);
}

/** 0 for the exact shortcode; undefined if a word does not match. */
function rankEntry({ name, shortcodes, tags }: EmojiEntry, words: readonly string[]): number | undefined {
  const joined = words.join('_');
  if (shortcodes.includes(joined)) return 0;
  if (shortcodes.some(code => code.startsWith(joined))) return 1;
  if (words.every(word => startsWord(name.split(/[\s-]+/), word))) return 2;
  const all = [...name.split(/[\s-]+/), ...tags, ...shortcodes.flatMap(code => code.split('_'))];
  return words.every(word => startsWord(all, word)) ? 3 : undefined;
}

function startsWord(texts: readonly string[], word: string): boolean {
  return texts.some(text => text.toLowerCase().startsWith(word));
}
