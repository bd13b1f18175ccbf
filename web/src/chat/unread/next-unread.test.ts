import { expect, test } from 'vitest';
import { findNextUnread } from './next-unread.ts';

const ROOMS = ['a', 'b', 'c', 'd', 'e'];
const findAfter = (openRoomId: string | undefined, ...unread: string[]) =>
  findNextUnread(ROOMS, openRoomId, roomId => unread.includes(roomId));

test('the next unread room is the first one below the open one', () => {
  expect(findAfter('b', 'a', 'd', 'e')).toBe('d');
  expect(findAfter('d', 'e')).toBe('e');
});

test('after the last one, the search goes on at the top of the list', () => {
  expect(findAfter('d', 'a', 'c')).toBe('a');
  expect(findAfter('e', 'b')).toBe('b');
});

test('without an open room in the list, the first unread room is next', () => {
  expect([findAfter(undefined, 'c', 'e'), findAfter('elsewhere', 'c', 'e')]).toEqual(['c', 'c']);
});

test('the open room is never the next one, and without others there is none', () => {
  expect([findAfter('c', 'c'), findAfter('c'), findNextUnread([], 'c', () => true)]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});
