import { type Event, isRoomEvent, type RoomState, roomTopic } from '@snug/protocol';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Publication } from '../db/mutation.ts';
import { RoomFeed } from './room-feed.ts';

const ROOM = roomTopic('a');

function createStep(seq: number, roomId = 'a', name = ''): Publication {
  const event: Event = { type: 'admin_changed', roomId, seq, uid: name, admin: true };
  return { topic: roomTopic(roomId), event };
}

const VIEWER_COUNT: Publication = { topic: ROOM, event: { type: 'viewer_count', roomId: 'a', count: 1 } };

async function flushMicrotasks(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate);
}

/** A feed on a bus and a database in the hands of a test, which stands at `position`. */
function createTestFeed(position = 0) {
  const world = {
    position,
    delivered: [] as string[],
    publications: [] as Publication[],
    reads: [] as number[],
    timers: [] as { run: () => void; ms: number }[],
    failures: [] as unknown[],
    calls: [] as string[],
    isBroken: false,
    standing: Promise.resolve(),
  };
  const readState = async (): Promise<RoomState> => {
    if (world.isBroken) throw new Error('no disk');
    const room = { id: 'a', name: '', description: '', createdAt: 0, seq: world.position };
    return { room, admins: [], seq: world.position, reset: false, messages: [], hasOlder: false };
  };
  const feed = new RoomFeed({
    bus: {
      subscribe: topic => {
        world.calls.push(`+${topic}`);
        return world.standing;
      },
      unsubscribe: topic => void world.calls.push(`-${topic}`),
    },
    readPosition: async () => {
      world.calls.push('position');
      return world.position;
    },
    readSince: (_roomId, since) => {
      world.reads.push(since);
      return readState();
    },
    deliver: publications => {
      world.publications.push(...publications);
      world.delivered.push(...publications.map(({ event }) => getName(event)));
    },
    setTimer: (run, ms) => world.timers.push({ run, ms }),
    onFailure: error => world.failures.push(error),
  });
  /** Lets the time of all timers pass, and says how long each had. */
  const pass = async (): Promise<number[]> => {
    const due = world.timers.splice(0);
    for (const { run } of due) run();
    await flushMicrotasks();
    return due.map(({ ms }) => ms);
  };
  return Object.assign(world, { feed, pass });
}

function getName(event: Event): string {
  if (isRoomEvent(event)) return String(event.seq);
  return event.type === 'room_caught_up' ? `${event.from}-${event.to}` : event.type;
}

async function createOpenRoom(position = 0) {
  const world = createTestFeed(position);
  await world.feed.subscribe(ROOM);
  world.calls.length = 0;
  return world;
}

test('L2 steps in order are delivered at once, in the very list that came', async () => {
  const { feed, publications, delivered, timers } = await createOpenRoom(3);
  const batch = [createStep(4), VIEWER_COUNT, createStep(5)];
  feed.deliver(batch);
  expect(delivered).toEqual(['4', 'viewer_count', '5']);
  expect(publications).toEqual(batch);
  expect(timers).toEqual([]);
});

test('L2 a step that comes early waits for the one in front of it', async () => {
  const { feed, delivered, reads, pass } = await createOpenRoom();
  feed.deliver([createStep(3), VIEWER_COUNT, createStep(1), createStep(5)]);
  expect(delivered).toEqual(['viewer_count', '1']);
  feed.deliver([createStep(2)]);
  expect(delivered).toEqual(['viewer_count', '1', '2', '3']);
  feed.deliver([createStep(4)]);
  expect(delivered.slice(4)).toEqual(['4', '5']);
  await pass();
  expect(reads).toEqual([]);
});

test('L4 a step that comes twice is delivered once', async () => {
  const { feed, delivered } = await createOpenRoom(2);
  feed.deliver([createStep(2), createStep(3), createStep(3)]);
  feed.deliver([createStep(5), createStep(5), createStep(4), createStep(5), createStep(1)]);
  expect(delivered).toEqual(['3', '4', '5']);
});

test('C9 what did not come within 150 ms is read once, and what waited for it follows', async () => {
  const world = await createOpenRoom();
  const { feed, delivered, reads, pass } = world;
  feed.deliver([createStep(1), createStep(3), createStep(4)]);
  world.position = 3;
  expect(await pass()).toEqual([150]);
  expect(reads).toEqual([1]);
  expect(delivered).toEqual(['1', '1-3', '4']);
  expect(feed.getPosition('a')).toBe(4);
  feed.deliver([createStep(2), createStep(5)]);
  expect(delivered.slice(3)).toEqual(['5']);
});

test('C9 a gap behind a gap is filled, too', async () => {
  const world = await createOpenRoom();
  const { feed, delivered, pass } = world;
  feed.deliver([createStep(2), createStep(6)]);
  world.position = 3;
  await pass();
  world.position = 6;
  await pass();
  expect(delivered).toEqual(['0-3', '3-6']);
  expect(await pass()).toEqual([]);
});

