import {
  CommandError,
  type Event,
  isRoomEvent,
  type RoomState,
  roomTopic,
  viewersTopic,
} from '@snug/protocol';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Publication } from '../db/mutation.ts';
import { RoomFeed } from './room-feed.ts';

const ROOM = roomTopic('a');

function createEvent(seq: number, roomId = 'a', name = ''): Publication {
  const event: Event = { type: 'admin_changed', roomId, seq, uid: name, admin: true };
  return { topic: roomTopic(roomId), event };
}

const VIEWER_COUNT: Publication = { topic: ROOM, event: { type: 'viewer_count', roomId: 'a', count: 1 } };

async function flushMicrotasks(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate);
}

/** A feed with a fake bus and a fake database, whose log has reached `position`. */
function createTestFeed(position = 0) {
  const setup = {
    position,
    delivered: [] as string[],
    publications: [] as Publication[],
    reads: [] as number[],
    timers: [] as { run: () => void; ms: number }[],
    failures: [] as unknown[],
    calls: [] as string[],
    isBroken: false,
    isDeleted: false,
    isAccessBroken: false,
    readers: new Set<string>(),
    subscribed: Promise.resolve(),
    reading: Promise.resolve(),
    feed: undefined as unknown as RoomFeed,
  };
  const readState = async (): Promise<RoomState> => {
    await setup.reading;
    if (setup.isBroken) throw new Error('no disk');
    if (setup.isDeleted) throw new CommandError('not_found');
    const room = { id: 'a', name: '', description: '', createdAt: 0, seq: setup.position };
    return { room, admins: [], seq: setup.position, reset: false, messages: [], hasOlder: false };
  };
  setup.feed = new RoomFeed({
    bus: {
      subscribe: topic => {
        setup.calls.push(`+${topic}`);
        return setup.subscribed;
      },
      unsubscribe: topic => void setup.calls.push(`-${topic}`),
    },
    readPosition: async () => {
      setup.calls.push('position');
      return setup.position;
    },
    findReaders: async () => setup.readers,
    readSince: (_roomId, since) => {
      setup.reads.push(since);
      return readState();
    },
    async recheckAccess(roomId) {
      setup.calls.push(`access ${roomId}`);
      if (setup.isDeleted) setup.feed.unsubscribe(ROOM);
      if (setup.isAccessBroken) throw new Error('no disk');
    },
    deliver: publications => {
      setup.publications.push(...publications);
      setup.delivered.push(...publications.map(({ event }) => getName(event)));
    },
    setTimer: (run, ms) => setup.timers.push({ run, ms }),
    onFailure: error => setup.failures.push(error),
  });
  /** Fires all timers and returns their delays. */
  const pass = async (): Promise<number[]> => {
    const due = setup.timers.splice(0);
    for (const { run } of due) run();
    await flushMicrotasks();
    return due.map(({ ms }) => ms);
  };
  return Object.assign(setup, { pass });
}

function getName(event: Event): string {
  if (isRoomEvent(event)) return String(event.seq);
  return event.type === 'room_caught_up' ? `${event.from}-${event.to}` : event.type;
}

async function createOpenRoom(position = 0) {
  const setup = createTestFeed(position);
  await setup.feed.subscribe(ROOM);
  setup.calls.length = 0;
  return setup;
}

test('L2 events in order are delivered immediately and in one batch', async () => {
  const { feed, publications, delivered, timers } = await createOpenRoom(3);
  const batch = [createEvent(4), VIEWER_COUNT, createEvent(5)];
  feed.deliver(batch);
  expect(delivered).toEqual(['4', 'viewer_count', '5']);
  expect(publications).toEqual(batch);
  expect(timers).toEqual([]);
});

test('L2 an early event waits for its predecessor', async () => {
  const { feed, delivered, reads, pass } = await createOpenRoom();
  feed.deliver([createEvent(3), VIEWER_COUNT, createEvent(1), createEvent(5)]);
  expect(delivered).toEqual(['viewer_count', '1']);
  feed.deliver([createEvent(2)]);
  expect(delivered).toEqual(['viewer_count', '1', '2', '3']);
  feed.deliver([createEvent(4)]);
  expect(delivered.slice(4)).toEqual(['4', '5']);
  await pass();
  expect(reads).toEqual([]);
});

