import rows from './data/en.json';
import type { EmojiData, EmojiEntry } from './emoji-data.ts';

export function parseEmojiData(): EmojiData {
  const groups = rows.map(group => group.map(toEntry));
  const entries = groups.flat();
  return {
    groups,
    byEmoji: new Map(entries.map(entry => [entry.emoji, entry])),
    byShortcode: new Map(entries.flatMap(entry => entry.shortcodes.map(code => [code, entry] as const))),
  };
}

function toEntry([emoji = '', name = '', shortcodes = '', tags = '']: readonly string[]): EmojiEntry {
  return { emoji, name, shortcodes: shortcodes.split(' '), tags: tags.split(' ') };
}
