import { expect, test } from 'vitest';
import { isLongText } from './long-text.ts';

test('a text is long if it has many lines or enough characters for them', () => {
  expect(isLongText('A few words of the usual length.')).toBe(false);
  expect(isLongText('line\n'.repeat(20))).toBe(false);
  expect(isLongText('\n'.repeat(60))).toBe(true);
  expect(isLongText('x'.repeat(2_000))).toBe(true);
});
