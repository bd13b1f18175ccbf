import { ListedRoom, type Room } from '@snug/protocol';
import { expect, test } from 'vitest';
import { omitDescription } from './list-row.ts';

test('TR5 a row keeps each field of a list', () => {
  const room: Required<Omit<Room, 'membership' | 'read'>> = {
    id: 'room',
    kind: 'private',
    name: 'Room',
    people: [],
    archivedAt: 1,
    createdAt: 1,
    seq: 9,
    incarnation: 'incarnation',
    trimmedBefore: 4,
    lastMessage: {
      id: 'message',
      seq: 9,
      author: { uid: 'ben', name: 'Ben', createdAt: 1, version: 1 },
      createdAt: 1,
    },
    description: 'A room',
    membersInvite: false,
    pinCount: 1,
    guests: 1,
    retention: { days: 7, version: 1 },
  };
  const kept = Object.keys(ListedRoom.entries).filter(field => field !== 'membership' && field !== 'read');
  expect(Object.keys(omitDescription(room)).toSorted()).toEqual(kept.toSorted());
});
