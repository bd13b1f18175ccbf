import { expect, test } from 'vitest';
import { getFirstName, splitName } from './names.ts';

test('a name is split after its first word and loses no characters', () => {
  expect(splitName('Ada')).toEqual(['Ada', '']);
  expect(splitName(' Ada  King Lovelace ')).toEqual(['Ada', '  King Lovelace']);
  expect(getFirstName('Ada King')).toBe('Ada');
});
