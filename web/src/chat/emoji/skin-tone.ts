import { isEmoji } from '@snug/protocol';

/** From light to dark; undefined for the yellow of most emoji. */
export const SKIN_TONES = [undefined, '🏻', '🏼', '🏽', '🏾', '🏿'] as const;
export type SkinTone = (typeof SKIN_TONES)[number];

/** The emoji in this skin tone, or unchanged if it has no tones. */
export function applyTone(emoji: string, tone: SkinTone): string {
  if (tone === undefined) return emoji;
  const toned = emoji.replaceAll(/(\p{Emoji_Modifier_Base})\ufe0f?/gu, `$1${tone}`);
  return isEmoji(toned) ? toned : emoji;
}
