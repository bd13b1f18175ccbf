import type { ListedRoom } from '@snug/protocol';
import { expect, test } from 'vitest';
import { mergeResults, parseRoomId, searchLocally, toSearchText } from './room-search.ts';

const room = (id: string, name: string): ListedRoom => ({ id, name, createdAt: 0, seq: 0 });
const KITCHEN = room('0199aaaa-0000-7000-8000-000000000002', 'Kitchen garden');
const GARDEN = room('0199aaaa-0000-7000-8000-000000000001', 'Garden');
const ROOMS = [KITCHEN, GARDEN];
const names = (sought: string) => searchLocally(ROOMS, sought).rooms.map(({ name }) => name);

test('offline, the search finds cached rooms by a part of the name, and prefix matches come first', () => {
  expect(names(' GARD')).toEqual(['Garden', 'Kitchen garden']);
  expect(names('kit')).toEqual(['Kitchen garden']);
  expect(names('cellar')).toEqual([]);
  expect(names('')).toEqual(['Kitchen garden', 'Garden']);
});

test('a pasted link or id finds its room', () => {
  expect(parseRoomId(KITCHEN.id.toUpperCase())).toBe(KITCHEN.id);
  expect(parseRoomId(`https://snug.example/chat/${GARDEN.id}?x=1`)).toBe(GARDEN.id);
  expect(parseRoomId('garden')).toBeUndefined();
});

test('the query is trimmed and cut to the maximum length of the server', () => {
  expect([toSearchText('  '), toSearchText(' a '), toSearchText('x'.repeat(200))?.length]).toEqual([
    undefined,
    'a',
    80,
  ]);
});

test('further rooms follow the known ones, each once', () => {
  const known = { rooms: [GARDEN] };
  expect(mergeResults(known, { rooms: [GARDEN, KITCHEN] }).rooms).toEqual([GARDEN, KITCHEN]);
});
