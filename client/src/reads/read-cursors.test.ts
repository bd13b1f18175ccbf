import type { Message, ReadState, RoomEvent } from '@snug/protocol';
import { expect, test } from 'vitest';
import { Store } from '../base/store.ts';
import type { RoomLog } from '../rooms/room-log.ts';
import { ReadCursors } from './read-cursors.ts';
import type { PendingRead } from './read-queue.ts';

const ROOM = 'room';
const BASE: ReadState = { seq: 10, readSeq: 5, version: 1, unread: 5, mentions: 0 };

function createCursors() {
  const timers: { at: number; run: () => void }[] = [];
  const asked: string[][] = [];
  const pending = new Map<string, PendingRead>();
  const logs = new Map<string, RoomLog>();
  const conversationMoves = new Map<string, PendingRead>();
  const requests = new Set<string>();
  const left = new Set<string>();
  let now = 0;
  let sending = Promise.resolve();
  const answer = { ...BASE };
  const cursors = new ReadCursors({
    environment: {
      now: () => now,
      random: () => 0.5,
      newId: () => 'id',
      setTimer: (run, ms) => {
        const timer = { at: now + ms, run };
        timers.push(timer);
        return () => timers.splice(timers.indexOf(timer), 1);
      },
    },
    connection: {
      state: new Store({ status: 'connected' } as never),
      command: async () => ({}) as never,
      request: async (_name: string, { roomIds }: { roomIds: string[] }) => {
        asked.push(roomIds);
        const reads = Object.fromEntries(roomIds.map(roomId => [roomId, { ...answer }]));
        await sending;
        return { reads } as never;
      },
    } as never,
    queue: {
      flush: () => {},
      list: () => pending,
      move: (roomId, move) => void pending.set(roomId, move),
      listConversations: () => conversationMoves,
      listConversationRooms: () => new Set(conversationMoves.size > 0 ? [ROOM] : []),
      moveConversation: ({ rootId, ...move }) => void conversationMoves.set(rootId, move),
      moveAll: async reads => {
        for (const [roomId, move] of reads) pending.set(roomId, move);
        return true;
      },
    },
    getEpoch: () => 'epoch',
    getMe: () => 'me',
    isSilent: uid => uid === 'me',
    isRequest: roomId => requests.has(roomId),
    isLeft: roomId => left.has(roomId),
    findLog: roomId => logs.get(roomId),
  });
  const advance = async (ms: number) => {
    now += ms;
    for (const timer of timers.filter(({ at }) => at <= now)) {
      timers.splice(timers.indexOf(timer), 1);
      timer.run();
    }
    await new Promise(resolve => setImmediate(resolve));
  };
  const confirm = (read: ReadState) => {
    pending.delete(ROOM);
    cursors.put(ROOM, read);
  };
  /** Answers are on their way until it is released. */
  const delayAnswers = () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    sending = promise;
    return resolve;
  };
  const missSteps = (to: number) =>
    cursors.applySummary({
      type: 'room_summary',
      room: { id: ROOM } as never,
      from: to - 1,
      to,
      changes: [],
    });
  return {
    cursors,
    asked,
    answer,
    pending,
    conversationMoves,
    logs,
    advance,
    confirm,
    delayAnswers,
    missSteps,
    requests,
    left,
  };
}

test('U8 a read shows at once, and the next one replaces it', () => {
  const { cursors, pending } = createCursors();
  cursors.put(ROOM, BASE);
  cursors.markRead(ROOM, 10);
  expect(cursors.get(ROOM)).toMatchObject({ readSeq: 10, unread: 0 });
  cursors.markRead(ROOM, 8);
  expect(pending.get(ROOM)).toEqual({ seq: 10, version: 1 });
});

