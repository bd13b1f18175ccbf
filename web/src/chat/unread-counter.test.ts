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

/** A room at `seq`, in which `said` is what was said. */
function createRoom(seq: number, said: readonly Message[]): ListedRoom {
  const last = said.at(-1);
  return {
    id: 'r',
    name: 'R',
    createdAt: 0,
    seq,
    ...(last && { lastMessage: { id: last.id, seq: last.seq, author: last.author, createdAt: 0 } }),
  };
}

let said: Message[];
let isOpen: boolean;
let isRefused: boolean;
let asked: number;
let rooms: Store<readonly ListedRoom[] | undefined>;
let summaries: Signal<EventOf<'room_summary'>>;
let marked: readonly string[];
let view: Store<{ log: RoomLog | undefined }>;
let unread: UnreadCounter;
let stop: () => void;

async function request(_: string, { after, limit }: { after: number; limit: number }) {
  asked++;
  if (isRefused) throw new Error('refused');
  const found = said.filter(({ seq }) => seq > after);
  const messages = found.slice(0, limit);
  return { seq: said.at(-1)?.seq ?? 0, messages, hasOlder: true, hasNewer: found.length > limit };
}

/** Others, or somebody, say something while the room stands at `seq`; the list shows it. */
async function say(seq: number, author = BEN): Promise<void> {
  said.push(message(seq, author));
  await list(seq);
}

async function list(seq: number): Promise<void> {
  rooms.set([createRoom(seq, said)]);
  await vi.advanceTimersByTimeAsync(10_000);
}

/** The summary of a room that somebody follows: its row, and what happened. */
async function summarize(
  to: number,
  changes: readonly SummaryChange[],
  { from = to - changes.length, reset }: { from?: number; reset?: true } = {},
): Promise<void> {
  rooms.set([createRoom(to, said)]);
  const room = createRoom(to, said);
  summaries.emit({ type: 'room_summary', room, from, to, changes: [...changes], ...(reset && { reset }) });
  await vi.advanceTimersByTimeAsync(10_000);
}

function added(seq: number, author = BEN): SummaryChange {
  said.push(message(seq, author));
  return { at: seq, seq, authorId: author.uid, kind: 'added' };
}

function deleted(seq: number, at: number): SummaryChange {
  said = said.filter(message => message.seq !== seq);
  return { at, seq, authorId: BEN.uid, kind: 'deleted' };
}

const count = () => unread.counts.get().get('r');

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('window', { addEventListener: () => undefined, removeEventListener: () => undefined });
  [said, isOpen, isRefused, asked] = [[message(1)], false, false, 0];
  rooms = new Store<readonly ListedRoom[] | undefined>([createRoom(1, said)]);
  view = new Store<{ log: RoomLog | undefined }>({ log: undefined });
  summaries = new Signal();
  const getRow = (roomId: string) => rooms.get()?.find(({ id }) => id === roomId);
  const setReadRooms = (roomIds: readonly string[]) => {
    marked = roomIds;
  };
  const chat = {
    roomList: { rooms, getRow, setReadRooms, summaries },
    me: new Store<Person | undefined>(ANN),
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

test('a room in which one never was has nothing unread', async () => {
  await say(2);
  expect(count()).toBeUndefined();
  expect(asked).toBe(0);
});

test('what others say counts until it is read', async () => {
  unread.markRead('r', 1);
  await say(2);
  expect(count()).toBe(1);
  await say(5);
  expect(count()).toBe(2);
  expect(asked, 'each message is read once').toBe(2);
  unread.markRead('r', 5);
  expect(count()).toBeUndefined();
});

test('a summary counts without asking for messages', async () => {
  unread.markRead('r', 1);
  await summarize(3, [added(2), added(3)]);
  expect(count()).toBe(2);
  await summarize(4, [deleted(2, 4)]);
  expect(count()).toBe(1);
  await summarize(6, [added(5), deleted(5, 6)]);
  expect([count(), asked]).toEqual([1, 0]);
});

test('a summary that was counted before changes nothing', async () => {
  unread.markRead('r', 1);
  const changes = [added(2), added(3)];
  await summarize(3, changes);
  await summarize(3, changes);
  expect([count(), asked]).toEqual([2, 0]);
});

test('own messages never count, and who writes has read what came before', async () => {
  unread.markRead('r', 1);
  await summarize(4, [added(2), added(3, ANN), added(4)]);
  expect([count(), asked]).toEqual([1, 0]);
  await summarize(5, [added(5, ANN)]);
  expect(count()).toBeUndefined();
});

test('a gap or a reset is counted by the messages', async () => {
  unread.markRead('r', 1);
  await summarize(3, [added(3)], { from: 2 });
  expect([count(), asked]).toEqual([1, 1]);
  added(9);
  await summarize(9, [], { from: 3, reset: true });
  expect([count(), asked]).toEqual([2, 2]);
});

test('100 means 100 or more: further messages change nothing, a deletion is counted anew', async () => {
  unread.markRead('r', 1);
  await summarize(
    121,
    Array.from({ length: 120 }, (_, index) => added(index + 2)),
  );
  expect([count(), asked]).toEqual([MAX_UNREAD_COUNT, 0]);
  await summarize(122, [deleted(50, 122)]);
  expect([count(), asked]).toEqual([MAX_UNREAD_COUNT, 1]);
});

test('the rooms that were read are followed, the last one first', () => {
  unread.markRead('r', 1);
  vi.advanceTimersByTime(1_000);
  unread.markRead('s', 1);
  expect(marked).toEqual(['s', 'r']);
});

test('who writes has read what came before', async () => {
  unread.markRead('r', 1);
  await say(2);
  await say(3, ANN);
  expect(count()).toBeUndefined();
});

test('of a busy room no more is read than is counted', async () => {
  unread.markRead('r', 1);
  said.push(...Array.from({ length: 250 }, (_, index) => message(index + 2)));
  await list(251);
  expect(count()).toBe(MAX_UNREAD_COUNT);
  for (let seq = 252; seq < 260; seq++) await say(seq);
  expect(count()).toBe(MAX_UNREAD_COUNT);
  expect(asked).toBe(1);
});

test('an open room is counted from what is here', async () => {
  isOpen = true;
  unread.markRead('r', 1);
  const seen = [message(1), message(2), message(3, ANN), message(4)];
  const log = { messages: seen, seq: 4, hasOlder: false, hasNewer: false } as unknown as RoomLog;
  view.set({ log });
  said.push(...seen.slice(1));
  await list(4);
  expect(count()).toBe(2);
  expect(asked).toBe(0);
});

test('what is refused is asked for again, after a pause', async () => {
  unread.markRead('r', 1);
  isRefused = true;
  await say(2);
  expect(count()).toBeUndefined();
  expect(asked).toBeLessThan(4);
  isRefused = false;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(count()).toBe(1);
});
