import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { cleanMessage, cleanText } from './clean-text.ts';

const UID = '11111111-1111-4111-8111-111111111111';

test('V4 each line end becomes a line feed', () => {
  for (const end of ['\r\n', '\r', '\n', '\v', '\f', '\u0085', '\u2028', '\u2029'])
    expect([end, cleanText(`a${end}b${end}${end}c`)]).toEqual([end, 'a\nb\n\nc']);
  expect(cleanText('a\n\rb\r\r\nc')).toBe('a\n\nb\n\nc');
  expect(cleanText('log:\r\n```js\r\nlet a;\r\n```\r\n')).toBe('log:\n```js\nlet a;\n```');
});

test('V4 terminal sequences go whole', () => {
  for (const sequence of [
    '\u001b[31m',
    '\u001b[0;1;38;2;255;0;0m',
    '\u001b[?25l',
    '\u001b[2 q',
    '\u009b1A',
    '\u001b]0;my title\u0007',
    '\u001b]8;;https://a.example/é\u001b\\',
    '\u009d0;title\u009c',
    '\u001bPq#0;2;0;0;0\n#0~~@@\u001b\\',
    '\u0090+q544e\u009c',
    '\u001b_Ga=T;AAAA\u001b\\',
    '\u001b^private\u009c',
    '\u001bXstring\u001b\\',
    '\u001bM',
    '\u001b7',
    '\u001b(B',
    '\u001b#8',
    '\u001b F',
    '\u0084',
  ])
    expect([sequence, cleanText(`a ${sequence}b ${sequence}${sequence}c`)]).toEqual([sequence, 'a b c']);
});

test('V4 a sequence without an end removes no line', () => {
  expect(cleanText('a\u001b]0;title\nb\nc\u0007 d')).toBe('a0;title\nb\nc d');
  expect(cleanText('a\u001bPdata\nb')).toBe('adata\nb');
  expect(cleanText('a\u009d9;x\u001b[1mb\u001b\\c')).toBe('a9;xbc');
  expect(cleanText('a\u001b[3')).toBe('a');
  expect(cleanText('a\u001b')).toBe('a');
});

test('V4 other control characters go, except tab', () => {
  expect(cleanText('a\u0000\u0007\u0008\u000e\u007f\u009f\tb')).toBe('a\tb');
});

test('V4 white space at the end and empty lines at both ends go, the first indent stays', () => {
  expect(cleanText('    root\n   /    \\\n left   right')).toBe('    root\n   /    \\\n left   right');
  expect(cleanText('\n \t\n\u3000\n\tx\n\n y \n\n \u00a0\n')).toBe('\tx\n\n y');
  expect(cleanText('\r\n\u001b[1m\n  \u0007x')).toBe('  x');
  for (const empty of ['', ' ', '\n \n', '\u001b[0m', '\u0000', '\u2028\ufeff'])
    expect([empty, cleanText(empty)]).toEqual([empty, '']);
});

test('V4 visible, joining and invisible characters stay', () => {
  for (const text of [
    'a\u200bb',
    '\u202eabc',
    '👩‍👧',
    'می‌خواهم',
    'e\u0301',
    '\u00ad-\u2060',
    '[31m',
    '\ud800x',
  ])
    expect(cleanText(text)).toBe(text);
});

const PIECE = fc.constantFrom(
  'a',
  'é',
  '😀',
  ' ',
  '\t',
  '\n',
  '\r',
  '\r\n',
  '\v',
  '\u2028',
  '\u0085',
  '\u3000',
  'm',
  ';',
  '\\',
  '0',
  '[',
  '\u001b',
  '\u001b[',
  '\u001b[31m',
  '\u001b]',
  '\u0007',
  '\u001b\\',
  '\u009b',
  '\u009d',
  '\u009c',
  '\u001bP',
  '\0',
);
const TEXT = fc.array(PIECE, { maxLength: 40 }).map(pieces => pieces.join(''));

test('V4 a clean text is clean, and has no control character but tab and line feed', () => {
  fc.assert(
    fc.property(fc.oneof(TEXT, fc.string({ unit: 'binary' })), text => {
      const clean = cleanText(text);
      expect(cleanText(clean)).toBe(clean);
      expect(clean).not.toMatch(/[^\P{Cc}\t\n]|[\u2028\u2029]|\s$|^\s*\n/u);
    }),
  );
});

test('V4 mentions stay on their words', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(TEXT, fc.constantFrom('@Ann', '@Bo Lee', '@山田')), { maxLength: 5 }),
      TEXT,
      (parts, end) => {
        let text = '';
        const mentions = parts.map(([before, name]) => {
          // A sequence without an end would take the name with it.
          text += `${before}\u001bM`;
          const mention = { uid: UID, start: text.length, length: name.length };
          text += name;
          return mention;
        });
        const cleaned = cleanMessage({ text: text + end, mentions });
        expect(cleaned.text).toBe(cleanText(text + end));
        const covered = cleaned.mentions.map(({ start, length }) =>
          cleaned.text.slice(start, start + length),
        );
        expect(covered).toEqual(parts.map(([, name]) => name));
        expect(cleanMessage(cleaned)).toBe(cleaned);
      },
    ),
  );
});

test('V4 mentions around removed characters, and wrong ones, stay within the text', () => {
  const mention = (start: number, length: number) => ({ uid: UID, start, length });
  const clean = (text: string, ...mentions: ReturnType<typeof mention>[]) =>
    cleanMessage({ text, mentions }).mentions;
  expect(clean('\n \r\n  @A\u0007nn!\u001b[0m ', mention(6, 5))).toEqual([mention(2, 4)]);
  expect(clean('@Ann \n', mention(0, 5), mention(4, 2), mention(3, 4))).toEqual([
    mention(0, 4),
    mention(4, 0),
  ]);
  fc.assert(
    fc.property(TEXT, fc.array(fc.tuple(fc.nat(80), fc.nat(20))), (text, ranges) => {
      const cleaned = cleanMessage({
        text,
        mentions: ranges.map(([start, length]) => mention(start, length)),
      });
      if (cleaned.text === text) return;
      for (const { start, length } of cleaned.mentions) {
        expect(Math.min(start, length)).toBeGreaterThanOrEqual(0);
        expect(start + length).toBeLessThanOrEqual(cleaned.text.length);
      }
    }),
  );
});

test('V4 hostile texts need linear time', () => {
  for (const unit of [
    '\u001b]',
    '\u009d',
    '\u001bP',
    '\u0090x',
    '\u001b[',
    '\u001b[;',
    '\u001b  ',
    '\n',
    ' ',
    '\r',
    '\u001b',
    '\u009d\u001b]x',
  ])
    expect(cleanText(`x${unit.repeat(200_000)}x`).length).toBeLessThanOrEqual(600_002);
});
