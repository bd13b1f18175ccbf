import { isEmoji } from '@snug/protocol';

/** From light to dark; undefined for the yellow of most emoji. */
export const SKIN_TONES = [undefined, '🏻', '🏼', '🏽', '🏾', '🏿'] as const;
export type SkinTone = (typeof SKIN_TONES)[number];

const TONED = /\p{Emoji_Modifier}/gu;

/** The emoji in this skin tone, or unchanged if it has no tones. */
export function applyTone(emoji: string, tone: SkinTone): string {
  if (tone === undefined) return emoji;
  const toned = emoji.replaceAll(/(\p{Emoji_Modifier_Base})\ufe0f?/gu, `$1${tone}`);
  return isEmoji(toned) ? toned : emoji;
}

/** Without its skin tone. Unchanged if there is no such emoji, as for two people with different tones. */
export function stripTone(emoji: string): string {
  if (!/\p{Emoji_Modifier}/u.test(emoji)) return emoji;
  const plain = [emoji.replaceAll(TONED, ''), emoji.replaceAll(TONED, '\ufe0f')];
  return plain.find(isEmoji) ?? emoji;
}
