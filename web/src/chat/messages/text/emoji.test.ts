import { expect, test } from 'vitest';
import { isOnlyEmoji } from './emoji.ts';

const ONLY = [
  '😀',
  '❤️',
  '👍🏽',
  '👩‍👩‍👧‍👦',
  '🏳️‍🌈',
  '🇵🇱',
  '1️⃣',
  '🏴󠁧󠁢󠁥󠁮󠁧󠁿',
  '👩🏽‍⚕️',
  '☝🏽',
  '😀 😀\n😀',
  '🎉🎉🎉🎉🎉',
];
for (const text of ONLY) test(`${text} is only emoji`, () => expect(isOnlyEmoji(text)).toBe(true));

const NOT = [
  '',
  ' ',
  'a',
  '1',
  '12',
  '#',
  '©',
  '❤',
  '😀a',
  'hi 😀',
  '🎉🎉🎉🎉🎉🎉',
  '😀\u0301',
  `😀${'\u0336'.repeat(50)}`,
  '\u200d',
  '\ufe0f',
  '🏽\u200d',
];
for (const text of NOT) {
  test(`${JSON.stringify(text)} is not only emoji`, () => expect(isOnlyEmoji(text)).toBe(false));
}

test('checks adversarial texts in bounded time', () => {
  const started = performance.now();
  for (const unit of ['😀 ', '👩‍', '🏴󠁧', ' ', '🇵']) isOnlyEmoji(`${unit.repeat(100 / unit.length)}a`);
  expect(performance.now() - started).toBeLessThan(200);
});
