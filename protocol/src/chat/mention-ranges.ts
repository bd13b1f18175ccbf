import { MAX_MENTION_LENGTH, MAX_MENTIONS } from '../core/limits.ts';
import type { Mention } from './mention.ts';

/** Line ends, and the marks of formatting, which would cut a mention in two. */
const EXCLUDED = /[\n\r\u2028\u2029[\]()<>{}*_~|\\`]/g;

/** Without the ranges that the rules exclude: those of the others are in order, and do not overlap. */
export function selectMentions(text: string, mentions: readonly Mention[]): Mention[] {
  let end = 0;
  return mentions
    .filter(mention => {
      const isSelected = mention.start >= end && isMention(text, mention);
      if (isSelected) end = mention.start + mention.length;
      return isSelected;
    })
    .slice(0, MAX_MENTIONS);
}

function isMention(text: string, { start, length }: Mention): boolean {
  const end = start + length;
  if (length < 2 || length > MAX_MENTION_LENGTH + 1 || end > text.length) return false;
  const range = text.slice(start, end);
  return range.startsWith('@') && range.search(EXCLUDED) === -1 && !splitsCharacter(text, end);
}

function splitsCharacter(text: string, at: number): boolean {
  return isHighSurrogate(text, at - 1) && isLowSurrogate(text, at);
}

function isHighSurrogate(text: string, at: number): boolean {
  return (text.charCodeAt(at) & 0xfc_00) === 0xd8_00;
}

function isLowSurrogate(text: string, at: number): boolean {
  return (text.charCodeAt(at) & 0xfc_00) === 0xdc_00;
}

/** The text that mentions a person of this name: "@" and the name, shortened, without what a range excludes. */
export function toMentionText(name: string): string {
  const max = MAX_MENTION_LENGTH - 1;
  const clean = name.replaceAll(EXCLUDED, ' ').replaceAll(/\s+/g, ' ').trim();
  const end = splitsCharacter(clean, max) ? max - 1 : max;
  return `@${clean.slice(0, end).trimEnd() || '?'}`;
}
