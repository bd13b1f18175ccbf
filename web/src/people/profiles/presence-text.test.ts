import { expect, test } from 'vitest';
import { getPresenceText } from './presence-text.ts';

test('each presence has a text', () => {
  const lastChanged = new Date(2026, 8, 5, 12).getTime();
  expect(getPresenceText(undefined)).toBe('Unknown state');
  expect(getPresenceText({ uid: 'a', state: 'online', lastChanged })).toBe('Online');
  expect(getPresenceText({ uid: 'a', state: 'offline', lastChanged })).toBe('Last online 05 Sep 2026');
  expect(getPresenceText({ uid: 'a', state: 'offline', lastChanged: 0 })).toBe('Not online yet');
});
