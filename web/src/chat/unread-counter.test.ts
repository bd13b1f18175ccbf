import { type Chat, type RoomLog, Signal, Store } from '@snug/client';
import type { EventOf, ListedRoom, Message, Person, SummaryChange } from '@snug/protocol';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ReadMarks } from './read-marks.ts';
import { MAX_UNREAD_COUNT, UnreadCounter } from './unread-counter.ts';

const [ANN, BEN] = ['ann', 'ben'].map(uid => ({ uid, name: uid, createdAt: 0, version: 1 })) as [
  Person,
  Person,
];

const message = (seq: number, author = BEN): Message => ({
  id: `m${seq}`,
  roomId: 'r',
  seq,
  changedSeq: seq,
  author,
  createdAt: seq,
  text: 'words',
});

function createRoom(seq: number, stored: readonly Message[]): ListedRoom {
  const last = stored.at(-1);
  return {
    id: 'r',
    name: 'R',
    createdAt: 0,
    seq,
    ...(last && { lastMessage: { id: last.id, seq: last.seq, author: last.author, createdAt: 0 } }),
  };
}

let stored: Message[];
let blocks: Store<ReadonlySet<string>>;
let isOpen: boolean;
let isFailing: boolean;
let requestCount: number;
let rooms: Store<readonly ListedRoom[] | undefined>;
let summaries: Signal<EventOf<'room_summary'>>;
let followed: readonly string[];
let view: Store<{ log: RoomLog | undefined }>;
let unread: UnreadCounter;
let stop: () => void;

async function request(_: string, { after, limit }: { after: number; limit: number }) {
  requestCount++;
  if (isFailing) throw new Error('failed');
  const found = stored.filter(({ seq }) => seq > after);
  const messages = found.slice(0, limit);
  return { seq: stored.at(-1)?.seq ?? 0, messages, hasOlder: true, hasNewer: found.length > limit };
}

/** Stores a message at `seq` and updates the room list. */
async function post(seq: number, author = BEN): Promise<void> {
  stored.push(message(seq, author));
  await updateRoomList(seq);
}

async function updateRoomList(seq: number): Promise<void> {
  rooms.set([createRoom(seq, stored)]);
  await vi.advanceTimersByTimeAsync(10_000);
}

/** Publishes a summary and updates the room list. */
async function summarize(
  to: number,
  changes: readonly SummaryChange[],
  { from = to - changes.length, reset }: { from?: number; reset?: true } = {},
): Promise<void> {
  rooms.set([createRoom(to, stored)]);
  const room = createRoom(to, stored);
  summaries.emit({ type: 'room_summary', room, from, to, changes: [...changes], ...(reset && { reset }) });
  await vi.advanceTimersByTimeAsync(10_000);
}

function added(seq: number, author = BEN): SummaryChange {
  stored.push(message(seq, author));
  return { at: seq, seq, authorId: author.uid, kind: 'added' };
}

function deleted(seq: number, at: number): SummaryChange {
  stored = stored.filter(message => message.seq !== seq);
  return { at, seq, authorId: BEN.uid, kind: 'deleted' };
}

const count = () => unread.counts.get().get('r');

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('window', { addEventListener: () => undefined, removeEventListener: () => undefined });
  [stored, isOpen, isFailing, requestCount] = [[message(1)], false, false, 0];
  rooms = new Store<readonly ListedRoom[] | undefined>([createRoom(1, stored)]);
  view = new Store<{ log: RoomLog | undefined }>({ log: undefined });
  summaries = new Signal();
  blocks = new Store<ReadonlySet<string>>(new Set());
  const getRow = (roomId: string) => rooms.get()?.find(({ id }) => id === roomId);
  const setReadRooms = (roomIds: readonly string[]) => {
    followed = roomIds;
  };
  const chat = {
    roomList: { rooms, getRow, setReadRooms, summaries },
    me: new Store<Person | undefined>(ANN),
    blocks,
    findOpenRoom: () => (isOpen ? { view } : undefined),
    connection: { state: new Store({ status: 'connected' }), request },
  };
  unread = new UnreadCounter(chat as unknown as Chat, new ReadMarks('ann'));
  stop = unread.start();
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a room that was never visited has no unread messages', async () => {
  await post(2);
  expect(count()).toBeUndefined();
  expect(requestCount).toBe(0);
});

