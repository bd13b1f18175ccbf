import type { ListedRoom } from '@snug/protocol';
import { expect, test } from 'vitest';
import { mergeResults, parseRoomId, searchLocally, toSearchText } from './room-search.ts';

const room = (id: string, name: string): ListedRoom => ({ id, name, createdAt: 0, seq: 0 });
const KITCHEN = room('0199aaaa-0000-7000-8000-000000000002', 'Kitchen garden');
const GARDEN = room('0199aaaa-0000-7000-8000-000000000001', 'Garden');
const ROOMS = [KITCHEN, GARDEN];
const names = (sought: string) => searchLocally(ROOMS, sought).rooms.map(({ name }) => name);

test('without the server, words find every room here whose name holds them, first those that begin so', () => {
  expect(names(' GARD')).toEqual(['Garden', 'Kitchen garden']);
  expect(names('kit')).toEqual(['Kitchen garden']);
  expect(names('cellar')).toEqual([]);
  expect(names('')).toEqual(['Kitchen garden', 'Garden']);
});

test('a pasted link or id names its room', () => {
  expect(parseRoomId(KITCHEN.id.toUpperCase())).toBe(KITCHEN.id);
  expect(parseRoomId(`https://snug.example/chat/${GARDEN.id}?x=1`)).toBe(GARDEN.id);
  expect(parseRoomId('garden')).toBeUndefined();
});

test('what the server takes is looked for, and no more of it', () => {
  expect([toSearchText('  '), toSearchText(' a '), toSearchText('x'.repeat(200))?.length]).toEqual([
    undefined,
    'a',
    80,
  ]);
});

test('more rooms stand after those that are known, each once', () => {
  const known = { rooms: [GARDEN] };
  expect(mergeResults(known, { rooms: [GARDEN, KITCHEN] }).rooms).toEqual([GARDEN, KITCHEN]);
});
