import type { CodeToken } from './code-token.ts';

/** The first `max` highlighted tokens, and the rest as one plain token. */
export function limitTokens(tokens: readonly CodeToken[], max: number): readonly CodeToken[] {
  let count = 0;
  const end = tokens.findIndex(({ kind }) => kind !== undefined && ++count > max);
  if (end === -1) return tokens;
  const rest = tokens.slice(end).map(({ text }) => text);
  return [...tokens.slice(0, end), { text: rest.join('') }];
}