test('L4 a repeated event is delivered once', async () => {
  const { feed, delivered } = await createOpenRoom(2);
  feed.deliver([createEvent(2), createEvent(3), createEvent(3)]);
  feed.deliver([createEvent(5), createEvent(5), createEvent(4), createEvent(5), createEvent(1)]);
  expect(delivered).toEqual(['3', '4', '5']);
});

test('C9 a gap of 150 ms is read once, and the held events follow', async () => {
  const setup = await createOpenRoom();
  const { feed, delivered, reads, pass } = setup;
  feed.deliver([createEvent(1), createEvent(3), createEvent(4)]);
  setup.position = 3;
  expect(await pass()).toEqual([150]);
  expect(reads).toEqual([1]);
  expect(delivered).toEqual(['1', '1-3', '4']);
  expect(feed.getPosition('a')).toBe(4);
  feed.deliver([createEvent(2), createEvent(5)]);
  expect(delivered.slice(3)).toEqual(['5']);
});

test('C9 a gap behind a gap is filled, too', async () => {
  const setup = await createOpenRoom();
  const { feed, delivered, pass } = setup;
  feed.deliver([createEvent(2), createEvent(6)]);
  setup.position = 3;
  await pass();
  setup.position = 6;
  await pass();
  expect(delivered).toEqual(['0-3', '3-6']);
  expect(await pass()).toEqual([]);
});

test('C9 an event that arrives during the read of its gap is delivered in order', async () => {
  const setup = await createOpenRoom();
  const { feed, delivered, timers } = setup;
  feed.deliver([createEvent(2)]);
  setup.position = 2;
  timers[0]?.run();
  feed.deliver([createEvent(1)]);
  await flushMicrotasks();
  expect(delivered).toEqual(['1', '2']);
});

test('C9 a gap of which a part arrives during its read is filled from there', async () => {
  const setup = await createOpenRoom();
  const { feed, delivered, pass } = setup;
  feed.deliver([createEvent(5)]);
  setup.position = 5;
  const { promise, resolve } = Promise.withResolvers<void>();
  setup.reading = promise;
  await pass();
  feed.deliver([createEvent(1), createEvent(2)]);
  resolve();
  await flushMicrotasks();
  expect(delivered).toEqual(['1', '2', '2-5']);
});

test('a failed read of a gap is repeated after a second', async () => {
  const setup = await createOpenRoom();
  const { feed, delivered, failures, pass } = setup;
  setup.isBroken = true;
  feed.deliver([createEvent(2)]);
  await pass();
  expect([failures.length, delivered]).toEqual([1, []]);
  Object.assign(setup, { isBroken: false, position: 2 });
  expect(await pass()).toEqual([1_000]);
  expect(delivered).toEqual(['0-2']);
});

test('C9 access is checked after the read of a gap, before anyone receives it', async () => {
  const setup = await createOpenRoom();
  const { feed, delivered, calls, failures, pass } = setup;
  setup.isAccessBroken = true;
  setup.position = 2;
  feed.deliver([createEvent(2)]);
  await pass();
  expect([failures.length, delivered]).toEqual([1, []]);
  setup.isAccessBroken = false;
  await pass();
  expect(calls).toEqual(['access a', 'access a']);
  expect(delivered).toEqual(['0-2']);
});

test('C9 a gap of a room that is deleted since ends the access of its people, without a failure', async () => {
  const setup = await createOpenRoom();
  const { feed, calls, reads, failures, pass } = setup;
  setup.isDeleted = true;
  feed.deliver([createEvent(2)]);
  await pass();
  expect([reads, failures]).toEqual([[0], []]);
  expect(calls).toEqual(['access a', '-room:a']);
  expect([feed.roomIds, await pass()]).toEqual([[], []]);
});