test('U8 after a move back nothing moves the cursor until the room is opened again', () => {
  const { cursors, pending, confirm } = createCursors();
  cursors.put(ROOM, { ...BASE, readSeq: 10, unread: 0 });
  cursors.markUnread(ROOM, 7);
  expect(cursors.get(ROOM)).toMatchObject({ readSeq: 6, unread: 1 });
  cursors.markRead(ROOM, 10);
  expect(pending.get(ROOM)).toMatchObject({ seq: 6, back: true });
  confirm({ ...BASE, readSeq: 6, version: 2, unread: 4 });
  cursors.markRead(ROOM, 10);
  expect(cursors.get(ROOM)).toMatchObject({ readSeq: 6, unread: 4 });
  cursors.onOpened(ROOM);
  cursors.markRead(ROOM, 10);
  expect(pending.get(ROOM)).toEqual({ seq: 10, version: 2 });
});

test('U8 a move back on another device stops this one, too', () => {
  const { cursors, pending } = createCursors();
  cursors.put(ROOM, { ...BASE, readSeq: 10, unread: 0 });
  cursors.put(ROOM, { ...BASE, readSeq: 6, version: 2, unread: 4 });
  cursors.markRead(ROOM, 10);
  expect(pending.size).toBe(0);
  cursors.readOn(ROOM, 11);
  expect(pending.get(ROOM), 'on purpose').toEqual({ seq: 11, version: 2 });
});

test('U8 a move back on another device also stops this one if it had read less', () => {
  const { cursors, pending } = createCursors();
  cursors.put(ROOM, BASE);
  cursors.put(ROOM, { ...BASE, readSeq: 6, version: 2, unread: 4 });
  cursors.markRead(ROOM, 10);
  expect(pending.size).toBe(0);
  cursors.markRoomRead(ROOM);
  expect(pending.get(ROOM), 'on purpose').toEqual({ seq: 10, version: 2 });
});

test('U8 a move back from before this page opened the room stops nothing', async () => {
  const { cursors, pending, advance } = createCursors();
  await advance(100);
  cursors.put(ROOM, { ...BASE, readSeq: 10, unread: 0 });
  cursors.onOpened(ROOM);
  pending.set(ROOM, { seq: 6, version: 1, back: true, createdAt: 50 });
  cursors.onMovesChange();
  expect(cursors.get(ROOM)).toMatchObject({ readSeq: 6 });
  // The event can come before the result.
  cursors.put(ROOM, { ...BASE, readSeq: 6, version: 2, unread: 4 });
  pending.delete(ROOM);
  cursors.onMovesChange();
  cursors.markRead(ROOM, 10);
  expect(pending.get(ROOM)).toEqual({ seq: 10, version: 2 });
});

test('U8 a move back in another tab, which shares the queue, stops this one at once', async () => {
  const { cursors, pending, advance, confirm } = createCursors();
  await advance(100);
  cursors.put(ROOM, { ...BASE, readSeq: 10, unread: 0 });
  cursors.onOpened(ROOM);
  pending.set(ROOM, { seq: 6, version: 1, back: true, createdAt: 150 });
  cursors.onMovesChange();
  cursors.markRead(ROOM, 10);
  confirm({ ...BASE, readSeq: 6, version: 2, unread: 4 });
  cursors.markRead(ROOM, 10);
  expect(pending.size).toBe(0);
});

test('U8 joining a room again stops nothing', () => {
  const { cursors, pending } = createCursors();
  cursors.put(ROOM, BASE);
  cursors.put(ROOM, { ...BASE, seq: 20, readSeq: 20, version: 3, unread: 0 });
  cursors.markRead(ROOM, 21);
  expect(pending.get(ROOM)).toEqual({ seq: 21, version: 3 });
});

test('U8 reading again before the answer to a move back follows it with its version', () => {
  const { cursors, pending, confirm } = createCursors();
  cursors.put(ROOM, { ...BASE, readSeq: 10, unread: 0 });
  cursors.markUnread(ROOM, 7);
  cursors.onOpened(ROOM);
  cursors.markRead(ROOM, 10);
  expect(pending.get(ROOM)).toMatchObject({ back: true });
  confirm({ ...BASE, readSeq: 6, version: 2, unread: 4 });
  expect(pending.get(ROOM)).toEqual({ seq: 10, version: 2 });
});

