import type { ListedRoom, Person } from '@snug/protocol';
import { expect, test } from 'vitest';
import { suggestPeople } from './suggested-people.ts';

const person = (uid: string): Person => ({ uid, name: uid, createdAt: 0, version: 1 });
const room = (rest: Partial<ListedRoom>): ListedRoom => ({
  id: 'r',
  name: '',
  createdAt: 0,
  seq: 0,
  ...rest,
});
const lastMessage = { id: 'm', seq: 1, author: person('cleo'), createdAt: 0 };

test('the people of recent rooms are suggested, each once, without the reader', () => {
  const rooms = [
    room({ people: [person('me'), person('ben')] }),
    room({ lastMessage }),
    room({ people: [person('ben'), person('dora')], lastMessage }),
    room({}),
  ];
  expect(suggestPeople(rooms, 'me', 8).map(({ uid }) => uid)).toEqual(['ben', 'cleo', 'dora']);
  expect(suggestPeople(rooms, 'me', 2)).toHaveLength(2);
});
