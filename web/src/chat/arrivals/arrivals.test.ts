import { type Arrival, Signal } from '@snug/client';
import type { EventOf, NotificationLevel } from '@snug/protocol';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { subscribeToArrivals } from './arrivals.ts';

let arrivals: Signal<Arrival>;
let mentions: Signal<EventOf<'mention_changed'>>;
let level: NotificationLevel;
let seen: string | undefined;
let read: Set<string>;
let onArrival: number;
let others: string[];
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  arrivals = new Signal();
  mentions = new Signal();
  level = 'everything';
  [seen, read, onArrival, others] = [undefined, new Set(), 0, []];
  stop = subscribeToArrivals({
    arrivals: { subscribe: arrivals.subscribe, mentions },
    getLevel: () => level,
    isUnread: ({ roomId, rootId = roomId }) => !read.has(rootId),
    isVisible: roomId => roomId === seen,
    onBurst: ({ calling, others: rest }) => {
      if (calling.length > 0) onArrival++;
      others = rest.map(({ roomId, seq }) => `${roomId} ${seq}`);
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

/** Returns the number of sounds of a burst. */
function countSounds(burst: () => void): number {
  const before = onArrival;
  burst();
  vi.advanceTimersByTime(1_000);
  return onArrival - before;
}

function mention(messageSeq: number, on = true): void {
  mentions.emit({ type: 'mention_changed', roomId: 'one', at: messageSeq, messageSeq, authorId: 'ben', on });
}

test('a room that plays sounds for mentions and replies is silent otherwise', () => {
  level = 'mentions';
  expect(countSounds(() => arrivals.emit({ roomId: 'one', seq: 2 }))).toBe(0);
  expect(countSounds(() => arrivals.emit({ roomId: 'one', seq: 3, everyone: true }))).toBe(1);
  expect(
    countSounds(() => mention(4)),
    'a mention without its message',
  ).toBe(0);
  expect(countSounds(() => arrivals.emit({ roomId: 'one', seq: 4 }))).toBe(1);
  expect(countSounds(() => arrivals.emit({ roomId: 'one', seq: 5, rootId: 'lunch' }))).toBe(0);
  expect(
    countSounds(() => mention(5)),
    'after its message',
  ).toBe(1);
  expect(
    countSounds(() => mention(2, false)),
    'an edit ends it',
  ).toBe(0);
});

test('a mention of a message that is read, or of one in another room, plays no sound', () => {
  level = 'mentions';
  read.add('one');
  arrivals.emit({ roomId: 'one', seq: 2 });
  arrivals.emit({ roomId: 'two', seq: 3 });
  expect(countSounds(() => [2, 3].forEach(seq => mention(seq)))).toBe(0);
});

test('a room without notifications plays no sound', () => {
  level = 'nothing';
  arrivals.emit({ roomId: 'one', seq: 2, everyone: true });
  expect(countSounds(() => mention(2))).toBe(0);
});

test('the first of 200 messages is forgotten before its mention, and the last is not', () => {
  level = 'mentions';
  for (let seq = 1; seq <= 200; seq++) arrivals.emit({ roomId: 'one', seq });
  expect(countSounds(() => mention(1))).toBe(0);
  expect(countSounds(() => mention(200))).toBe(1);
});

test('a room with mentions and replies hands on the rest, without what is read, on screen or a mention', () => {
  level = 'mentions';
  seen = 'open';
  read.add('read');
  for (const roomId of ['one', 'open', 'read', 'two', 'one']) arrivals.emit({ roomId, seq: 7 });
  arrivals.emit({ roomId: 'one', seq: 8 });
  mention(8);
  vi.advanceTimersByTime(1_000);
  expect(others).toEqual(['one 7', 'two 7', 'one 7']);
  level = 'nothing';
  arrivals.emit({ roomId: 'one', seq: 9 });
  vi.advanceTimersByTime(1_000);
  expect(others).toEqual(['one 7', 'two 7', 'one 7']);
});

test('a burst hands on the last 100 of the rest', () => {
  level = 'mentions';
  for (let seq = 1; seq <= 150; seq++) arrivals.emit({ roomId: 'one', seq });
  vi.advanceTimersByTime(1_000);
  expect([others.length, others[0], others.at(-1)]).toEqual([100, 'one 51', 'one 150']);
});
