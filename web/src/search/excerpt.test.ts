import { EMOJI_MARK, parseSearchWords, readMarkedWords } from '@snug/protocol';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createExcerpt } from './excerpt.ts';

/** With its hits in brackets. */
function show(text: string, search: string): string {
  return createExcerpt(text, parseSearchWords(search, true))
    .map(({ text, isHit }) => (isHit ? `[${text}]` : text))
    .join('');
}

test.each([
  ['Grüße aus Köln, Herr Müller', 'müller köln', 'Grüße aus [Köln], Herr [Müller]'],
  ['Herr Mueller wartet', 'müller', 'Herr [Mueller] wartet'],
  ['我们在北京大学见面', '北京', '我们在[北京]大学见面'],
  ['東京タワーでラーメンを食べた', 'らーめん', '東京タワーで[ラーメン]を食べた'],
  ['كِتَابٌ جَدِيد في المَكْتَبَة', 'مكتبة', 'كِتَابٌ جَدِيد في ال[مَكْتَبَة]'],
  ['สวัสดีครับ ประชุมพรุ่งนี้', 'ประชุม', 'สวัสดีครับ [ประชุม]พรุ่งนี้'],
  ['मुझे किताब पढ़ना है', 'किताब', 'मुझे [किताब] पढ़ना है'],
  ['Ещё раз дома', 'еще дом', '[Ещё] раз [дом]а'],
  ['call fooBar_baz() now', 'bar_b', 'call foo[Bar_b]az() now'],
  ['ring +49 (0)170 123-4567 at noon', '0170 1234567', 'ring +49 (0)[170 123-4567] at noon'],
  ['the harbour_plan', 'harbour', 'the [harbour]_plan'],
  ['meetings meet', 'meet', '[meet]ings [meet]'],
  ['a\n\nb   c', 'c', 'a b [c]'],
  ['no hit here', 'zebra', 'no hit here'],
])('%s with %s is %s', (text, search, expected) => {
  expect(show(text, search)).toBe(expected);
});

test('a long text shows the words around its first hit, and no half word', () => {
  const words = Array.from({ length: 400 }, (_, index) => `word${index}`).join(' ');
  const shown = show(words.replace('word200', 'harbour'), 'harbour');
  expect(shown).toMatch(/^…word1\d\d .*\[harbour\] word201 .* word2\d\d…$/);
  expect(shown.length).toBeLessThan(320);
  expect(show(words, 'word399'), 'at its end').toMatch(/\[word399\]$/);
  expect(show(words, 'zebra')).toMatch(/^word0 /);
});

test('the parts of any excerpt are a piece of the text, without half characters', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 800 });
  fc.assert(
    fc.property(text, fc.nat(700), fc.integer({ min: 1, max: 12 }), (text, start, length) => {
      const search = text.slice(start, start + length).toWellFormed();
      const parts = createExcerpt(text.toWellFormed(), parseSearchWords(search, true));
      const shown = parts.map(part => part.text).join('');
      expect(shown.isWellFormed()).toBe(true);
      expect(shown.length).toBeLessThanOrEqual(302);
      const line = text.toWellFormed().replaceAll(/\s+/gu, ' ').trim();
      expect(line).toContain(shown.replace(/^…/, '').replace(/…$/, '') || line.slice(0, 0));
    }),
  );
});

test('a hit in the name of an emoji is the whole emoji', () => {
  const text = readMarkedWords('nice :party-parrot::ship: for the party, `:party:`');
  expect(show(text, 'party').replaceAll(EMOJI_MARK, '!')).toBe(
    'nice [!:party-parrot:]!:ship: for the [party], :[party]:',
  );
  expect(show(text, 'ship').replaceAll(EMOJI_MARK, '!')).toContain('!:party-parrot:[!:ship:]');
});

test('a word that is a part of one character marks nothing', () => {
  const word = { units: [{ kind: 'word' as const, forms: [['\u{1d165}']] }], isPrefix: true };
  const text = '\u12d0\u{1d162}\u{1d162}';
  expect(createExcerpt(text, { wanted: [word], unwanted: [] })).toEqual([{ text, isHit: false }]);
});
