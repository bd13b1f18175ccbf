import { isUnspaced } from '@snug/protocol';

/** More marks than any letter has. */
const MAX_LENGTH = 32;
const LAST_CHARACTER = /(\P{M})(\p{M}*)$/u;
const KEYCAP = '\u20e3';

/**
 * Whether the sign at `at` can begin a token, such as "@" a mention: not within a word or address, and not doubled. A letter of a
 * script without spaces ends no word.
 */
export function canTokenBegin(text: string, at: number): boolean {
  if (at === 0) return true;
  const [, letter = 'x', marks = ''] =
    LAST_CHARACTER.exec(text.slice(Math.max(0, at - MAX_LENGTH), at)) ?? [];
  if (letter === text.charAt(at)) return false;
  return !/[\p{L}\p{N}]/u.test(letter) || isUnspaced(letter) || marks.includes(KEYCAP);
}
