/** So many still count as a few. */
const FEW = 5;
/** Longer than any few emoji. */
const MOST_LETTERS = 100;

// Unicode annex 51: flags, keys, and pictures with what changes their looks or joins them to one. A picture that is drawn like a
// letter unless it is asked for, such as ©, is a letter.
const CHANGED = String.raw`\p{Emoji_Modifier}?[\u{e0020}-\u{e007f}]*`;
const PICTURE = String.raw`(?:\p{Emoji_Presentation}\ufe0f?|\p{Extended_Pictographic}(?:\ufe0f|(?=\p{Emoji_Modifier})))${CHANGED}`;
const JOINED = String.raw`(?:\u200d\p{Extended_Pictographic}\ufe0f?${CHANGED})*`;
const EMOJI = String.raw`(?:\p{Regional_Indicator}{2}|[0-9#*]\ufe0f\u20e3|${PICTURE}${JOINED})`;
const ONLY_A_FEW = new RegExp(String.raw`^\s*(?:${EMOJI}\s*){1,${FEW}}$`, 'u');

/** Whether a message is a few emoji and nothing else. */
export function isOnlyEmoji(text: string): boolean {
  return text.length <= MOST_LETTERS && ONLY_A_FEW.test(text);
}
