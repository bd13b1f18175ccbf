import { canTokenBegin } from '../composer/can-token-begin.ts';
import type { CompletionMatch } from '../composer/use-completion.ts';

// A name has spaces. Keyboards for Chinese, Japanese and Korean write wide signs.
const QUERY = /[@＠]((?:[^\s@＠]{1,80}(?:[ \u3000][^\s@＠]{1,80}){0,3}[ \u3000]?)?)$/u;
const MAX_LENGTH = 100;
/** Such as a profile on another site. */
const WITHIN_ADDRESS = /(?:https?:\/\/|www\.)[!-~]*[/=?&#]$/i;
const MAX_ADDRESS_LENGTH = 500;

/** An "@" with the start of a name, which ends at the caret. */
export function findMentionQuery(text: string, caret: number): CompletionMatch | undefined {
  const query = QUERY.exec(text.slice(Math.max(0, caret - MAX_LENGTH), caret))?.[1];
  if (query === undefined) return undefined;
  const start = caret - query.length - 1;
  const isWithinAddress = WITHIN_ADDRESS.test(text.slice(Math.max(0, start - MAX_ADDRESS_LENGTH), start));
  return canTokenBegin(text, start) && !isWithinAddress ? { start, query } : undefined;
}
