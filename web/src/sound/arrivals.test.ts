import { Store } from '@snug/client';
import type { Room } from '@snug/protocol';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchArrivals } from './arrivals.ts';

const room = (id: string, seq: number): Room => ({
  id,
  name: id,
  description: '',
  createdAt: 0,
  seq,
  lastMessage: {
    id: `${id}${seq}`,
    seq,
    author: { uid: 'ben', name: 'Ben', createdAt: 0, version: 1 },
    createdAt: 0,
  },
});

const rooms = new Store<readonly Room[] | undefined>(undefined);
let seen: string | undefined;
let read: Set<string>;
let heard: number;
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  rooms.set(undefined);
  [seen, read, heard] = [undefined, new Set(), 0];
  stop = watchArrivals({
    rooms,
    isUnread: roomId => !read.has(roomId),
    isSeen: roomId => roomId === seen,
    onArrival: () => {
      heard++;
    },
  });
  rooms.set([room('one', 1), room('two', 1)]);
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

function list(...now: Room[]): void {
  rooms.set(now);
}

test('what is in the list at first is no news, nor is a room that comes', () => {
  list(room('one', 1), room('two', 1), room('three', 4));
  vi.advanceTimersByTime(1_000);
  expect(heard).toBe(0);
});

test('several messages at once are heard once', () => {
  list(room('one', 2), room('two', 1));
  list(room('one', 3), room('two', 5));
  vi.advanceTimersByTime(1_000);
  expect(heard).toBe(1);
  list(room('one', 4), room('two', 5));
  vi.advanceTimersByTime(1_000);
  expect(heard).toBe(2);
});

test('what somebody looks at, here or in another tab, is not heard', () => {
  seen = 'one';
  list(room('one', 2), room('two', 1));
  vi.advanceTimersByTime(1_000);
  list(room('one', 2), room('two', 2));
  read.add('two');
  vi.advanceTimersByTime(1_000);
  expect(heard).toBe(0);
});

test('what is liked or deleted is not heard', () => {
  list({ ...room('one', 1), seq: 9 }, room('two', 0));
  vi.advanceTimersByTime(1_000);
  expect(heard).toBe(0);
});
