import { expect, test } from 'vitest';
import { getHue, getInitials } from './initials.ts';

test('initials are the first letters of up to two words, in capitals', () => {
  expect(getInitials('Demo Ada')).toBe('DA');
  expect(getInitials('  ada   byron lovelace ')).toBe('AB');
  expect(getInitials('ada')).toBe('A');
  expect(getInitials('🦊 fox')).toBe('🦊F');
  expect(getInitials('')).toBe('');
});

test('a person always has the same one of twelve hues', () => {
  const uids = Array.from({ length: 50 }, (_, index) => `uid-${index}`);
  for (const uid of uids) expect(getHue(uid)).toBe(getHue(uid));
  expect(uids.every(uid => getHue(uid) % 30 === 0 && getHue(uid) < 360)).toBe(true);
  expect(new Set(uids.map(getHue)).size).toBeGreaterThan(6);
});
