import { Store } from '@snug/client';

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
  const data = await import('./parse-emoji-data.ts').then(module => module.parseEmojiData());
  emojiData.set(data);
  return data;
}