test('U8 marking all rooms as read reads those marked as unread, too, and shows at once', () => {
  const { cursors, pending, confirm } = createCursors();
  const other = { ...BASE, seq: 3, readSeq: 1, unread: 2, mentions: 1 };
  cursors.put(ROOM, { ...BASE, readSeq: 10, unread: 0 });
  cursors.put('other', other);
  cursors.put('read', { ...BASE, readSeq: 10, unread: 0 });
  cursors.markUnread(ROOM, 7);
  void cursors.markAllRead();
  expect(pending.get('other')).toEqual({ seq: 3, version: 1 });
  expect(pending.has('read')).toBe(false);
  expect(cursors.get('other')).toMatchObject({ readSeq: 3, unread: 0, mentions: 0 });
  expect(pending.get(ROOM), 'until its answer').toMatchObject({ back: true });
  confirm({ ...BASE, readSeq: 6, version: 2, unread: 4 });
  expect(pending.get(ROOM)).toEqual({ seq: 10, version: 2 });
});

test('U8 a page of the list, a change of all rooms and the loss of many are one publication each', () => {
  const { cursors, pending, left, requests } = createCursors();
  let publications = 0;
  cursors.states.subscribe(() => publications++);
  const roomIds = Array.from({ length: 1_000 }, (_, index) => `room ${index}`);
  const steps: [name: string, () => void][] = [
    ['page', () => cursors.putAll(roomIds.map(roomId => [roomId, BASE]))],
    ['all read', () => void cursors.markAllRead()],
    ['moves', () => cursors.onMovesChange()],
    [
      'no moves',
      () => {
        pending.clear();
        cursors.onMovesChange();
      },
    ],
    [
      'requests',
      () => {
        for (const roomId of roomIds) requests.add(roomId);
        cursors.onRequestsChange();
      },
    ],
    [
      'left',
      () => {
        for (const roomId of roomIds.slice(1)) left.add(roomId);
        cursors.removeLeft();
      },
    ],
  ];
  const counts = steps.map(([name, run]) => {
    publications = 0;
    run();
    return [name, publications];
  });
  expect(Object.fromEntries(counts)).toEqual({
    page: 1,
    'all read': 1,
    moves: 0,
    'no moves': 1,
    requests: 1,
    left: 1,
  });
  expect([...cursors.states.get()]).toEqual([['room 0', { ...BASE, unread: 0, mentions: 0 }]]);
});

test('U8 the counts of many rooms that the server sends are one publication', async () => {
  const { cursors, answer, advance } = createCursors();
  cursors.putAll(Array.from({ length: 60 }, (_, index) => [`room ${index}`, BASE]));
  let publications = 0;
  cursors.states.subscribe(() => publications++);
  answer.unread = 3;
  cursors.readAgain();
  await advance(60_000);
  expect(publications).toBe(1);
  expect(cursors.get('room 59')).toMatchObject({ unread: 3 });
});

test('U8 after all rooms are marked as read, the open one is read on, also if it was marked as unread before', () => {
  const { cursors, pending, confirm } = createCursors();
  cursors.put(ROOM, { ...BASE, readSeq: 10, unread: 0 });
  cursors.markUnread(ROOM, 7);
  confirm({ ...BASE, readSeq: 6, version: 2, unread: 4 });
  void cursors.markAllRead();
  confirm({ ...BASE, seq: 12, readSeq: 10, version: 2, unread: 2 });
  cursors.markRead(ROOM, 12);
  expect(pending.get(ROOM)).toEqual({ seq: 12, version: 2 });
});

test('U6 after a gap the client asks once within 10 s, and at most every 30 s', async () => {
  const { cursors, asked, answer, advance, missSteps } = createCursors();
  cursors.put(ROOM, BASE);
  missSteps(20);
  missSteps(21);
  expect(cursors.get(ROOM)).toMatchObject({ unread: 5 });
  Object.assign(answer, { seq: 21, unread: 7 });
  await advance(5_000);
  expect(asked).toEqual([[ROOM]]);
  expect(cursors.get(ROOM)).toMatchObject({ unread: 7 });
  missSteps(30);
  await advance(10_000);
  expect(asked).toHaveLength(1);
  await advance(20_000);
  expect(asked).toHaveLength(2);
});

