import { expect, test } from 'vitest';
import { isLong } from './long-text.ts';

test('long is what has many lines, or letters enough for them', () => {
  expect(isLong('A few words of the usual length.')).toBe(false);
  expect(isLong('line\n'.repeat(20))).toBe(false);
  expect(isLong('\n'.repeat(60))).toBe(true);
  expect(isLong('x'.repeat(2_000))).toBe(true);
});
