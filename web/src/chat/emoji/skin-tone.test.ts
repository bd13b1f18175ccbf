import { isEmoji } from '@snug/protocol';
import { expect, test } from 'vitest';
import data from './data/en.json';
import { applyTone, SKIN_TONES } from './skin-tone.ts';
import { stripTone } from './strip-tone.ts';

test('a skin tone changes people and hands, and nothing else', () => {
  expect(applyTone('👍', '🏽')).toBe('👍🏽');
  expect(applyTone('✌️', '🏿')).toBe('✌🏿');
  expect(applyTone('👩‍❤️‍👨', '🏻')).toBe('👩🏻‍❤️‍👨🏻');
  expect(applyTone('❤️', '🏽')).toBe('❤️');
  expect(applyTone('👨‍👩‍👧', '🏽'), 'families have no tones').toBe('👨‍👩‍👧');
});

test('each emoji of the picker comes back from each of its skin tones', () => {
  for (const [emoji = ''] of data.flat())
    for (const tone of SKIN_TONES) {
      const toned = applyTone(emoji, tone);
      expect([emoji, tone, isEmoji(toned), stripTone(toned)]).toEqual([emoji, tone, true, emoji]);
    }
});

test('two people with different skin tones stay as they are', () => {
  expect(stripTone('🫱🏻‍🫲🏿')).toBe('🫱🏻‍🫲🏿');
});