test('C9 what comes while a gap is read is delivered in its place', async () => {
  const world = await createOpenRoom();
  const { feed, delivered, timers } = world;
  feed.deliver([createStep(2)]);
  world.position = 2;
  timers[0]?.run();
  feed.deliver([createStep(1)]);
  await flushMicrotasks();
  expect(delivered).toEqual(['1', '2']);
});

test('a gap that cannot be read is read again after a second', async () => {
  const world = await createOpenRoom();
  const { feed, delivered, failures, pass } = world;
  world.isBroken = true;
  feed.deliver([createStep(2)]);
  await pass();
  expect([failures.length, delivered]).toEqual([1, []]);
  Object.assign(world, { isBroken: false, position: 2 });
  expect(await pass()).toEqual([1_000]);
  expect(delivered).toEqual(['0-2']);
});

test('a hint is read at once, and what is only expected after its events had time to come', async () => {
  const world = await createOpenRoom();
  const { feed, delivered, pass } = world;
  world.position = 2;
  feed.hint('a', 2);
  await flushMicrotasks();
  expect(delivered).toEqual(['0-2']);
  feed.hint('a', 2);
  feed.expect('a', 3);
  feed.expect('a', 3);
  feed.deliver([createStep(3)]);
  expect(await pass()).toEqual([150]);
  feed.expect('a', 4);
  world.position = 4;
  expect(await pass()).toEqual([150]);
  expect(delivered).toEqual(['0-2', '3', '3-4']);
});

test('C1 a room that is opened is subscribed to first, and read then; what comes meanwhile is not lost', async () => {
  const world = createTestFeed(4);
  const { promise, resolve } = Promise.withResolvers<void>();
  world.standing = promise;
  const { feed, calls, delivered } = world;
  const standing = feed.subscribe(ROOM);
  feed.deliver([createStep(6), createStep(4)]);
  expect(calls).toEqual(['+room:a']);
  expect(feed.getPosition('a')).toBeUndefined();
  world.position = 5;
  resolve();
  await standing;
  expect(calls).toEqual(['+room:a', 'position']);
  expect(delivered).toEqual(['4', '6']);
});

test('a room that is closed while it is opened, and opened again, is followed once', async () => {
  const { feed, calls, delivered } = createTestFeed(1);
  const opening = [feed.subscribe(ROOM)];
  feed.unsubscribe(ROOM);
  opening.push(feed.subscribe(ROOM));
  feed.deliver([createStep(2)]);
  await Promise.all(opening);
  expect(calls.slice(0, 3)).toEqual(['+room:a', '-room:a', '+room:a']);
  expect(delivered).toEqual(['2']);
});

test('of a room that nobody has open everything is passed on, and nothing is read', async () => {
  const { feed, delivered, timers } = await createOpenRoom();
  feed.deliver([createStep(7, 'b'), createStep(9, 'b')]);
  feed.deliver([createStep(2)]);
  feed.unsubscribe(ROOM);
  for (const { run } of timers) run();
  feed.deliver([createStep(5)]);
  expect(delivered).toEqual(['7', '9', '5']);
});

test('what is held has a bound, and what is dropped beyond it is read', async () => {
  const world = await createOpenRoom();
  const { feed, delivered, pass } = world;
  const long = 'x'.repeat(1024 * 1024);
  feed.deliver(Array.from({ length: 20 }, (_, index) => createStep(index + 2, 'a', long)));
  feed.deliver([createStep(1)]);
  expect(delivered).toHaveLength(8);
  world.position = 21;
  await pass();
  expect(delivered.at(-1)).toBe('8-21');
});

test('C9 L2 whatever the bus does, each step is delivered once, in order, or is in a gap that was read', async () => {
  const anything = fc.array(fc.record({ seq: fc.integer({ min: 1, max: 12 }), pass: fc.boolean() }));
  await fc.assert(
    fc.asyncProperty(anything, fc.nat(12), async (moves, start) => {
      const world = await createOpenRoom(Math.min(start, 6));
      for (const { seq, pass } of moves) {
        world.position = Math.max(world.position, seq);
        world.feed.deliver([createStep(seq)]);
        if (pass) await world.pass();
      }
      while (world.timers.length > 0) await world.pass();
      let at = Math.min(start, 6);
      for (const { event } of world.publications) {
        const [from, to] = getSpan(event);
        expect(from).toBe(isRoomEvent(event) ? at : Math.min(from, at));
        expect(to).toBeGreaterThan(at);
        at = to;
      }
      expect(at).toBe(Math.max(world.position, Math.min(start, 6)));
    }),
  );
});

function getSpan(event: Event): [from: number, to: number] {
  if (event.type === 'room_caught_up') return [event.from, event.to];
  const { seq } = event as Extract<Event, { seq: number }>;
  return [seq - 1, seq];
}
