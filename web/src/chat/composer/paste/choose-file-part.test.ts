import { MAX_TEXT_LENGTH } from '@snug/protocol';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { countExcessCharacters } from '../excess-characters.ts';
import { chooseFilePart } from './choose-file-part.ts';

const lines = (count: number, length = 5) =>
  Array.from({ length: count }, () => 'x'.repeat(length)).join('\n');
const typed = (words: number) => 'word '.repeat(words);

test('a paste of more than 20 lines can become a file, also if it is short enough', () => {
  expect(chooseFilePart(`See: ${lines(21)}`, lines(21))).toBe(lines(21));
  expect(chooseFilePart(`See: ${lines(20)}`, lines(20))).toBeUndefined();
  expect(chooseFilePart('See:', lines(21)), 'it is no longer there').toBeUndefined();
});

test('a paste that makes the text too long can become a file, and the other words stay', () => {
  for (const pasted of ['x'.repeat(15_408), lines(15, 900), `{"key":"${'値'.repeat(12_000)}"}`])
    for (const text of [pasted, `See this: ${pasted}`, `${pasted}\nWhat now?`])
      expect(chooseFilePart(text, pasted)).toBe(pasted);
  const half = 'y'.repeat(MAX_TEXT_LENGTH - 10);
  expect(chooseFilePart(`${half} and ${'z'.repeat(1_500)}`, 'z'.repeat(1_500))).toBe('z'.repeat(1_500));
});

test('a text that is too long without its paste, or by typing, becomes a file as a whole', () => {
  expect(chooseFilePart(typed(2_100), undefined)).toBe(typed(2_100));
  expect(chooseFilePart(typed(2_100), 'gone')).toBe(typed(2_100));
  expect(chooseFilePart(typed(2_000).trim(), undefined)).toBeUndefined();
  const [text, pasted] = [`${typed(2_100)}${'x'.repeat(12_000)}`, 'x'.repeat(12_000)];
  expect(chooseFilePart(text, pasted)).toBe(text);
  expect(chooseFilePart(`${'x'.repeat(MAX_TEXT_LENGTH)} end`, ' end'), 'a short paste').toBe(
    `${'x'.repeat(MAX_TEXT_LENGTH)} end`,
  );
});

test('whatever is typed and pasted, a text that is too long has an offer that makes it short enough', () => {
  const text = fc.integer({ min: 0, max: 3 * MAX_TEXT_LENGTH }).map(length => 'ab c\n'.repeat(length / 5));
  fc.assert(
    fc.property(text, text, text, (before, pasted, after) => {
      const all = before + pasted + after;
      const part = chooseFilePart(all, pasted);
      const isLongPaste = part === pasted && pasted.split('\n').length > 20;
      const rest = part === undefined ? all : all.replace(part, () => '');
      // The text that stays after a long paste has an offer of its own.
      expect(isLongPaste || countExcessCharacters(rest) === 0).toBe(true);
    }),
  );
});
