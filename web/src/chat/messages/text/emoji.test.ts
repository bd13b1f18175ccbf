import { measureGrowth } from '@snug/protocol/testing/measure-growth.ts';
import { expect, test } from 'vitest';
import { isOnlyEmoji } from './emoji.ts';

const hasParty = (name: string) => ['party', 'well-done', '1a'].includes(name);

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
  ':party:',
  ' :party::well-done: 😀\n:1a:',
  Array.from({ length: 5 }, () => ':well-done:').join(' '),
];
for (const text of ONLY) test(`${text} is only emoji`, () => expect(isOnlyEmoji(text, hasParty)).toBe(true));

const NOT = [
  ':nobody:',
  ':party: x',
  ':party',
  '`:party:`',
  ':party:'.repeat(6),
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
  test(`${JSON.stringify(text)} is not only emoji`, () => expect(isOnlyEmoji(text, hasParty)).toBe(false));
}

test('checks adversarial texts in linear time', () => {
  for (const unit of [':party:', ':party', ':', '😀 ', '👩‍', '🏴󠁧', ' ', '🇵'])
    expect({ unit, growth: measureGrowth(unit, text => isOnlyEmoji(`${text}a`, hasParty)) }).toEqual({
      unit,
      growth: 'linear',
    });
});