test('messages of other people count until they are read', async () => {
  unread.markRead('r', 1);
  await post(2);
  expect(count()).toBe(1);
  await post(5);
  expect(count()).toBe(2);
  expect(requestCount, 'each message is requested once').toBe(2);
  unread.markRead('r', 5);
  expect(count()).toBeUndefined();
});

test('a summary counts without a request', async () => {
  unread.markRead('r', 1);
  await summarize(3, [added(2), added(3)]);
  expect(count()).toBe(2);
  await summarize(4, [deleted(2, 4)]);
  expect(count()).toBe(1);
  await summarize(6, [added(5), deleted(5, 6)]);
  expect([count(), requestCount]).toEqual([1, 0]);
});

test('a repeated summary changes nothing', async () => {
  unread.markRead('r', 1);
  const changes = [added(2), added(3)];
  await summarize(3, changes);
  await summarize(3, changes);
  expect([count(), requestCount]).toEqual([2, 0]);
});

test('an own message in a summary does not count and marks earlier ones as read', async () => {
  unread.markRead('r', 1);
  await summarize(4, [added(2), added(3, ANN), added(4)]);
  expect([count(), requestCount]).toEqual([1, 0]);
  await summarize(5, [added(5, ANN)]);
  expect(count()).toBeUndefined();
});

test('counts messages after a gap or a reset', async () => {
  unread.markRead('r', 1);
  await summarize(3, [added(3)], { from: 2 });
  expect([count(), requestCount]).toEqual([1, 1]);
  added(9);
  await summarize(9, [], { from: 3, reset: true });
  expect([count(), requestCount]).toEqual([2, 2]);
});

test('100 means 100 or more: new messages change nothing, a deletion causes a new count', async () => {
  unread.markRead('r', 1);
  await summarize(
    121,
    Array.from({ length: 120 }, (_, index) => added(index + 2)),
  );
  expect([count(), requestCount]).toEqual([MAX_UNREAD_COUNT, 0]);
  await summarize(122, [deleted(50, 122)]);
  expect([count(), requestCount]).toEqual([MAX_UNREAD_COUNT, 1]);
});

test('follows the rooms that were read, the most recent one first', () => {
  unread.markRead('r', 1);
  vi.advanceTimersByTime(1_000);
  unread.markRead('s', 1);
  expect(followed).toEqual(['s', 'r']);
});

test('an own message marks earlier ones as read', async () => {
  unread.markRead('r', 1);
  await post(2);
  await post(3, ANN);
  expect(count()).toBeUndefined();
});

test('requests no more messages of a busy room than it counts', async () => {
  unread.markRead('r', 1);
  stored.push(...Array.from({ length: 250 }, (_, index) => message(index + 2)));
  await updateRoomList(251);
  expect(count()).toBe(MAX_UNREAD_COUNT);
  for (let seq = 252; seq < 260; seq++) await post(seq);
  expect(count()).toBe(MAX_UNREAD_COUNT);
  expect(requestCount).toBe(1);
});

test('counts an open room from its log', async () => {
  isOpen = true;
  unread.markRead('r', 1);
  const seen = [message(1), message(2), message(3, ANN), message(4)];
  const log = { messages: seen, seq: 4, hasOlder: false, hasNewer: false } as unknown as RoomLog;
  view.set({ log });
  stored.push(...seen.slice(1));
  await updateRoomList(4);
  expect(count()).toBe(2);
  expect(requestCount).toBe(0);
});

test('retries a failed request after a delay', async () => {
  unread.markRead('r', 1);
  isFailing = true;
  await post(2);
  expect(count()).toBeUndefined();
  expect(requestCount).toBeLessThan(4);
  isFailing = false;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(count()).toBe(1);
});

test('G3 messages of a blocked person never count, and count again after that', async () => {
  unread.markRead('r', 1);
  blocks.set(new Set(['ben']));
  await post(2);
  expect(count()).toBeUndefined();
  blocks.set(new Set());
  await vi.advanceTimersByTimeAsync(10_000);
  expect(count()).toBe(1);
});
