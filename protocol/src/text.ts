import * as v from 'valibot';

/**
 * Words that a person wrote, 1 to `max` UTF-16 code units, not white space alone.
 * NUL and lone surrogates are refused: no database stores them, so what is read back would differ.
 */
export function words(max: number) {
  return v.pipe(
    v.string('must be a text'),
    v.maxLength(max, `must be at most ${max} characters`),
    v.regex(/\S/, 'must not be empty'),
    v.check(text => text.isWellFormed() && !text.includes('\0'), 'must be valid Unicode without NUL'),
  );
}

/** Like `words`, with white space at both ends taken off. */
export function trimmedWords(max: number) {
  return v.pipe(v.string('must be a text'), v.trim(), words(max));
}
