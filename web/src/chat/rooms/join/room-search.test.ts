import type { ListedRoom } from '@snug/protocol';
import { expect, test } from 'vitest';
import { parseRoomId, searchLocally } from './room-search.ts';

const room = (id: string, name: string): ListedRoom => ({ id, name, createdAt: 0, seq: 0 });
const KITCHEN = room('0199aaaa-0000-7000-8000-000000000002', 'Kitchen garden');
const GARDEN = room('0199aaaa-0000-7000-8000-000000000001', 'Garden');
const ROOMS = [KITCHEN, GARDEN];
const names = (sought: string) => searchLocally(ROOMS, sought, 'me').map(({ name }) => name);

test('offline, the search finds cached rooms by a part of the name, and prefix matches come first', () => {
  expect(names(' GARD')).toEqual(['Garden', 'Kitchen garden']);
  expect(names('kit')).toEqual(['Kitchen garden']);
  expect(names('cellar')).toEqual([]);
  expect(names('')).toEqual(['Kitchen garden', 'Garden']);
  expect(searchLocally([room('a', 'Łódź')], 'lodz', 'me')).toHaveLength(1);
});

test('a pasted link or id finds its room', () => {
  expect(parseRoomId(KITCHEN.id.toUpperCase())).toBe(KITCHEN.id);
  expect(parseRoomId(`https://snug.example/chat/${GARDEN.id}?x=1`)).toBe(GARDEN.id);
  expect(parseRoomId('garden')).toBeUndefined();
});

test('a direct room is found by the names of its people', () => {
  const person = (uid: string, name: string) => ({ uid, name, createdAt: 0, version: 1 });
  const direct: ListedRoom = {
    ...room('d', ''),
    kind: 'direct',
    people: [person('me', 'Ann'), person('b', 'Ben')],
  };
  expect(searchLocally([KITCHEN, direct], 'be', 'me')).toEqual([direct]);
  expect(searchLocally([KITCHEN, direct], 'ann', 'me'), 'not by the own name').toEqual([]);
});
