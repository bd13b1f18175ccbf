import * as fc from 'fast-check';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { cleanText } from './clean-text.ts';
import { multilineText, nameText, plainText } from './text.ts';

const text = plainText(10);
const name = nameText(10);
const description = multilineText(10);

test('V4 a text keeps every visible character, and the white space between', () => {
  for (const value of ['a', ' a\n\n b', '0123456789', '👩‍👧 x', '<b>&', 'a\u200b', '\u202eabc']) {
    expect(v.parse(text, value)).toBe(value);
  }
});

test('the length of a text is in UTF-16 code units, as in browsers', () => {
  expect(v.is(text, '👍👍👍👍👍')).toBe(true);
  expect(v.is(text, '👍👍👍👍👍x')).toBe(false);
  expect(v.is(text, '01234567890')).toBe(false);
});

test('V4 the length of a text is that of the stored one', () => {
  expect(v.parse(text, '\n\n01234\r\n\u001b[31m6789\u001b[0m\n')).toBe('01234\n6789');
  expect(v.is(text, '01234\r\n6789x')).toBe(false);
});

test('a text of white space and control characters alone is rejected', () => {
  for (const value of ['', ' ', '\n\t', '\u00a0\u2003\u3000', '\ufeff', '\u0007', '\0']) {
    expect(v.is(text, value)).toBe(false);
    expect(v.is(name, value)).toBe(false);
  }
});

test('NUL and lone surrogates are never stored, because databases cannot', () => {
  for (const value of ['\ud800', 'a\udc00', '\udc00\ud800']) {
    expect(v.is(text, value)).toBe(false);
    expect(v.is(name, value)).toBe(false);
  }
  expect([v.parse(text, 'a\0b'), v.is(name, 'a\0b')]).toEqual(['ab', false]);
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

test('a text is accepted if, and only if, UTF-8 preserves it and its stored form is not blank', () => {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const isPreserved = (value: string) => decoder.decode(new TextEncoder().encode(value)) === value;
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 12 }), units => {
      const value = String.fromCharCode(...units);
      const { length } = cleanText(value);
      const isFine = isPreserved(value) && length > 0 && length <= 10;
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

test('V4 names with control characters are rejected, descriptions lose them', () => {
  for (const control of ['\u0001', '\u001b', '\u007f', '\u0085', '\u009f'])
    expect([v.is(name, `a${control}b`), v.is(name, `a\n${control}`)]).toEqual([false, false]);
  expect(v.parse(description, 'a\u0001b\u001b[1mc\u0085d')).toBe('abc\nd');
  for (const lineBreak of ['\u2028', '\n', '\t', '\r']) expect(v.is(name, `a${lineBreak}b`)).toBe(false);
  expect(v.parse(description, ' a\n\tb\r\nc ')).toBe(' a\n\tb\nc');
});
