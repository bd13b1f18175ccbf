import { expect, test } from 'vitest';
import { findClosedShortcode, findShortcode } from './find-shortcode.ts';

const find = (text: string) => findShortcode(text, text.length);
const findClosed = (text: string) => findClosedShortcode(text, text.length)?.text;

test('a colon and two letters after a space or at the start begin a shortcode', () => {
  expect(find(':ta')).toEqual({ start: 0, query: 'ta' });
  expect(find('well :party_pop')).toEqual({ start: 5, query: 'party_pop' });
  expect(find('one\n:+1')).toEqual({ start: 4, query: '+1' });
  expect(findShortcode('a :tada b', 6)).toEqual({ start: 2, query: 'tad' });
});

test('a shortcode begins after scripts without spaces, emoji, marks and wide signs', () => {
  for (const before of ['完了', '了解、', '좋아요', 'เสร็จ', '🎉', '👍🏽', '**', '(', 'Done! ', 'ok.', '「'])
    expect([before, find(`${before}:ta`)]).toEqual([before, { start: before.length, query: 'ta' }]);
  expect(find('了解：tada')).toEqual({ start: 2, query: 'tada' });
});

test('times, smiles, addresses, paths, code and single letters are no shortcodes', () => {
  for (const text of [
    '10:30',
    'at :30',
    ':)',
    ':-D',
    ':D',
    'https://snug',
    'https://a.example/x.:ta',
    'a:tada',
    'Ж:tada',
    ':t',
    'word: ',
    '::ta',
    'std::map',
    '/users/:id',
    '{"ok":true',
    'f():void',
    'a?:string',
    'C:\\:ab',
    'x=:ab',
  ])
    expect([text, find(text)]).toEqual([text, undefined]);
});

test('a shortcode ends with its closing colon', () => {
  for (const [text, closed] of [
    ['Shipped :tada:', ':tada:'],
    [':x:', ':x:'],
    [':+1:', ':+1:'],
    ['完了:tada:', ':tada:'],
    ['了解：tada：', '：tada：'],
    [':flag-us:', ':flag-us:'],
    [':wave::skin-tone-3:', ':wave::skin-tone-3:'],
    ['👋:skin-tone-3:', ':skin-tone-3:'],
    ['10:30:', undefined],
    ['10:30:45:', undefined],
    ['a:b:', undefined],
    ['a:b:c:', undefined],
    ['Map<K::V::', undefined],
    ['https://a.example/:tada:', undefined],
    ['https://a.example/?q=(:tada:', undefined],
    ['::', undefined],
    [': :', undefined],
    [':two words:', undefined],
  ] as const)
    expect([text, findClosed(text)]).toEqual([text, closed]);
  expect(findClosed('https://a.example。:tada:'), 'after the address').toBe(':tada:');
});

test('a long text is searched at its end only', () => {
  const text = `${'x '.repeat(5_000)}:tada`;
  expect(find(text)).toEqual({ start: 10_000, query: 'tada' });
});
