import * as fc from 'fast-check';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { multilineText, plainText, singleLineText } from './text.ts';

const text = plainText(10);
const name = singleLineText(10);
const description = multilineText(10);

test('a text keeps every character, including white space', () => {
  for (const value of ['a', ' a\n', '0123456789', '👩‍👧 x', '<b>&', 'a\u200b', '\u202eabc']) {
    expect(v.parse(text, value)).toBe(value);
  }
});

test('the length of a text is in UTF-16 code units, as in browsers', () => {
  expect(v.is(text, '👍👍👍👍👍')).toBe(true);
  expect(v.is(text, '👍👍👍👍👍x')).toBe(false);
  expect(v.is(text, '01234567890')).toBe(false);
});

test('a text of white space alone is rejected', () => {
  for (const value of ['', ' ', '\n\t', '\u00a0\u2003\u3000', '\ufeff']) {
    expect(v.is(text, value)).toBe(false);
    expect(v.is(name, value)).toBe(false);
  }
});

test('NUL and lone surrogates are rejected, because databases cannot store them', () => {
  for (const value of ['a\0b', '\0', '\ud800', 'a\udc00', '\udc00\ud800']) {
    expect(v.is(text, value)).toBe(false);
    expect(v.is(name, value)).toBe(false);
  }
});

test('other types than strings are rejected', () => {
  for (const value of [undefined, null, 0, true, {}, ['a'], new String('a')]) {
    expect(v.is(text, value)).toBe(false);
    expect(v.is(name, value)).toBe(false);
  }
});

test('names are trimmed before their length is checked', () => {
  expect(v.parse(name, '  a b\n')).toBe('a b');
  expect(v.parse(name, ` ${'x'.repeat(10)} `)).toBe('x'.repeat(10));
  expect(v.is(name, ` ${'x'.repeat(11)} `)).toBe(false);
});

test('a text is accepted if, and only if, UTF-8 preserves it and it is not blank', () => {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const isPreserved = (value: string) => decoder.decode(new TextEncoder().encode(value)) === value;
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 12 }), units => {
      const value = String.fromCharCode(...units);
      const isFine = isPreserved(value) && !value.includes('\0') && value.trim() !== '' && value.length <= 10;
      expect(v.is(text, value)).toBe(isFine);
    }),
  );
});

test('a name has a visible character', () => {
  const invisible = [
    '\u200b',
    '\u2060',
    '\u3164',
    '\u2800',
    '\u200e\u200f',
    '\u00ad',
    '\ufe0f',
    '\u{e0020}',
    '\u0301',
  ];
  for (const value of invisible) {
    expect([value, v.is(name, value), v.is(description, value)]).toEqual([value, false, false]);
    expect(v.is(name, `${value}a`)).toBe(true);
  }
  for (const value of ['Ann', '.', '7', '👩‍💻', '❤️', '明', 'می‌خواهم', 'न्', '$'])
    expect([value, v.is(name, value)]).toEqual([value, true]);
});

test('names are one line without control characters, descriptions are lines without them', () => {
  for (const control of ['\u0001', '\u001b', '\u007f', '\u0085', '\u009f'])
    expect([v.is(name, `a${control}b`), v.is(description, `a${control}b`)]).toEqual([false, false]);
  for (const lineBreak of ['\u2028', '\n', '\t', '\r']) expect(v.is(name, `a${lineBreak}b`)).toBe(false);
  expect(v.parse(description, ' a\n\tb\r\nc ')).toBe('a\n\tb\r\nc');
});
