import type { ShownEmoji } from '@snug/client';
import { toEmojiReaction } from '@snug/protocol';
import type { EmojiEntry } from './emoji-data.ts';

/** An emoji of the workspace. */
export function toCustomEntry({ key, names }: ShownEmoji): EmojiEntry {
  return { emoji: toEmojiReaction(key), name: key, shortcodes: [key, ...names], tags: [] };
}