test.each([
  ['a gap', ({ missSteps }: ReturnType<typeof createCursors>) => missSteps(30)],
  [
    'a move without a count',
    ({ cursors }: ReturnType<typeof createCursors>) => cursors.apply({ type: 'read_moved', roomId: ROOM }),
  ],
])('U6 after %s that follows a question, its answer is not enough', async (_, happen) => {
  const setup = createCursors();
  const { cursors, asked, answer, advance, delayAnswers, missSteps } = setup;
  cursors.put(ROOM, BASE);
  missSteps(20);
  const answerNow = delayAnswers();
  await advance(5_000);
  happen(setup);
  answerNow();
  await advance(0);
  Object.assign(answer, { seq: 30, readSeq: 6, unread: 9 });
  await advance(29_000);
  expect(asked, 'at most every 30 s').toHaveLength(1);
  await advance(1_000);
  expect(asked).toHaveLength(2);
  expect(cursors.get(ROOM)).toMatchObject({ unread: 9 });
  await advance(60_000);
  expect(asked).toHaveLength(2);
});

test('U6 after a gap, only a count of its position or later is enough', async () => {
  const { cursors, asked, advance, missSteps } = createCursors();
  cursors.put(ROOM, BASE);
  missSteps(20);
  cursors.put(ROOM, { ...BASE, seq: 15 });
  await advance(5_000);
  expect(asked).toHaveLength(1);
  missSteps(40);
  cursors.put(ROOM, { ...BASE, seq: 40 });
  await advance(60_000);
  expect(asked).toHaveLength(1);
});

test('U6 after a gap and a new connection, an earlier count is not enough, either', async () => {
  const { cursors, asked, advance, missSteps } = createCursors();
  cursors.put(ROOM, BASE);
  missSteps(20);
  cursors.readAgain();
  cursors.put(ROOM, { ...BASE, seq: 15 });
  await advance(1_000);
  expect(asked).toHaveLength(1);
});

test('U6 a result with an earlier cursor is dropped, and the client asks again', async () => {
  const { cursors, asked, advance } = createCursors();
  cursors.put(ROOM, { ...BASE, readSeq: 9, unread: 1 });
  cursors.put(ROOM, BASE);
  expect(cursors.get(ROOM)).toMatchObject({ readSeq: 9, unread: 1 });
  await advance(5_000);
  expect(asked).toEqual([[ROOM]]);
});

test('J3 U6 a mention from before the person joined changes no count when it begins or ends', () => {
  const { cursors } = createCursors();
  cursors.put(ROOM, { ...BASE, mentions: 2 });
  const change = { roomId: ROOM, messageSeq: 7, authorId: 'ben', outside: true } as const;
  cursors.apply({ type: 'mention_changed', at: 11, on: true, ...change });
  expect(cursors.get(ROOM)).toMatchObject({ mentions: 2 });
  cursors.apply({ type: 'mention_changed', at: 12, on: false, ...change });
  expect(cursors.get(ROOM)).toMatchObject({ mentions: 2 });
});

test('U4 U6 a room that the person joins elsewhere is counted, in whichever order its events come', async () => {
  const { cursors, left, asked, advance } = createCursors();
  const moved = { type: 'read_moved', roomId: ROOM } as const;
  const joined = {
    type: 'membership_changed',
    roomId: ROOM,
    membership: { role: 'member', version: 2 },
  } as const;
  left.add(ROOM);
  cursors.apply(moved);
  left.clear();
  cursors.apply(joined);
  await advance(10_000);
  expect(cursors.get(ROOM)).toMatchObject(BASE);
  cursors.apply(joined);
  await advance(10_000);
  expect(asked, 'a known count is not read again').toEqual([[ROOM]]);
});

