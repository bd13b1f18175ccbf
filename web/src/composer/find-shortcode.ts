import type { CompletionMatch } from './use-completion.ts';

/** Two letters or more, or the thumbs. A time like "10:30" and a smile like ":)" are none. */
const SHORTCODE = /(?<=^|\s):([a-z][a-z0-9_+-]+|[+-]1)$/i;

/** A shortcode that begins after white space and ends at the caret. */
export function findShortcode(text: string, caret: number): CompletionMatch | undefined {
  const match = SHORTCODE.exec(text.slice(Math.max(0, caret - MAX_LENGTH), caret));
  const query = match?.[1];
  return query === undefined ? undefined : { start: caret - query.length - 1, query };
}

/** Of the longest shortcode, and more: bounds the search of each key press. */
const MAX_LENGTH = 100;