test('after an outage the gaps of many rooms are read, eight at a time', async () => {
  const setup = createTestFeed();
  const { feed, reads, delivered } = setup;
  const roomIds = Array.from({ length: 20 }, (_, index) => `${index}`);
  for (const roomId of roomIds) await feed.subscribe(roomTopic(roomId));
  expect(feed.roomIds).toEqual(roomIds);
  const { promise, resolve } = Promise.withResolvers<void>();
  setup.reading = promise;
  setup.position = 1;
  for (const roomId of roomIds) feed.hint(roomId, 1);
  await flushMicrotasks();
  expect(reads).toHaveLength(8);
  resolve();
  await flushMicrotasks();
  expect([reads.length, delivered.length]).toEqual([20, 20]);
});

test('a hint reads the gap immediately, an expected position after the events had time to arrive', async () => {
  const setup = await createOpenRoom();
  const { feed, delivered, pass } = setup;
  setup.position = 2;
  feed.hint('a', 2);
  await flushMicrotasks();
  expect(delivered).toEqual(['0-2']);
  feed.hint('a', 2);
  feed.expect('a', 3);
  feed.expect('a', 3);
  feed.deliver([createEvent(3)]);
  expect(await pass()).toEqual([150]);
  feed.expect('a', 4);
  setup.position = 4;
  expect(await pass()).toEqual([150]);
  expect(delivered).toEqual(['0-2', '3', '3-4']);
});

test('C1 opening a room subscribes first and then reads the position, so that no event is lost', async () => {
  const setup = createTestFeed(4);
  const { promise, resolve } = Promise.withResolvers<void>();
  setup.subscribed = promise;
  const { feed, calls, delivered } = setup;
  const subscribed = feed.subscribe(ROOM);
  feed.deliver([createEvent(6), createEvent(4)]);
  expect(calls).toEqual(['+room:a']);
  expect(feed.getPosition('a')).toBeUndefined();
  setup.position = 5;
  resolve();
  await subscribed;
  expect(calls).toEqual(['+room:a', 'position']);
  expect(delivered).toEqual(['4', '6']);
});

test('L2 an event that arrives while a room opens is delivered also if the room is closed before, or cannot be read', async () => {
  const closed = createTestFeed(4);
  const opening = closed.feed.subscribe(ROOM);
  closed.feed.deliver([createEvent(5)]);
  closed.feed.unsubscribe(ROOM);
  await opening;
  expect(closed.delivered).toEqual(['5']);

  const broken = createTestFeed(4);
  broken.subscribed = Promise.reject(new Error('no bus'));
  const failing = broken.feed.subscribe(ROOM);
  broken.feed.deliver([createEvent(5)]);
  await expect(failing).rejects.toThrow('no bus');
  broken.feed.unsubscribe(ROOM);
  await flushMicrotasks();
  expect(broken.delivered).toEqual(['5']);
});

test('Y2 while a room opens, a removal that arrives late ends no access that has begun again', async () => {
  const setup = createTestFeed(5);
  const { promise, resolve } = Promise.withResolvers<void>();
  setup.subscribed = promise;
  const opened = setup.feed.subscribe(ROOM);
  const removal = (seq: number, uid: string): Publication => ({
    topic: ROOM,
    event: { type: 'member_changed', roomId: 'a', seq, uid, role: null, canRead: false },
  });
  setup.feed.deliver([removal(3, 'ben'), removal(4, 'cem'), removal(6, 'ben')]);
  setup.readers.add('ben');
  resolve();
  await opened;
  const canRead = setup.publications.map(({ event }) => 'canRead' in event && [event.seq, event.canRead]);
  expect(canRead).toEqual([
    [3, true],
    [4, false],
    [6, false],
  ]);
});

test('a room that is closed and reopened during its opening is followed once', async () => {
  const { feed, calls, delivered } = createTestFeed(1);
  const opening = [feed.subscribe(ROOM)];
  feed.unsubscribe(ROOM);
  opening.push(feed.subscribe(ROOM));
  feed.deliver([createEvent(2)]);
  await Promise.all(opening);
  expect(calls.slice(0, 3)).toEqual(['+room:a', '-room:a', '+room:a']);
  expect(delivered).toEqual(['2']);
});