test('Y25 the membership of a request asks for no count', async () => {
  const { cursors, asked, advance } = createCursors();
  const membership = { role: 'member', version: 2, request: 'waiting' } as const;
  cursors.apply({ type: 'membership_changed', roomId: ROOM, membership });
  await advance(10_000);
  expect(asked).toEqual([]);
});

test('U4 TR5 a cursor that the server no longer has does not hold back what it counts', async () => {
  const { cursors, asked, answer, advance } = createCursors();
  cursors.put(ROOM, { ...BASE, conversations: { trimmed: 9 } });
  Object.assign(answer, { readSeq: 7, unread: 2 });
  cursors.apply({ type: 'read_moved', roomId: ROOM, read: { ...BASE, readSeq: 7, unread: 2 } });
  expect(cursors.get(ROOM), 'it may be about an earlier cursor').toMatchObject({ readSeq: 5 });
  await advance(10_000);
  expect(cursors.get(ROOM)).toMatchObject({ readSeq: 7, unread: 2 });
  await advance(60_000);
  expect(asked).toEqual([[ROOM]]);
});

test('U4 a cursor that moves while the client asks stays, although the answer is about an earlier one', async () => {
  const { cursors, asked, answer, advance, delayAnswers, missSteps } = createCursors();
  cursors.put(ROOM, BASE);
  Object.assign(answer, { readSeq: 6, unread: 4 });
  const release = delayAnswers();
  missSteps(BASE.seq + 2);
  await advance(10_000);
  cursors.put(ROOM, { ...BASE, readSeq: 8, unread: 2 });
  release();
  await advance(0);
  expect(cursors.get(ROOM)).toMatchObject({ readSeq: 8 });
  Object.assign(answer, { seq: BASE.seq + 2, readSeq: 8, unread: 3 });
  await advance(60_000);
  expect(asked).toEqual([[ROOM], [ROOM]]);
  expect(cursors.get(ROOM)).toMatchObject({ readSeq: 8, unread: 3 });
});

test('U4 a count that was on its way when the person left the room does not come back', () => {
  const { cursors, left } = createCursors();
  const moved = { type: 'read_moved', roomId: ROOM, read: { ...BASE, readSeq: 7 } } as const;
  cursors.put(ROOM, BASE);
  left.add(ROOM);
  cursors.apply({ type: 'membership_changed', roomId: ROOM, membership: { role: null, version: 1 } });
  cursors.apply(moved);
  expect(cursors.get(ROOM)).toBeUndefined();
  left.clear();
  cursors.apply(moved);
  expect(cursors.get(ROOM)).toMatchObject({ readSeq: 7 });
});

test('U4 a cursor that came before the list of rooms goes if the room is none of them', () => {
  const { cursors, left } = createCursors();
  for (const roomId of [ROOM, 'other']) cursors.put(roomId, BASE);
  left.add(ROOM);
  cursors.removeLeft();
  expect([...cursors.states.get().keys()]).toEqual(['other']);
});

test('J6 an edit that ends a mention of everyone makes a client ask that has the room open', async () => {
  const { cursors, asked, answer, advance } = createCursors();
  cursors.put(ROOM, { ...BASE, mentions: 1 });
  const edited = { type: 'message_edited', roomId: ROOM, seq: 11, message: { seq: 8 }, notEveryone: true };
  cursors.apply(edited as RoomEvent);
  Object.assign(answer, { seq: 11 });
  await advance(5_000);
  expect(asked).toEqual([[ROOM]]);
  expect(cursors.get(ROOM)).toMatchObject({ unread: 5, mentions: 0 });
});

function makeLog(...messages: Partial<Message>[]): RoomLog {
  const log = { seq: 12, messages, hasOlder: false, hasNewer: false, aheadTo: 12 };
  return log as unknown as RoomLog;
}

