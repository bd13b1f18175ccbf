import * as v from 'valibot';

/** Control characters are invisible and take six bytes each as JSON. */
const CONTROL = /[^\P{Cc}\t\n\r]/u;
const CONTROL_OR_LINE_END = /[\p{Cc}\u2028\u2029]/u;

/** Excludes white space and the characters that fonts do not draw, such as U+200B, U+3164 and U+2800. */
const VISIBLE = /(?![\p{Default_Ignorable_Code_Point}\u2800])[\p{L}\p{N}\p{P}\p{S}]/u;

/** Whether people can see the text, and so can click it. */
export function isVisible(text: string): boolean {
  return VISIBLE.test(text);
}

/** 1 to `max` UTF-16 code units. Rejects NUL and lone surrogates, because databases cannot store them. */
export function plainText(max: number) {
  return v.pipe(
    v.string('must be a text'),
    v.maxLength(max, `must be at most ${max} characters`),
    v.regex(/\S/, 'must not be empty'),
    v.check(isStorable, 'must be valid Unicode without NUL'),
  );
}

/** One trimmed line with a visible character. Its direction is not isolated: that is the task of the page. */
export function singleLineText(max: number) {
  return v.pipe(
    trimmedText(max),
    v.check(name => !CONTROL_OR_LINE_END.test(name), 'must not contain control characters'),
    v.check(isVisible, 'must have at least one visible character'),
  );
}

/** Trimmed lines of `plainText` with a visible character. */
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
