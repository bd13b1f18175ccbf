import { expect, test } from 'vitest';
import { countMorePeople, listRoomPeople, matchesName } from './room-people.ts';

const view = { viewers: ['ann', 'ben'], viewerCount: 2, writers: ['cleo', 'ben'], writerCount: 2 };

test('each person is in the list once, admins first', () => {
  expect(listRoomPeople(view, ['dora', 'ben'])).toEqual([
    { uid: 'ben', isAdmin: true, isViewing: true },
    { uid: 'dora', isAdmin: true, isViewing: false },
    { uid: 'ann', isAdmin: false, isViewing: true },
    { uid: 'cleo', isAdmin: false, isViewing: false },
  ]);
});

test('the minimum number of further people is known', () => {
  expect(countMorePeople(view)).toBe(0);
  expect(countMorePeople({ ...view, viewerCount: 7, writerCount: 300 })).toBe(298);
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
  expect(matchesName(name, wanted)).toBe(isFound);
});
