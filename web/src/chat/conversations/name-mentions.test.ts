import { expect, test } from 'vitest';
import { nameMentions } from './name-mentions.ts';

function createPerson(name: string) {
  return { uid: name, name, createdAt: 0, version: 0 };
}

test('mentions have the names of today, in any order', () => {
  const mentions = [
    { uid: 'b', start: 10, length: 4, person: createPerson('Benedikt') },
    { uid: 'a', start: 0, length: 4, person: createPerson('Anna-Lena') },
  ];
  expect(nameMentions('@Ann asks @Ben', mentions)).toBe('@Anna-Lena asks @Benedikt');
});

test('a mention of everyone or of somebody who is gone stays as typed', () => {
  const mentions = [
    { uid: null, start: 0, length: 5, person: undefined },
    { uid: 'x', start: 6, length: 4, person: undefined },
  ];
  expect(nameMentions('@room @Eve, tea?', mentions)).toBe('@room @Eve, tea?');
});
