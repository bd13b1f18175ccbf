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
const pacer = { intervalMs: 17, renderStarted: () => {} };
let renderCount = 0;
let stop: () => void;

const log = () => stored.get().log ?? LOG;
const set = (change: Partial<RoomLog>) =>
  stored.set({ status: 'ready', isLoadingOlder: false, log: { ...log(), ...change } });
const arrive = () =>
  set({
    messages: [...log().messages, message(log().messages.length + 1)],
    arrivalCount: log().arrivalCount + 1,
  });
const countShown = () => view.get().log?.messages.length;

beforeEach(() => {
  vi.useFakeTimers();
  stored.set({ status: 'ready', isLoadingOlder: false, log: LOG });
  pacer.intervalMs = 17;
  view = new ThrottledRoomView(stored, pacer);
  renderCount = 0;
  stop = view.subscribe(() => {
    renderCount++;
  });
  vi.advanceTimersByTime(10_000);
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

test('renders the first new message at once and those right after it together', () => {
  arrive();
  expect(countShown()).toBe(2);
  for (let count = 0; count < 5; count++) arrive();
  expect(countShown()).toBe(2);
  vi.advanceTimersByTime(17);
  expect([countShown(), renderCount]).toEqual([7, 2]);
});

test('renders new messages less often while frames are late', () => {
  arrive();
  pacer.intervalMs = 400;
  arrive();
  vi.advanceTimersByTime(399);
  expect(countShown()).toBe(2);
  vi.advanceTimersByTime(1);
  expect(countShown()).toBe(3);
});

test('renders once a second while the reader is scrolled up, and at once when they return', () => {
  view.setScrolledUp(true);
  arrive();
  arrive();
  vi.advanceTimersByTime(999);
  expect(countShown()).toBe(2);
  vi.advanceTimersByTime(1);
  expect(countShown()).toBe(3);
  arrive();
  view.setScrolledUp(false);
  expect(countShown()).toBe(4);
});

test('throttles the count of new messages that are not loaded', () => {
  set({ hasNewer: true });
  view.setScrolledUp(true);
  set({ arrivalCount: 1 });
  set({ arrivalCount: 2 });
  expect([view.get().log?.arrivalCount, renderCount]).toEqual([0, 1]);
  vi.advanceTimersByTime(1_000);
  expect(view.get().log?.arrivalCount).toBe(2);
});

test('renders every other change at once, with all earlier messages', () => {
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

test('an own message is never missing when it moves from the outbox to the log', () => {
  arrive();
  set({ messages: [...log().messages, message(3)] });
  expect(countShown()).toBe(3);
});

test('shows changes that happened without a subscriber', () => {
  stop();
  arrive();
  arrive();
  stop = view.subscribe(() => {});
  expect(countShown()).toBe(3);
});
