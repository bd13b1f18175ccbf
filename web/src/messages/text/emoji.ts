/** So many still count as a few. */
const MAX_EMOJI_COUNT = 5;
/** Longer than any few emoji. */
const MAX_LENGTH = 100;

// Unicode annex 51: flags, keys, and pictures with what changes their looks or joins them to one. A picture that is drawn like a
// letter unless it is asked for, such as ©, is a letter.
const MODIFIERS = String.raw`\p{Emoji_Modifier}?[\u{e0020}-\u{e007f}]*`;
const PICTURE = String.raw`(?:\p{Emoji_Presentation}\ufe0f?|\p{Extended_Pictographic}(?:\ufe0f|(?=\p{Emoji_Modifier})))${MODIFIERS}`;
const JOINED = String.raw`(?:\u200d\p{Extended_Pictographic}\ufe0f?${MODIFIERS})*`;
const EMOJI = String.raw`(?:\p{Regional_Indicator}{2}|[0-9#*]\ufe0f\u20e3|${PICTURE}${JOINED})`;
const FEW_EMOJI = new RegExp(String.raw`^\s*(?:${EMOJI}\s*){1,${MAX_EMOJI_COUNT}}$`, 'u');

/** Whether a message is a few emoji and nothing else. */
export function isOnlyEmoji(text: string): boolean {
  return text.length <= MAX_LENGTH && FEW_EMOJI.test(text);
}
