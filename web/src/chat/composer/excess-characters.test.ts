import { MAX_TEXT_LENGTH } from '@snug/protocol';
import { expect, test } from 'vitest';
import { countExcessCharacters } from './excess-characters.ts';

test('line ends and white space that are not sent do not count', () => {
  expect(countExcessCharacters('a'.repeat(MAX_TEXT_LENGTH))).toBe(0);
  expect(countExcessCharacters(`\n \n${'a'.repeat(MAX_TEXT_LENGTH)}  \n`)).toBe(0);
  expect(countExcessCharacters('a'.repeat(MAX_TEXT_LENGTH + 3))).toBe(3);
});
