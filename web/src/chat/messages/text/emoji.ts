const MAX_EMOJI_COUNT = 5;
/** Longer texts are never a few emoji; bounds the time of the regular expression. */
const MAX_LENGTH = 100;
/** With names, which are longer than their emoji. */
const MAX_TYPED_LENGTH = 300;
const NAME = /:([a-z0-9_+-]+):/g;
const STAND_IN = '😀';

// Unicode annex 51: flags, keycaps, and pictographs with modifiers and joiners. A pictograph with a text presentation by default,
// such as ©, counts only with U+FE0F.
const MODIFIERS = String.raw`\p{Emoji_Modifier}?[\u{e0020}-\u{e007f}]*`;
const PICTURE = String.raw`(?:\p{Emoji_Presentation}\ufe0f?|\p{Extended_Pictographic}(?:\ufe0f|(?=\p{Emoji_Modifier})))${MODIFIERS}`;
const JOINED = String.raw`(?:\u200d\p{Extended_Pictographic}\ufe0f?${MODIFIERS})*`;
const EMOJI = String.raw`(?:\p{Regional_Indicator}{2}|[0-9#*]\ufe0f\u20e3|${PICTURE}${JOINED})`;
const FEW_EMOJI = new RegExp(String.raw`^\s*(?:${EMOJI}\s*){1,${MAX_EMOJI_COUNT}}$`, 'u');

/** `isCustom`: whether the workspace has an emoji of this name. */
export function isOnlyEmoji(text: string, isCustom: (name: string) => boolean): boolean {
  if (text.length > MAX_TYPED_LENGTH) return false;
  const shown = text.replaceAll(NAME, (typed, name: string) => (isCustom(name) ? STAND_IN : typed));
  return shown.length <= MAX_LENGTH && FEW_EMOJI.test(shown);
}
