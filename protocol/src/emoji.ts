/** The specified like is the reaction with this emoji: U+2764 U+FE0F. */
export const HEART = '\u2764\ufe0f';

/** No emoji is longer, in UTF-16 units; flags and families have up to 15. */
const MAX_LENGTH = 40;

/** Whether the text is one emoji of Unicode's list for interchange (RGI), fully qualified: the heart without U+FE0F is none. */
export function isEmoji(text: string): boolean {
  return text.length <= MAX_LENGTH && /^\p{RGI_Emoji}$/v.test(text);
}
