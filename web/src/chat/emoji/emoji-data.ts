import { type ShownEmoji, Store } from '@snug/client';
import { toEmojiReaction } from '@snug/protocol';

export interface EmojiEntry {
  /** Of Unicode, or `:name:`. */
  emoji: string;
  name: string;
  /** Without colons, best known first. */
  shortcodes: readonly string[];
  tags: readonly string[];
}

export interface EmojiData {
  /** In the order of Unicode: smileys, people, nature, food, travel, activities, objects, symbols, flags. */
  groups: readonly (readonly EmojiEntry[])[];
  byEmoji: ReadonlyMap<string, EmojiEntry>;
  byShortcode: ReadonlyMap<string, EmojiEntry>;
}

/** Undefined until the first use: `loadEmojiData`. */
export const emojiData = new Store<EmojiData | undefined>(undefined);

let loading: Promise<EmojiData> | undefined;

/** Rejects without a connection, and the next call tries again. */
export function loadEmojiData(): Promise<EmojiData> {
  loading ??= load().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function load(): Promise<EmojiData> {
  const { default: rows } = await import('./data/en.json');
  const groups = rows.map(group => group.map(toEntry));
  const entries = groups.flat();
  const data = {
    groups,
    byEmoji: new Map(entries.map(entry => [entry.emoji, entry])),
    byShortcode: new Map(entries.flatMap(entry => entry.shortcodes.map(code => [code, entry] as const))),
  };
  emojiData.set(data);
  return data;
}

/** An emoji of the workspace. */
export function toCustomEntry({ key, names }: ShownEmoji): EmojiEntry {
  return { emoji: toEmojiReaction(key), name: key, shortcodes: [key, ...names], tags: [] };
}

function toEntry([emoji = '', name = '', shortcodes = '', tags = '']: readonly string[]): EmojiEntry {
  return { emoji, name, shortcodes: shortcodes.split(' '), tags: tags.split(' ') };
}
