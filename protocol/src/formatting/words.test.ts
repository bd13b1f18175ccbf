import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { measureGrowth } from '../testing/measure-growth.ts';
import { EMOJI_MARK, readMarkedWords, readWords } from './words.ts';

test.each([
  ['See **[the plan](https://a.example/long?x=1)** and `code`', 'See the plan and code'],
  ['```ts\nlet a = 1;\n```', 'let a = 1;'],
  ['> said\nanswer', 'said\nanswer'],
  ['> ```sh\n> make\n> ```', 'make'],
  ['Buy:\n- milk\n  - eggs\n2. bread', 'Buy:\n• milk\n• eggs\n2. bread'],
  [String.raw`\*as typed\* C:\*.txt`, String.raw`*as typed* C:\*.txt`],
  ['@Ann **@Ben** _x_', '@Ann @Ben x'],
  ['2 * 3 * 4 and snake_case', '2 * 3 * 4 and snake_case'],
])('the words of %j', (text, words) => expect(readWords(text)).toBe(words));

test('marked words mark the names of emoji, but not those in code and addresses', () => {
  const show = (text: string) => readMarkedWords(text).replaceAll(EMOJI_MARK, '!');
  expect(show('**:party:** `:code:` :a1::b2:')).toBe('!:party: :code: !:a1:!:b2:');
  expect(show('```\n:code:\n```\nhttps://a.example/:id:/')).toBe(':code:\nhttps://a.example/:id:/');
  expect(readWords('**:party:** :a1:')).toBe(':party: :a1:');
});

const MARKS = [
  '**',
  '*',
  '_',
  '~~',
  '`',
  '```',
  '[',
  '](https://a.example)',
  '> ',
  '- ',
  '\n',
  ' ',
  '\\',
  '!',
];
const texts = fc
  .array(fc.constantFrom(...MARKS, 'word', 'слово', '字', '7', '😀'), { maxLength: 60 })
  .map(parts => parts.join(''));
const toLetters = (text: string) =>
  text.replaceAll('https://a.example', '').replaceAll(/[^\p{L}\p{N}😀]/gu, '');

test('the words of any text are all there, once and in order', () => {
  fc.assert(
    fc.property(texts, text => {
      // The name of a language is no word of the text.
      const plain = text.replaceAll(/```(?=\w)/g, '``` ');
      expect(toLetters(readWords(plain))).toBe(toLetters(plain));
    }),
  );
});

test('V4 reads the words of adversarial messages in linear time', () => {
  for (const unit of ['**', '[a](', '> ', '- `', '```\n', '\\_a'])
    expect({ unit, growth: measureGrowth(unit, readWords) }).toEqual({ unit, growth: 'linear' });
});
