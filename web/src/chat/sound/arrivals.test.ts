import { Signal } from '@snug/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { subscribeToArrivals } from './arrivals.ts';

let arrivals: Signal<{ roomId: string; seq: number }>;
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
    isUnread: roomId => !read.has(roomId),
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

test('an ended subscription plays no sound', () => {
  arrivals.emit({ roomId: 'one', seq: 2 });
  stop();
  arrivals.emit({ roomId: 'one', seq: 3 });
  vi.advanceTimersByTime(1_000);
  expect(onArrival).toBe(0);
});
