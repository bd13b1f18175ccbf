import { isEmojiName } from '@snug/protocol';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { proposeName } from './propose-name.ts';

test.each([
  ['Party Parrot.GIF', 'party_parrot'],
  ['emoji/sub folder/ship-it.png', 'ship-it'],
  ['Grüße aus Łódź.webp', 'grusse_aus_lodz'],
  ['IMG_2231.jpeg', 'img_2231'],
  ['thumbs+1.png', 'thumbs+1'],
  ['  __cat--.png', 'cat'],
  ['dancing.final.v2.gif', 'dancing_final_v2'],
  ['C:\\pictures\\Cool.png', 'cool'],
  ['猫.png', ''],
  ['x.png', ''],
  ['.png', ''],
])('%s proposes "%s"', (file, name) => expect(proposeName(file)).toBe(name));

test('a taken name gets a number', () => {
  expect(proposeName('cat.png', new Set(['cat']))).toBe('cat_2');
  expect(proposeName('Cat.gif', new Set(['cat', 'cat_2']))).toBe('cat_3');
  const long = 'y'.repeat(50);
  expect(proposeName(long, new Set(['y'.repeat(40)]))).toBe(`${'y'.repeat(38)}_2`);
});

test('the proposal for any file is a valid name, or empty', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 120 }), file => {
      const name = proposeName(file);
      expect(name === '' || isEmojiName(name)).toBe(true);
    }),
  );
});
