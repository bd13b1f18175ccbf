import { type Arrival, Signal } from '@snug/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { subscribeToArrivals } from './arrivals.ts';

let arrivals: Signal<Arrival>;
let seen: string | undefined;
let read: Set<string>;
let onArrival: number;
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  arrivals = new Signal();
  [seen, read, onArrival] = [undefined, new Set(), 0];
  stop = subscribeToArrivals({
    arrivals,
    isUnread: ({ roomId, rootId = roomId }) => !read.has(rootId),
    isVisible: roomId => roomId === seen,
    onArrival: () => {
      onArrival++;
    },
  });
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

test('several messages at once play one sound', () => {
  arrivals.emit({ roomId: 'one', seq: 2 });
  arrivals.emit({ roomId: 'two', seq: 5 });
  vi.advanceTimersByTime(1_000);
  expect(onArrival).toBe(1);
  arrivals.emit({ roomId: 'one', seq: 3 });
  vi.advanceTimersByTime(1_000);
  expect(onArrival).toBe(2);
});

test('a message on screen, in this or another tab, plays no sound', () => {
  seen = 'one';
  arrivals.emit({ roomId: 'one', seq: 2 });
  vi.advanceTimersByTime(1_000);
  arrivals.emit({ roomId: 'two', seq: 2 });
  read.add('two');
  vi.advanceTimersByTime(1_000);
  expect(onArrival).toBe(0);
});

test('a reply that is read in its conversation elsewhere plays no sound, but another message of the burst does', () => {
  read.add('lunch');
  arrivals.emit({ roomId: 'one', seq: 2, rootId: 'lunch' });
  vi.advanceTimersByTime(1_000);
  expect(onArrival).toBe(0);
  for (const rootId of [undefined, 'bus', 'lunch']) arrivals.emit({ roomId: 'one', seq: 3, rootId });
  vi.advanceTimersByTime(1_000);
  expect(onArrival).toBe(1);
});

test('an ended subscription plays no sound', () => {
  arrivals.emit({ roomId: 'one', seq: 2 });
  stop();
  arrivals.emit({ roomId: 'one', seq: 3 });
  vi.advanceTimersByTime(1_000);
  expect(onArrival).toBe(0);
});
