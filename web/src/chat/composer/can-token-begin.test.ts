import { expect, test } from 'vitest';
import { canTokenBegin } from './can-token-begin.ts';

function canBeginAfter(before: string): boolean {
  return canTokenBegin(`${before}@ann`, before.length);
}

test('a token begins at the start, and after anything but a letter or digit', () => {
  for (const before of ['', ' ', '\n', 'hello,', '/', 'cc:', '(', '“', '**', '。', '、', '！', '\u200b'])
    expect([before, canBeginAfter(before)]).toEqual([before, true]);
  for (const before of ['x', 'Ж', 'é', 'e\u0301', 'ß', '1', '１', '٣', 'न', 'नि', 'ع', 'Ａ'])
    expect([before, canBeginAfter(before)]).toEqual([before, false]);
});

test('a token begins after a letter of a script without spaces', () => {
  for (const before of [
    'こんにちは',
    '田中さん',
    'ラー',
    'ﾗｰ',
    '你好',
    '佐々',
    '안녕하세요',
    '안녕'.normalize('NFD'),
    'สวัสดี',
    'ນີ້',
    'ជួប',
    'မင်္ဂလာ',
    'བོད',
  ])
    expect([before, canBeginAfter(before)]).toEqual([before, true]);
});

test('a token begins after emoji', () => {
  for (const before of ['👋', '👋🏽', '❤️', '👩‍👧', '🇵🇱', '1️⃣', '🏴󠁧󠁢󠁳󠁣󠁴󠁿'])
    expect([before, canBeginAfter(before)]).toEqual([before, true]);
});

test('no token begins with the second of two equal signs', () => {
  expect(canTokenBegin('@@ann', 1)).toBe(false);
  expect(canTokenBegin('std::map', 4)).toBe(false);
});

test('many marks need no time', () => {
  const text = 'x'.repeat(100_000) + '\u0301'.repeat(100_000);
  expect(canTokenBegin(`${text}@`, text.length)).toBe(false);
});
