import { isAlertWord, MAX_ALERT_WORDS, toAlertKeys } from '@snug/protocol';

/** Why a word cannot be added. `known`: that of the list which finds the same. */
export type WordProblem = 'tooShort' | 'tooMany' | { known: string };

export function findWordProblem(words: readonly string[], word: string): WordProblem | undefined {
  if (!isAlertWord(word)) return 'tooShort';
  const [key] = toAlertKeys(word);
  const known = words.find(other => toAlertKeys(other)[0] === key);
  if (known !== undefined) return { known };
  return words.length >= MAX_ALERT_WORDS ? 'tooMany' : undefined;
}
