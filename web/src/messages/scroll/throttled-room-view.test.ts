import { type RoomLog, type RoomView, Store } from '@snug/client';
import { HEART, type Message, type Person } from '@snug/protocol';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ThrottledRoomView } from './throttled-room-view.ts';

const BEN: Person = { uid: 'ben', name: 'Ben', createdAt: 0, version: 1 };
const message = (seq: number): Message => ({
  id: `m${seq}`,
  roomId: 'r',
  seq,
  changedSeq: seq,
  author: BEN,
  createdAt: seq,
});
const LOG: RoomLog = {
  room: { id: 'r', name: 'R', description: '', createdAt: 0, seq: 1 },
  admins: [],
  seq: 1,
  messages: [message(1)],
  hasOlder: false,
  hasNewer: false,
  arrivalCount: 0,
};

const stored = new Store<RoomView>({ status: 'loading', isLoadingOlder: false });
let view: ThrottledRoomView;
const pace = { intervalMs: 17, renderStarted: () => {} };
let drawn = 0;
let stop: () => void;

const log = () => stored.get().log ?? LOG;
const set = (change: Partial<RoomLog>) =>
  stored.set({ status: 'ready', isLoadingOlder: false, log: { ...log(), ...change } });
const arrive = () =>
  set({
    messages: [...log().messages, message(log().messages.length + 1)],
    arrivalCount: log().arrivalCount + 1,
  });
const shown = () => view.get().log?.messages.length;

beforeEach(() => {
  vi.useFakeTimers();
  stored.set({ status: 'ready', isLoadingOlder: false, log: LOG });
  pace.intervalMs = 17;
  view = new ThrottledRoomView(stored, pace);
  drawn = 0;
  stop = view.subscribe(() => {
    drawn++;
  });
  vi.advanceTimersByTime(10_000);
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

test('the first arrival is drawn at once, those right after it together', () => {
  arrive();
  expect(shown()).toBe(2);
  for (let count = 0; count < 5; count++) arrive();
  expect(shown()).toBe(2);
  vi.advanceTimersByTime(17);
  expect([shown(), drawn]).toEqual([7, 2]);
});

test('arrivals are drawn less often while frames are late', () => {
  arrive();
  pace.intervalMs = 400;
  arrive();
  vi.advanceTimersByTime(399);
  expect(shown()).toBe(2);
  vi.advanceTimersByTime(1);
  expect(shown()).toBe(3);
});

test('who reads further up is drawn for once a second, and on the way back at once', () => {
  view.setScrolledUp(true);
  arrive();
  arrive();
  vi.advanceTimersByTime(999);
  expect(shown()).toBe(2);
  vi.advanceTimersByTime(1);
  expect(shown()).toBe(3);
  arrive();
  view.setScrolledUp(false);
  expect(shown()).toBe(4);
});

test('what arrives beyond what is here is only counted, as calmly', () => {
  set({ hasNewer: true });
  view.setScrolledUp(true);
  set({ arrivalCount: 1 });
  set({ arrivalCount: 2 });
  expect([view.get().log?.arrivalCount, drawn]).toEqual([0, 1]);
  vi.advanceTimersByTime(1_000);
  expect(view.get().log?.arrivalCount).toBe(2);
});

test('everything else is drawn at once, with all that arrived before it', () => {
  const changes: Partial<RoomLog>[] = [
    { messages: [message(1)] },
    { messages: [{ ...message(1), reactions: { [HEART]: 1 } }] },
    { admins: ['ben'] },
    { room: { ...LOG.room, name: 'Other' } },
    { hasOlder: true },
  ];
  for (const change of changes) {
    arrive();
    arrive();
    set(change);
    expect(view.get()).toBe(stored.get());
  }
  arrive();
  arrive();
  stored.set({ ...stored.get(), isLoadingOlder: true });
  expect(view.get()).toBe(stored.get());
});

test('an own message, which leaves the outbox as it comes, is never missing', () => {
  arrive();
  set({ messages: [...log().messages, message(3)] });
  expect(shown()).toBe(3);
});

test('what happened while nobody looked is there', () => {
  stop();
  arrive();
  arrive();
  stop = view.subscribe(() => {});
  expect(shown()).toBe(3);
});
