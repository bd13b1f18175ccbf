import type { EmojiData, EmojiEntry } from './emoji-data.ts';

/**
 * Best matches first: the exact shortcode, then `custom` emoji of the workspace, then the start of a shortcode, of a word of the
 * name and of a tag. Every word must match.
 */
export function searchEmoji(
  { groups }: EmojiData,
  query: string,
  limit: number,
  custom: readonly EmojiEntry[] = [],
): EmojiEntry[] {
  const words = query
    .toLowerCase()
    .split(/[\s_:]+/)
    .filter(Boolean);
  if (words.length === 0) return [];
  const [exact, ...others] = rankAll(groups.flat(), entry => rankEntry(entry, words));
  const own = rankAll(custom, entry => rankCustom(entry, words));
  return [exact ?? [], ...own, ...others].flat().slice(0, limit);
}

const RANKS = 4;

function rankAll(
  entries: readonly EmojiEntry[],
  rankOf: (entry: EmojiEntry) => number | undefined,
): EmojiEntry[][] {
  const ranks = Array.from({ length: RANKS }, (): EmojiEntry[] => []);
  for (const entry of entries) {
    const rank = rankOf(entry);
    if (rank !== undefined) ranks[rank]?.push(entry);
  }
  return ranks;
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

/** Many names are words without anything between them: "partyparrot". */
function rankCustom({ shortcodes }: EmojiEntry, words: readonly string[]): number | undefined {
  const names = shortcodes.map(name => name.replaceAll('_', ''));
  const joined = words.join('');
  if (names.includes(joined)) return 0;
  if (names.some(name => name.startsWith(joined))) return 1;
  const parts = shortcodes.flatMap(name => name.split(/[_+-]+/));
  if (words.every(word => startsWord(parts, word))) return 2;
  return words.every(word => shortcodes.some(name => name.includes(word))) ? 3 : undefined;
}

function startsWord(texts: readonly string[], word: string): boolean {
  return texts.some(text => text.toLowerCase().startsWith(word));
}
