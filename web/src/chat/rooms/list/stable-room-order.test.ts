import { Store } from '@snug/client';
import type { ListedRoom } from '@snug/protocol';
import { expect, test } from 'vitest';
import { compareActivity, mergeKeepingOrder, StableRoomOrder } from './stable-room-order.ts';

/** The last activity of each room by its id, in the order of a list. */
function listRooms(activity: Readonly<Record<string, number>>): ListedRoom[] {
  const rooms = Object.entries(activity).map(
    ([id, createdAt]): ListedRoom => ({ id, name: id, createdAt, seq: 0, createdBy: '' }) as never,
  );
  return rooms.toSorted(compareActivity);
}

function createOrder(activity: Readonly<Record<string, number>>, last: number) {
  const source = new Store<readonly ListedRoom[] | undefined>(listRooms(activity));
  const order = new StableRoomOrder(source);
  order.subscribe(() => {});
  order.setLastVisible(last);
  const change = (next: Readonly<Record<string, number>>) => source.set(listRooms(next));
  return { order, change, readIds: () => order.get()?.map(({ id }) => id) };
}

const ROOMS = { a: 50, b: 40, c: 30, d: 20, e: 10 };

test('the newest activity comes first, at once', () => {
  const { change, readIds } = createOrder(ROOMS, 2);
  expect(readIds()).toEqual(['a', 'b', 'c', 'd', 'e']);
  change({ ...ROOMS, c: 60 });
  expect(readIds()).toEqual(['c', 'a', 'b', 'd', 'e']);
});

test('while the order is locked, rows on screen stay, and the lock’s end brings them up to date', () => {
  const { order, change, readIds } = createOrder(ROOMS, 2);
  order.lock(true);
  change({ ...ROOMS, c: 60, new: 70 });
  expect(readIds(), 'nothing comes between the visible rows').toEqual(['a', 'b', 'c', 'd', 'e']);
  change({ a: 50, c: 60, d: 20, e: 10 });
  expect(readIds(), 'a room that is gone leaves').toEqual(['a', 'c', 'd', 'e']);
  order.lock(false);
  expect(readIds()).toEqual(['c', 'a', 'd', 'e']);
});

test('below the screen, a locked list takes new rooms in their order', () => {
  const { order, change, readIds } = createOrder(ROOMS, 2);
  order.lock(true);
  change({ ...ROOMS, new: 15, other: 25 });
  expect(readIds()).toEqual(['a', 'b', 'c', 'other', 'd', 'new', 'e']);
});

test('the room that somebody opens is in a locked list, even if it is new', () => {
  const { order, change, readIds } = createOrder(ROOMS, 2);
  order.lock(true);
  change({ ...ROOMS, new: 70 });
  order.setOpenRoom('new');
  expect(readIds()).toEqual(['new', 'a', 'b', 'c', 'd', 'e']);
});

test('a locked row shows what has changed in it', () => {
  const [first, second] = [listRooms({ a: 2, b: 1 }), listRooms({ a: 2, b: 1 })];
  const merged = mergeKeepingOrder(first, second.toReversed(), 1, compareActivity);
  expect(merged.map(({ id }) => id)).toEqual(['a', 'b']);
  expect(merged[0]).toBe(second[0]);
});
