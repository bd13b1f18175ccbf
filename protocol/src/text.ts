import * as v from 'valibot';

/** Controls show nothing and take six bytes each on the wire. */
const CONTROL = /[^\P{Cc}\t\n\r]/u;
const CONTROL_OR_LINE_END = /[\p{Cc}\u2028\u2029]/u;

/** What fills space on a screen: neither white space nor what fonts leave out, such as U+200B, U+3164 and U+2800. */
const VISIBLE = /(?![\p{Default_Ignorable_Code_Point}\u2800])[\p{L}\p{N}\p{P}\p{S}]/u;

/** Whether anyone could see the text, and so press on it. */
export function isVisible(text: string): boolean {
  return VISIBLE.test(text);
}

/**
 * Words that a person wrote, 1 to `max` UTF-16 code units, not white space alone.
 * NUL and lone surrogates are refused: no database stores them, so what is read back would differ.
 */
export function plainText(max: number) {
  return v.pipe(
    v.string('must be a text'),
    v.maxLength(max, `must be at most ${max} characters`),
    v.regex(/\S/, 'must not be empty'),
    v.check(isStorable, 'must be valid Unicode without NUL'),
  );
}

/**
 * The name of a person or a room: one line of `words` with a visible character, without white space at both ends.
 * Whoever shows it isolates its direction.
 */
export function singleLineText(max: number) {
  return v.pipe(
    trimmedText(max),
    v.check(name => !CONTROL_OR_LINE_END.test(name), 'must not contain control characters'),
    v.check(isVisible, 'must have at least one visible character'),
  );
}

/** Some lines of `words` with a visible character, without white space at both ends. */
export function multilineText(max: number) {
  return v.pipe(
    trimmedText(max),
    v.check(text => !CONTROL.test(text), 'must not contain control characters'),
    v.check(isVisible, 'must have at least one visible character'),
  );
}

export function trimmedText(max: number) {
  return v.pipe(v.string('must be a text'), v.trim(), plainText(max));
}

export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}
