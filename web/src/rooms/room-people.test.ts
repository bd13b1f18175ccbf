import { expect, test } from 'vitest';
import { isNamed, morePeople, peopleOfRoom } from './room-people.ts';

const view = { here: ['ann', 'ben'], hereCount: 2, writers: ['cleo', 'ben'], writerCount: 2 };

test('everyone stands in the list once, the admins first', () => {
  expect(peopleOfRoom(view, ['dora', 'ben'])).toEqual([
    { uid: 'ben', isAdmin: true, isHere: true },
    { uid: 'dora', isAdmin: true, isHere: false },
    { uid: 'ann', isAdmin: false, isHere: true },
    { uid: 'cleo', isAdmin: false, isHere: false },
  ]);
});

test('it is known how many more there are at least', () => {
  expect(morePeople(view)).toBe(0);
  expect(morePeople({ ...view, hereCount: 7, writerCount: 300 })).toBe(298);
});

test.each([
  ['Tomás Herrera', 'tomas', true],
  ['Tomás Herrera', 'HERR', true],
  ['Tomás Herrera', 'her tom', true],
  ['Tomás Herrera', 'rrera', false],
  ['Anne-Marie', 'marie', true],
  ['Ada', '', true],
  ['Ada', '  ', true],
])('%s is found by "%s": %s', (name, wanted, isFound) => {
  expect(isNamed(name, wanted)).toBe(isFound);
});