test('C9 a gap of a room is read while only its viewers are watched, and access is checked', async () => {
  const setup = createTestFeed(4);
  const { feed, calls, reads, pass } = setup;
  await feed.subscribe(viewersTopic('a'));
  expect(calls).toEqual(['+viewers:a', '+room:a', 'position']);
  setup.position = 5;
  feed.expect('a', 5);
  await pass();
  expect(reads).toEqual([4]);
  expect(calls.slice(3)).toEqual(['access a']);
});

test.each([
  ['room', 'viewers'],
  ['viewers', 'room'],
] as const)('a room is followed until the last of its topics ends: %s first, then %s', async (...kinds) => {
  const { feed, calls } = createTestFeed(4);
  const [first, second] = kinds.map(kind => ({ room: roomTopic, viewers: viewersTopic })[kind]('a'));
  if (!first || !second) throw new Error('there are two topics');
  await Promise.all([feed.subscribe(first), feed.subscribe(second)]);
  expect(calls.filter(call => call === '+room:a' || call === 'position')).toHaveLength(2);
  feed.unsubscribe(first);
  expect([feed.roomIds, calls.includes('-room:a')]).toEqual([['a'], false]);
  feed.unsubscribe(second);
  expect([feed.roomIds, calls.includes('-room:a')]).toEqual([[], true]);
});

test('events of a room that is not open pass unordered, and no gap is read', async () => {
  const { feed, delivered, timers } = await createOpenRoom();
  feed.deliver([createEvent(7, 'b'), createEvent(9, 'b')]);
  feed.deliver([createEvent(2)]);
  feed.unsubscribe(ROOM);
  await flushMicrotasks();
  for (const { run } of timers) run();
  feed.deliver([createEvent(5)]);
  expect(delivered).toEqual(['7', '9', '2', '5']);
});

test('held events have a bound, and dropped ones are read later', async () => {
  const setup = await createOpenRoom();
  const { feed, delivered, pass } = setup;
  const long = 'x'.repeat(1024 * 1024);
  feed.deliver(Array.from({ length: 20 }, (_, index) => createEvent(index + 2, 'a', long)));
  feed.deliver([createEvent(1)]);
  expect(delivered).toHaveLength(8);
  setup.position = 21;
  await pass();
  expect(delivered.at(-1)).toBe('8-21');
});

test('C9 L2 every event is delivered once, in order, or is in a gap that was read, whatever the bus does', async () => {
  const anySeq = fc.integer({ min: 1, max: 12 });
  const anyMoves = fc.array(fc.record({ seq: anySeq, pass: fc.boolean(), whileReading: fc.array(anySeq) }));
  await fc.assert(
    fc.asyncProperty(anyMoves, fc.nat(12), async (moves, start) => {
      const setup = await createOpenRoom(Math.min(start, 6));
      const arrive = (seq: number) => {
        setup.position = Math.max(setup.position, seq);
        setup.feed.deliver([createEvent(seq)]);
      };
      for (const { seq, pass, whileReading } of moves) {
        arrive(seq);
        if (!pass) continue;
        const { promise, resolve } = Promise.withResolvers<void>();
        setup.reading = promise;
        await setup.pass();
        for (const seq of whileReading) arrive(seq);
        resolve();
        await flushMicrotasks();
      }
      while (setup.timers.length > 0) await setup.pass();
      let at = Math.min(start, 6);
      for (const { event } of setup.publications) {
        const [from, to] = getSpan(event);
        expect(from).toBe(at);
        expect(to).toBeGreaterThan(at);
        at = to;
      }
      expect(at).toBe(Math.max(setup.position, Math.min(start, 6)));
    }),
  );
});

function getSpan(event: Event): [from: number, to: number] {
  if (event.type === 'room_caught_up') return [event.from, event.to];
  const { seq } = event as Extract<Event, { seq: number }>;
  return [seq - 1, seq];
}
