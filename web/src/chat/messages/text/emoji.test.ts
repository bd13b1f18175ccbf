import { expect, test } from 'vitest';
import { isOnlyEmoji } from './emoji.ts';
import { measureGrowth } from './testing/measure-growth.ts';

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

test('checks adversarial texts in linear time', () => {
  for (const unit of ['😀 ', '👩‍', '🏴󠁧', ' ', '🇵'])
    expect({ unit, growth: measureGrowth(unit, text => isOnlyEmoji(`${text}a`)) }).toEqual({
      unit,
      growth: 'linear',
    });
});