test('J4 U6 after a catch-up the client asks whether messages with its name mention it', async () => {
  const { cursors, asked, advance } = createCursors();
  cursors.put(ROOM, BASE);
  const author = { uid: 'ben' } as Message['author'];
  cursors.applyLog(ROOM, makeLog({ seq: 12, author, mentions: [{ uid: 'me', start: 0, length: 3 }] }));
  expect(cursors.get(ROOM)).toMatchObject({ unread: 1, mentions: 1 });
  await advance(10_000);
  expect(asked).toEqual([[ROOM]]);
});

test('U6 a catch-up that already shows later changes counts them once, and the client asks', async () => {
  const { cursors, asked, answer, advance } = createCursors();
  cursors.put(ROOM, BASE);
  const author = { uid: 'ben' } as Message['author'];
  const log = makeLog({ seq: 11, author }, { seq: 13, author });
  cursors.applyLog(ROOM, { ...log, aheadTo: 14 });
  const before = cursors.get(ROOM)?.unread;
  cursors.apply({ type: 'message_sent', roomId: ROOM, seq: 13, message: { seq: 13, author } } as RoomEvent);
  expect([before, cursors.get(ROOM)?.unread]).toEqual([1, 2]);
  Object.assign(answer, { seq: 14, unread: 1 });
  await advance(10_000);
  expect(asked).toEqual([[ROOM]]);
  expect(cursors.get(ROOM)).toMatchObject({ seq: 14, unread: 1 });
});

test('U1 without a stored cursor nothing is unread after a catch-up', () => {
  const { cursors } = createCursors();
  cursors.put(ROOM, { ...BASE, version: 0, readSeq: 10, unread: 0 });
  cursors.applyLog(ROOM, makeLog({ seq: 12, author: { uid: 'ben' } as Message['author'] }));
  expect(cursors.get(ROOM)).toMatchObject({ readSeq: 12, unread: 0 });
});

test('U2 U6 a move that the server has not counted yet leaves the number as it is, and the count follows', async () => {
  const { cursors, asked, advance } = createCursors();
  cursors.put(ROOM, BASE);
  cursors.apply({ type: 'read_moved', roomId: ROOM });
  expect(cursors.get(ROOM)).toEqual(BASE);
  cursors.apply({ type: 'read_moved', roomId: ROOM, read: { ...BASE, readSeq: 8, unread: 2 } });
  expect(cursors.get(ROOM)).toMatchObject({ readSeq: 8, unread: 2 });
  await advance(60_000);
  expect(asked, 'nothing is missing').toEqual([]);
});

test('U2 U6 a move that the server does not count makes the client ask', async () => {
  const { cursors, asked, answer, advance } = createCursors();
  cursors.put(ROOM, BASE);
  Object.assign(answer, { readSeq: 7, unread: 3 });
  cursors.apply({ type: 'read_moved', roomId: ROOM });
  cursors.apply({ type: 'read_moved', roomId: 'other' });
  await advance(10_000);
  expect(asked).toEqual([[ROOM, 'other']]);
  expect(cursors.get(ROOM)).toMatchObject({ readSeq: 7, unread: 3 });
  expect(cursors.get('other')).toMatchObject({ readSeq: 7 });
});

test('Y25 a request counts nothing, also while its messages arrive, until it is accepted', () => {
  const { cursors, requests } = createCursors();
  requests.add(ROOM);
  cursors.put(ROOM, { ...BASE, unread: 0 });
  const sent = { type: 'message_sent', roomId: ROOM, seq: 11, message: { seq: 11, author: { uid: 'ben' } } };
  cursors.apply(sent as RoomEvent);
  expect(cursors.get(ROOM)).toMatchObject({ readSeq: 5, unread: 0, mentions: 0 });
  requests.clear();
  cursors.onRequestsChange();
  expect(cursors.get(ROOM)).toMatchObject({ unread: 1 });
});

const [CONVERSATION, OTHER_CONVERSATION] = ['root', 'other root'];

function makeReply(seq: number, rootId: string | undefined, uid = 'ben'): Message {
  return {
    id: `m${seq}`,
    roomId: ROOM,
    seq,
    changedSeq: seq,
    author: { uid },
    ...(rootId && { rootId }),
  } as Message;
}

