/** The emoji of the like in the specification: U+2764 U+FE0F. */
export const HEART = '\u2764\ufe0f';

/** In UTF-16 units. The longest emoji (flags and families) have 15. */
const MAX_LENGTH = 40;

/** Accepts one fully qualified emoji of Unicode's list for interchange (RGI), so not the heart without U+FE0F. */
export function isEmoji(text: string): boolean {
  return text.length <= MAX_LENGTH && /^\p{RGI_Emoji}$/v.test(text);
}
