import { expect, test } from 'vitest';
import { getFirstName, splitName } from './names.ts';

test('a name is split behind its first word, and nothing of it is lost', () => {
  expect(splitName('Ada')).toEqual(['Ada', '']);
  expect(splitName(' Ada  King Lovelace ')).toEqual(['Ada', '  King Lovelace']);
  expect(getFirstName('Ada King')).toBe('Ada');
});