function step(type: 'message_sent' | 'message_deleted', at: number, message: Message): RoomEvent {
  return { type, roomId: ROOM, seq: at, message };
}

test('U10 a message is read up to the cursor of its room or of its conversation', () => {
  const { cursors } = createCursors();
  cursors.put(ROOM, { ...BASE, unread: 3, conversations: { [CONVERSATION]: 8 } });
  const isUnread = (seq: number, rootId?: string) => cursors.isUnread(makeReply(seq, rootId));
  expect([isUnread(5), isUnread(6), isUnread(8, CONVERSATION), isUnread(9, CONVERSATION)]).toEqual([
    false,
    true,
    false,
    true,
  ]);
  expect(cursors.isUnread(makeReply(9, undefined, 'me'))).toBe(false);
  expect(cursors.getConversationSeq(ROOM, CONVERSATION)).toBe(8);
  expect(cursors.getConversationSeq(ROOM, OTHER_CONVERSATION)).toBe(5);
});

test('U10 a deleted reply counts less only if it was unread in its conversation, too', () => {
  const { cursors } = createCursors();
  cursors.put(ROOM, { ...BASE, unread: 3, conversations: { [CONVERSATION]: 8 } });
  cursors.apply(step('message_deleted', 11, makeReply(7, CONVERSATION)));
  expect(cursors.get(ROOM)).toMatchObject({ unread: 3 });
  cursors.apply(step('message_deleted', 12, makeReply(9, CONVERSATION)));
  expect(cursors.get(ROOM)).toMatchObject({ unread: 2 });
  cursors.apply(step('message_sent', 13, makeReply(13, CONVERSATION)));
  expect(cursors.get(ROOM)).toMatchObject({ unread: 3 });
});

test('U10 with more cursors than it knows, a client asks instead of counting', async () => {
  const { cursors, asked, advance } = createCursors();
  cursors.put(ROOM, { ...BASE, unread: 3, more: true });
  cursors.apply(step('message_sent', 11, makeReply(11, CONVERSATION)));
  await advance(60_000);
  expect([cursors.get(ROOM)?.unread, asked.length], 'a new one is unread').toEqual([4, 0]);
  cursors.apply(step('message_deleted', 12, makeReply(7, CONVERSATION)));
  await advance(60_000);
  expect(asked).toEqual([[ROOM]]);
});

test('U10 a client asks for an open room alone after an answer without the cursors of its conversations', async () => {
  const { cursors, asked, answer, logs, advance } = createCursors();
  const reply = makeReply(8, CONVERSATION);
  logs.set(ROOM, { messages: [reply], seq: 10, hasOlder: true, hasNewer: false } as unknown as RoomLog);
  cursors.put(ROOM, { ...BASE, conversations: { [CONVERSATION]: 8 } });
  cursors.put('other', BASE);
  Object.assign(answer, { version: 2, conversations: { [CONVERSATION]: 8 } });
  cursors.readAgain();
  cursors.put(ROOM, { ...BASE, version: 2, more: true });
  expect(cursors.isUnread(reply)).toBe(true);
  await advance(1_000);
  await advance(0);
  expect(asked).toEqual([[ROOM], ['other']]);
  expect(cursors.isUnread(reply)).toBe(false);
  await advance(60_000);
  expect(asked).toHaveLength(2);
});

test('U10 a client does not ask for a closed room without cursors, nor for an open one whose cursors it knows', async () => {
  const { cursors, asked, logs, advance } = createCursors();
  const known = { ...BASE, conversations: { [CONVERSATION]: 8 } };
  cursors.put('closed', { ...BASE, more: true });
  logs.set(ROOM, { messages: [], seq: 10, hasOlder: true, hasNewer: false } as unknown as RoomLog);
  cursors.put(ROOM, known);
  cursors.put(ROOM, { ...BASE, more: true });
  cursors.put(ROOM, { ...known, more: true });
  await advance(60_000);
  expect(asked).toEqual([]);
});

