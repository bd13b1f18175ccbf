import type { Room } from '@snug/protocol';
import { expect, test } from 'vitest';
import { findRooms } from './find-rooms.ts';

const room = (id: string, name: string): Room => ({ id, name, description: '-', createdAt: 0, seq: 0 });
const GARDEN = room('0199aaaa-0000-7000-8000-000000000001', 'Garden');
const KITCHEN = room('0199aaaa-0000-7000-8000-000000000002', 'Kitchen garden');
const ROOMS = [GARDEN, KITCHEN];

test('words find every room whose name holds them, in whatever case', () => {
  expect(findRooms(ROOMS, ' GARD')).toEqual([GARDEN, KITCHEN]);
  expect(findRooms(ROOMS, 'kit')).toEqual([KITCHEN]);
  expect(findRooms(ROOMS, 'cellar')).toEqual([]);
  expect(findRooms(ROOMS, '')).toEqual(ROOMS);
});

test('a pasted link or id finds its room', () => {
  expect(findRooms(ROOMS, KITCHEN.id.toUpperCase())).toEqual([KITCHEN]);
  expect(findRooms(ROOMS, `https://snug.example/chat/${GARDEN.id}?x=1`)).toEqual([GARDEN]);
});

test('an id that is not in the list can still be opened', () => {
  const id = '0199aaaa-0000-7000-8000-00000000000f';
  expect(findRooms(ROOMS, id)).toEqual([{ id, name: 'Open this room' }]);
});
