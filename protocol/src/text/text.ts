import * as v from 'valibot';
import { cleanName } from './clean-name.ts';
import { cleanText } from './clean-text.ts';

const CONTROL_OR_LINE_END = /[\p{Cc}\u2028\u2029]/u;

/** Excludes white space and the characters that fonts do not draw, such as U+200B, U+3164 and U+2800. */
const VISIBLE = /(?![\p{Default_Ignorable_Code_Point}\u2800])[\p{L}\p{N}\p{P}\p{S}]/u;

/** The checks below as JSON Schema, for the published API. The texts that Snug trims may begin and end with white space. */
const PATTERNS = {
  notEmpty: String.raw`[^\s\p{Cc}]`,
  storable: String.raw`^[^\u0000\p{Cs}]*$`,
  wellFormed: String.raw`^\P{Cs}*$`,
  oneLine: String.raw`^\s*[^\p{Cc}\u2028\u2029]*\s*$`,
  visible: VISIBLE.source,
} as const;
type Pattern = keyof typeof PATTERNS;

/** For checks that JSON Schema expresses as patterns. It omits whatever follows a transformation. */
export function documentPatterns(...names: readonly Pattern[]) {
  const allOf = names.map(name => ({ pattern: PATTERNS[name] }));
  return v.metadata<string, { allOf: typeof allOf }>({ allOf });
}

/** Whether people can see the text, and so can click it. */
export function isVisible(text: string): boolean {
  return VISIBLE.test(text);
}

/** 1 to `max` UTF-16 code units, as `cleanText` leaves them. Rejects lone surrogates, because databases cannot store them. */
export function plainText(max: number) {
  return v.pipe(messageText(max), v.transform(cleanText));
}

/** The same checks, for a text that `cleanMessage` changes together with its mentions. */
export function messageText(max: number) {
  return v.pipe(
    v.string('must be a text'),
    v.metadata({ maxLength: max }),
    v.check(text => cleanText(text).length <= max, `must be at most ${max} characters`),
    v.check(text => cleanText(text) !== '', 'must not be empty'),
    v.check(text => text.isWellFormed(), 'must be valid Unicode'),
    documentPatterns('wellFormed', 'notEmpty'),
  );
}

/** One line with a visible character, as `cleanName` leaves it. Its direction is not isolated: that is the task of the page. */
export function nameText(max: number) {
  return v.pipe(
    v.string('must be a text'),
    v.metadata({ maxLength: max }),
    documentPatterns('storable', 'notEmpty', 'oneLine', 'visible'),
    v.transform(cleanName),
    ...checkText(max),
    v.check(name => !CONTROL_OR_LINE_END.test(name), 'must not contain control characters'),
    v.check(isVisible, 'must have at least one visible character'),
  );
}

/** A `plainText` with a visible character. */
export function multilineText(max: number) {
  return v.pipe(
    messageText(max),
    documentPatterns('wellFormed', 'notEmpty', 'visible'),
    v.transform(cleanText),
    v.check(isVisible, 'must have at least one visible character'),
  );
}

/** One line or several without white space at both ends. `patterns`: those that the published API has instead of later checks. */
export function trimmedText(max: number, ...patterns: readonly Pattern[]) {
  return v.pipe(
    v.string('must be a text'),
    v.metadata({ maxLength: max }),
    documentPatterns('storable', 'notEmpty', ...patterns),
    v.trim(),
    ...checkText(max),
  );
}

function checkText(max: number) {
  return [
    v.maxLength<string, number, string>(max, `must be at most ${max} characters`),
    v.check<string, string>(text => /[^\s\p{Cc}]/u.test(text), 'must not be empty'),
    v.check<string, string>(isStorable, 'must be valid Unicode without NUL'),
  ] as const;
}

export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}
