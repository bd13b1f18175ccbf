import type { CompletionMatch } from '../composer/use-completion.ts';

// After white space or an opening mark, so that an email address begins none. A name has spaces.
const QUERY = /(?<=^|[\s([{"'“‘«*_~>])@((?:[^\s@]{1,80}(?: [^\s@]{1,80}){0,3} ?)?)$/u;
const MAX_LENGTH = 100;

/** An "@" with the begin of a name, which ends at the caret. */
export function findMentionQuery(text: string, caret: number): CompletionMatch | undefined {
  const match = QUERY.exec(text.slice(Math.max(0, caret - MAX_LENGTH), caret));
  const query = match?.[1];
  return query === undefined ? undefined : { start: caret - query.length - 1, query };
}
