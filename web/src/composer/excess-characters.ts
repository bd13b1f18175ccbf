import { MAX_TEXT_LENGTH } from '@snug/protocol';

/** By how many characters what would be sent is over the limit; 0 where it is not. */
export function countExcessCharacters(text: string): number {
  return text.length <= MAX_TEXT_LENGTH ? 0 : Math.max(0, text.trim().length - MAX_TEXT_LENGTH);
}
