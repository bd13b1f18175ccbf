import { expect, test } from 'vitest';
import { joinTexts } from './receive-share.ts';

test.each([
  [['A title', 'Some words', 'https://snug.example/a'], 'A title\nSome words\nhttps://snug.example/a'],
  [['', 'Look: https://snug.example/a', 'https://snug.example/a'], 'Look: https://snug.example/a'],
  [['Same', 'Same', ''], 'Same'],
  [['', '  ', ''], ''],
  [['', '  a\r\n b\n', ''], '  a\n b'],
])('%j becomes one message', (texts, message) => {
  expect(joinTexts(texts)).toBe(message);
});
