import { AlertWordIndex } from '@snug/protocol';

/** Whether a text has one of the words. */
export function hasWord(text: string, words: readonly string[]): boolean {
  return new AlertWordIndex([['', words]]).find(text).size > 0;
}
