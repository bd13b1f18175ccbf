import { expect, test } from 'vitest';
import { presenceWords } from './presence-text.ts';

test('what is known of a presence is said in words', () => {
  const lastChanged = new Date(2026, 8, 5, 12).getTime();
  expect(presenceWords(undefined)).toBe('Unknown state');
  expect(presenceWords({ uid: 'a', state: 'online', lastChanged })).toBe('Online');
  expect(presenceWords({ uid: 'a', state: 'offline', lastChanged })).toBe('Last online 05 Sep 2026');
});
