/** The emoji of the like in the specification: U+2764 U+FE0F. */
export const HEART = '\u2764\ufe0f';

/** In UTF-16 units. The longest emoji (flags and families) have 15. */
const MAX_LENGTH = 40;

/** Accepts one fully qualified emoji of Unicode's list for interchange (RGI), so not the heart without U+FE0F. */
export function isEmoji(text: string): boolean {
  return text.length <= MAX_LENGTH && /^\p{RGI_Emoji}$/v.test(text);
}

/** Whether an emoji of the workspace can have this name, which has no colons. */
export function isEmojiName(name: string): boolean {
  return /^[a-z0-9_+-]{2,40}$/.test(name);
}

const REACTION = /^:([a-z0-9_+-]{2,40}):$/;
const TYPED_NAMES = /:([a-z0-9_+-]{2,40})(?=:)/g;

/** A reaction with an emoji of the workspace, by its first name. */
export function toEmojiReaction(key: string): string {
  return `:${key}:`;
}

/** The first name of the emoji of the workspace; undefined for a standard one. */
export function parseEmojiReaction(emoji: string): string | undefined {
  return REACTION.exec(emoji)?.[1];
}

/** Of a WebP. An animated picture has a still one beside it. */
export function getEmojiPath(picture: string, { still = false }: { still?: boolean } = {}): string {
  return `/emoji/${picture}${still ? '-still' : ''}.webp`;
}

/** The names between colons in a text, which may be those of emoji of the workspace. Each once, at most `limit`. */
export function findEmojiNames(text: string, limit: number): string[] {
  const names = new Set<string>();
  for (const [, name = ''] of text.matchAll(TYPED_NAMES)) {
    if (names.size >= limit) break;
    names.add(name);
  }
  return [...names];
}
