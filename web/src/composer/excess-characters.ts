import { MAX_TEXT_LENGTH } from '@snug/protocol';

/** The number of characters above the limit, after trimming. */
export function countExcessCharacters(text: string): number {
  return text.length <= MAX_TEXT_LENGTH ? 0 : Math.max(0, text.trim().length - MAX_TEXT_LENGTH);
}
