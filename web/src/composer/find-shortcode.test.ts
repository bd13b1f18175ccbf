import { expect, test } from 'vitest';
import { findShortcode } from './find-shortcode.ts';

const find = (text: string) => findShortcode(text, text.length);

test('a colon and two letters after a space or at the start begin a shortcode', () => {
  expect(find(':ta')).toEqual({ start: 0, query: 'ta' });
  expect(find('well :party_pop')).toEqual({ start: 5, query: 'party_pop' });
  expect(find('one\n:+1')).toEqual({ start: 4, query: '+1' });
  expect(findShortcode('a :tada b', 6)).toEqual({ start: 2, query: 'tad' });
});

test('times, smiles, addresses and single letters are no shortcodes', () => {
  for (const text of ['10:30', 'at :30', ':)', ':-D', ':D', 'https://snug', 'a:tada', ':t', 'word: ', '::ta'])
    expect([text, find(text)]).toEqual([text, undefined]);
});

test('a long text is searched at its end only', () => {
  const text = `${'x '.repeat(5_000)}:tada`;
  expect(find(text)).toEqual({ start: 10_000, query: 'tada' });
});