test('U10 reading a conversation shows at once, and the room is read no further', () => {
  const { cursors, conversationMoves, logs } = createCursors();
  const messages = [6, 7, 8, 9, 10].map(seq => makeReply(seq, seq % 2 === 0 ? CONVERSATION : undefined));
  logs.set(ROOM, { messages, seq: 10, hasOlder: true, hasNewer: false } as unknown as RoomLog);
  cursors.put(ROOM, BASE);
  cursors.markConversationRead(ROOM, CONVERSATION, 8);
  expect(conversationMoves.get(CONVERSATION)).toMatchObject({ seq: 8, version: 1 });
  expect(cursors.get(ROOM)).toMatchObject({ readSeq: 5, unread: 3, conversations: { [CONVERSATION]: 8 } });
  cursors.markConversationRead(ROOM, CONVERSATION, 7);
  expect(conversationMoves.get(CONVERSATION)).toMatchObject({ seq: 8 });
});

test('U10 the hold of a room covers its conversations until one is opened again', () => {
  const { cursors, pending, conversationMoves, confirm } = createCursors();
  cursors.put(ROOM, { ...BASE, readSeq: 10, unread: 0 });
  cursors.markUnread(ROOM, 7);
  confirm({ ...BASE, readSeq: 6, version: 2, unread: 4 });
  cursors.markConversationRead(ROOM, CONVERSATION, 10);
  expect(conversationMoves.size).toBe(0);
  cursors.onConversationOpened(ROOM, CONVERSATION);
  cursors.markConversationRead(ROOM, CONVERSATION, 10);
  cursors.markConversationRead(ROOM, OTHER_CONVERSATION, 10);
  expect([...conversationMoves]).toEqual([[CONVERSATION, expect.objectContaining({ seq: 10, version: 2 })]]);
  cursors.markRead(ROOM, 10);
  expect(pending.size, 'the room stays').toBe(0);
  cursors.markUnread(ROOM, 7);
  confirm({ ...BASE, readSeq: 6, version: 3, unread: 4 });
  conversationMoves.clear();
  cursors.markConversationRead(ROOM, CONVERSATION, 10);
  expect(conversationMoves.size, 'a new hold').toBe(0);
});

test('U10 a conversation that is read before the answer to a move back follows it with its version', () => {
  const { cursors, conversationMoves, confirm } = createCursors();
  cursors.put(ROOM, { ...BASE, readSeq: 10, unread: 0 });
  cursors.markUnread(ROOM, 7);
  cursors.readConversationOn(ROOM, CONVERSATION, 9);
  expect(conversationMoves.size).toBe(0);
  confirm({ ...BASE, readSeq: 6, version: 2, unread: 4 });
  expect(conversationMoves.get(CONVERSATION)).toMatchObject({ seq: 9, version: 2 });
});

test('U10 moving back lowers the shown cursors and never raises one', () => {
  const { cursors } = createCursors();
  cursors.put(ROOM, { ...BASE, readSeq: 5, conversations: { [CONVERSATION]: 9, [OTHER_CONVERSATION]: 7 } });
  cursors.markUnread(ROOM, 9);
  expect(cursors.get(ROOM)).toMatchObject({
    readSeq: 5,
    conversations: { [CONVERSATION]: 8, [OTHER_CONVERSATION]: 7 },
  });
});

test('U10 a result with an earlier cursor of a conversation is dropped, and one without space keeps the known ones', async () => {
  const { cursors, asked, answer, advance } = createCursors();
  const known = { ...BASE, unread: 3, conversations: { [CONVERSATION]: 8 } };
  cursors.put(ROOM, known);
  Object.assign(answer, known);
  cursors.put(ROOM, { ...BASE, unread: 4 });
  expect(cursors.get(ROOM)).toMatchObject(known);
  await advance(60_000);
  expect(asked).toEqual([[ROOM]]);
  cursors.put(ROOM, { ...BASE, unread: 3, more: true });
  expect(cursors.get(ROOM)).toMatchObject({ ...known, more: true });
});
