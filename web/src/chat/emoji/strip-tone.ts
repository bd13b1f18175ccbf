import { isEmoji } from '@snug/protocol';

const TONED = /\p{Emoji_Modifier}/gu;

/** Without its skin tone. Unchanged if there is no such emoji, as for two people with different tones. */
export function stripTone(emoji: string): string {
  if (!/\p{Emoji_Modifier}/u.test(emoji)) return emoji;
  const plain = [emoji.replaceAll(TONED, ''), emoji.replaceAll(TONED, '\ufe0f')];
  return plain.find(isEmoji) ?? emoji;
}
