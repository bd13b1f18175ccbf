import { expect, test } from 'vitest';
import { hueOf, initialsOf } from './initials.ts';

test('initials are the first letters of up to two words, in capitals', () => {
  expect(initialsOf('Demo Ada')).toBe('DA');
  expect(initialsOf('  ada   byron lovelace ')).toBe('AB');
  expect(initialsOf('ada')).toBe('A');
  expect(initialsOf('🦊 fox')).toBe('🦊F');
  expect(initialsOf('')).toBe('');
});

test('a hue is steady and one of twelve', () => {
  const uids = Array.from({ length: 50 }, (_, index) => `uid-${index}`);
  for (const uid of uids) expect(hueOf(uid)).toBe(hueOf(uid));
  expect(uids.every(uid => hueOf(uid) % 30 === 0 && hueOf(uid) < 360)).toBe(true);
  expect(new Set(uids.map(hueOf)).size).toBeGreaterThan(6);
});
