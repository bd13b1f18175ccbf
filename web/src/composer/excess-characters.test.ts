import { MAX_TEXT_LENGTH } from '@snug/protocol';
import { expect, test } from 'vitest';
import { tooLongBy } from './excess-characters.ts';

test('white space at the ends does not count, as it is not sent', () => {
  expect(tooLongBy('a'.repeat(MAX_TEXT_LENGTH))).toBe(0);
  expect(tooLongBy(`  ${'a'.repeat(MAX_TEXT_LENGTH)}\n`)).toBe(0);
  expect(tooLongBy('a'.repeat(MAX_TEXT_LENGTH + 3))).toBe(3);
});
