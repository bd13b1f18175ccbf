import { cleanText, MAX_TEXT_LENGTH } from '@snug/protocol';

/** The number of characters of the sent text above the limit. */
export function countExcessCharacters(text: string): number {
  return text.length <= MAX_TEXT_LENGTH ? 0 : Math.max(0, cleanText(text).length - MAX_TEXT_LENGTH);
}
