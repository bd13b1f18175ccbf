import {
  CLOSE_CODE,
  HEARTBEAT_INTERVAL_MS,
  PROTOCOL_VERSION,
  parseRetryAfter,
  personTopic,
  roomTopic,
  sessionTopic,
  viewersTopic,
} from '@snug/protocol';
import { expect, test } from 'vitest';
import { readPositions } from '../chat/rooms/room-access-store.ts';
import { LocalBus } from '../cluster/bus/local-bus.ts';
import type { Dispatch } from '../commands/dispatch.ts';
import { TimedTurns } from '../limits/timed-turns.ts';
import type { OnlinePerson } from '../people/presence/presence-tracker.ts';
import { findPerson } from '../people/profiles/person.ts';
import { createTestRoom, sendMany } from '../testing/database.ts';
import { FakeTransport } from '../testing/fake-transport.ts';
import { ConnectionRegistry } from './connection-registry.ts';
import { Hub } from './hub.ts';
import { RoomFeed } from './room-feed.ts';
import type { Flushable } from './write-scheduler.ts';

async function createRegistry({ dispatch = async () => ({}) }: { dispatch?: Dispatch } = {}) {
  const { db, uid, roomId } = await createTestRoom();
  const me = await findPerson(db, uid);
  if (!me) throw new Error('no such person');
  const beats: { run: () => void; ms: number; stopped: boolean }[] = [];
  const failures: unknown[] = [];
  const bus = new LocalBus();
  const timers: (() => void)[] = [];
  const sleeps: number[] = [];
  const published: object[] = [];
  const feed = new RoomFeed({
    bus,
    readPosition: async id => (await readPositions(db, [id])).get(id),
    findReaders: async () => new Set(),
    readSince: async id => ({ ...EMPTY, seq: (await readPositions(db, [id])).get(id) ?? 0 }),
    recheckAccess: async () => {},
    deliver(publications) {
      for (const { event } of publications)
        if (event.type === 'room_caught_up')
          published.push({ type: event.type, from: event.from, to: event.to });
      hub.publish(publications);
    },
    setTimer: run => timers.push(run),
    onFailure: () => {},
  });
  bus.start(feed);
  const hub = new Hub(feed);
  const end = (sessionId: string) =>
    bus.publish([{ topic: sessionTopic(sessionId), event: { type: 'session_ended' } }]);
  /** Sessions that have ended without an event. */
  const endedSessions = new Set<string>();
  const checkedSessions: (readonly string[])[] = [];
  const clock = { now: 0 };
  const online = new Set<OnlinePerson>();
  const writes = { enqueue: (member: Flushable) => void setImmediate(() => member.flush()) };
  const registry = new ConnectionRegistry({
    maxFileBytes: 1,
    isSearchOff: false,
    isPushOff: false,
    checkGuest: () => {},
    hub,
    roomViewers: { enter: () => {}, leave: () => {} },
    active: { set: () => {} },
    dispatch,
    resultEncoder: { encode: () => '{}', charge: () => {} },
    sendBufferBudget: { set: () => {}, isExceeded: () => false },
    now: () => clock.now,
    defer: setImmediate,
    setTimer: (run, ms) => {
      sleeps.push(ms);
      setImmediate(run);
    },
    heldCommands: new TimedTurns({ maxMs: 1, now: () => clock.now, defer: setImmediate }),
    largeFrames: { waitForTurn: async () => {} },
    writes,
    backgroundWrites: writes,
    read: db,
    feed,
    findActive: async sessionIds => {
      checkedSessions.push(sessionIds);
      return new Set(sessionIds.filter(id => !endedSessions.has(id)));
    },
    presenceTracker: {
      enter: connection => online.add(connection),
      leave: connection => online.delete(connection),
    },
    epoch: 'epoch',
    tokenExpiry: { add: () => {}, remove: () => {} },
    repeat: (run, ms) => {
      const beat = { run, ms, stopped: false };
      beats.push(beat);
      return () => (beat.stopped = true);
    },
    onFailure: error => failures.push(error),
  });
  const accept = (sessionId: string) => {
    const transport = new FakeTransport();
    return { transport, connection: registry.accept(me, sessionId, transport) };
  };
  /** Runs the heartbeats of ten seconds. */
  const beatAll = () => {
    for (let ms = 0; ms < HEARTBEAT_INTERVAL_MS; ms += beats[0]?.ms ?? HEARTBEAT_INTERVAL_MS) beats[0]?.run();
  };
  return {
    db,
    uid,
    roomId,
    me,
    bus,
    hub,
    end,
    registry,
    accept,
    beats,
    beatAll,
    failures,
    online,
    clock,
    endedSessions,
    checkedSessions,
    timers,
    sleeps,
    published,
  };
}

const EMPTY = {
  room: { id: '', name: '', description: '', createdAt: 0, seq: 0 },
  admins: [],
  reset: false,
  messages: [],
  hasOlder: false,
};

test('T3 the first event on a connection is connected, even if others are published at the same time', async () => {
  const { accept, hub, me } = await createRegistry();
  const { transport } = accept('s');
  hub.publish([{ topic: personTopic(me.uid), event: { type: 'heartbeat', rooms: {} } }]);
  await expect.poll(() => transport.sent).toHaveLength(2);
  expect(transport.sent[0]).toEqual({
    events: [{ type: 'connected', version: PROTOCOL_VERSION, epoch: 'epoch', me, maxFileBytes: 1 }],
  });
});

test("C1 a connection runs no command before it is subscribed to its person's own events", async () => {
  const { accept, bus } = await createRegistry();
  const opening = Promise.withResolvers<void>();
  bus.subscribe = () => opening.promise;
  const { transport, connection } = accept('s');
  for (const id of [1, 2]) connection.receive(JSON.stringify({ id, command: 'list_joined', input: {} }));
  await expect.poll(() => transport.sent).toHaveLength(1);
  opening.resolve();
  await expect.poll(() => transport.sent.slice(1)).toEqual([1, 2].map(id => ({ id, ok: {} })));
});

test('R3 a connection receives the room list from its subscription until it ends', async () => {
  const { accept, registry, hub } = await createRegistry();
  const [one, two, three] = [accept('s'), accept('s'), accept('s')];
  for (const { connection } of [one, two]) {
    void connection.subscribe('list');
    await connection.leaveOutBannedRooms(async () => new Set());
  }
  await expect.poll(() => two.transport.sent).toHaveLength(1);
  registry.remove(two.connection);
  hub.publish([{ topic: 'list', event: { type: 'heartbeat', rooms: {} } }]);
  await expect.poll(() => one.transport.sent).toHaveLength(2);
  expect([two, three].map(({ transport }) => transport.sent.length)).toEqual([1, 1]);
});

test('C6 every 10 s each connection receives the positions of its open rooms', async () => {
  const { accept, beatAll, db, uid, roomId } = await createRegistry();
  const [one, two] = [accept('s'), accept('s')];
  await sendMany(db, uid, roomId, 3);
  await one.connection.subscribe(roomTopic(roomId));
  beatAll();
  await expect.poll(() => two.transport.sent).toHaveLength(2);
  expect(one.transport.sent[1]).toEqual({ events: [{ type: 'heartbeat', rooms: { [roomId]: 3 } }] });
  expect(two.transport.sent[1]).toEqual({ events: [{ type: 'heartbeat', rooms: {} }] });
});

test('C6 C9 a heartbeat has the position delivered on this node, and the feed reads missing events once for all', async () => {
  const { accept, beatAll, db, uid, roomId, timers, published } = await createRegistry();
  const { connection, transport } = accept('s');
  await sendMany(db, uid, roomId, 1);
  await connection.subscribe(roomTopic(roomId));
  await sendMany(db, uid, roomId, 2);
  beatAll();
  await expect.poll(() => transport.sent).toHaveLength(2);
  expect(transport.sent[1]).toEqual({ events: [{ type: 'heartbeat', rooms: { [roomId]: 1 } }] });
  for (const run of timers) run();
  await expect.poll(() => published).toEqual([{ type: 'room_caught_up', from: 1, to: 3 }]);
});

test('C9 a heartbeat compares a room of which only the viewers are watched, and reports no position of it', async () => {
  const { accept, beatAll, db, uid, roomId, timers, published } = await createRegistry();
  const { connection, transport } = accept('s');
  await sendMany(db, uid, roomId, 1);
  await connection.subscribe(viewersTopic(roomId));
  await sendMany(db, uid, roomId, 2);
  beatAll();
  await expect.poll(() => transport.sent).toHaveLength(2);
  expect(transport.sent[1]).toEqual({ events: [{ type: 'heartbeat', rooms: {} }] });
  for (const run of timers) run();
  await expect.poll(() => published).toEqual([{ type: 'room_caught_up', from: 1, to: 3 }]);
});

test('C6 the heartbeats of many connections are spread, and each connection gets one in 10 s', async () => {
  const { accept, beats } = await createRegistry();
  const transports = Array.from({ length: 25 }, (_, index) => accept(String(index)).transport);
  const countHeartbeats = () => transports.map(({ sent }) => sent.length - 1);
  await expect.poll(countHeartbeats).toEqual(transports.map(() => 0));
  const perBeat: number[] = [];
  for (let beat = 1; beat <= 20; beat++) {
    const before = sum(countHeartbeats());
    beats[0]?.run();
    await expect.poll(() => sum(countHeartbeats()), { interval: 1 }).toBeGreaterThan(before);
    perBeat.push(sum(countHeartbeats()) - before);
  }
  expect(countHeartbeats()).toEqual(transports.map(() => 2));
  expect(beats.map(({ ms }) => ms)).toEqual([HEARTBEAT_INTERVAL_MS / 10]);
  expect(Math.max(...perBeat)).toBe(3);
});

test('H5 the end of a session closes its sockets, and no others', async () => {
  const { accept, end } = await createRegistry();
  const [one, two, other] = [accept('s'), accept('s'), accept('t')];
  end('s');
  expect([one, two, other].map(({ transport }) => transport.closed)).toEqual([[4401], [4401], []]);
  expect(one.transport.sent.at(-1)).toEqual({ events: [{ type: 'session_ended' }] });
});

test('H5 P3 a session that ends before its connection subscribes closes the connection, and nobody comes online', async () => {
  const { accept, endedSessions, online } = await createRegistry();
  endedSessions.add('s');
  const { transport } = accept('s');
  await expect.poll(() => transport.closed).toEqual([4401]);
  expect(online.size).toBe(0);
});

test('H5 a command that ends the session of its new connection has its result before the connection closes', async () => {
  const running = Promise.withResolvers<object>();
  const { accept, endedSessions, checkedSessions } = await createRegistry({
    dispatch() {
      endedSessions.add('s');
      return running.promise;
    },
  });
  const { transport, connection } = accept('s');
  connection.receive(JSON.stringify({ id: 1, command: 'sign_out_everywhere', input: {} }));
  await expect.poll(() => [endedSessions.size, checkedSessions.length]).toEqual([1, 1]);
  await new Promise(setImmediate);
  expect(transport.closed).toEqual([]);
  running.resolve({});
  await expect.poll(() => transport.closed).toEqual([CLOSE_CODE.unauthenticated]);
  expect(transport.sent.slice(1)).toEqual([{ id: 1, ok: {} }]);
});

test('H5 a check closes the connections of ended sessions between heartbeats, and no others', async () => {
  const { accept, registry, endedSessions } = await createRegistry();
  const [one, other] = [accept('one'), accept('other')];
  endedSessions.add('one');
  await registry.closeEndedSessions();
  expect([one, other].map(({ transport }) => transport.closed)).toEqual([[CLOSE_CODE.unauthenticated], []]);
});

test('H5 a connection whose session has ended receives no events while its last command runs, and then its result', async () => {
  const running = Promise.withResolvers<object>();
  const { accept, bus, hub, registry, endedSessions, roomId } = await createRegistry({
    dispatch: () => running.promise,
  });
  const { transport, connection } = accept('s');
  await connection.subscribe(roomTopic(roomId));
  await new Promise(setImmediate);
  connection.receive(JSON.stringify({ id: 1, command: 'slow', input: {} }));
  endedSessions.add('s');
  await registry.closeEndedSessions();
  bus.publish([{ topic: roomTopic(roomId), event: { type: 'viewer_count', roomId, count: 1 } }]);
  expect([transport.closed, hub.hasSubscribers(roomTopic(roomId))]).toEqual([[], false]);
  await connection.subscribe(roomTopic(roomId));
  expect(connection.openRooms).toEqual([]);
  running.resolve({});
  await expect.poll(() => transport.closed).toEqual([CLOSE_CODE.unauthenticated]);
  expect(transport.sent.slice(1)).toEqual([{ id: 1, ok: {} }]);
});

test('a failed subscription of a new connection closes it', async () => {
  const { accept, bus, failures, online } = await createRegistry();
  bus.subscribe = () => Promise.reject(new Error('no bus'));
  const { transport } = accept('s');
  await expect.poll(() => transport.closed).toEqual([CLOSE_CODE.internal]);
  expect([failures.length, online.size]).toEqual([1, 0]);
});

test('H5 a session that ends without an event loses its sockets at the next heartbeat, and cannot reconnect', async () => {
  const { accept, beatAll, endedSessions } = await createRegistry();
  const [one, two, other] = [accept('s'), accept('s'), accept('t')];
  endedSessions.add('s');
  beatAll();
  await expect.poll(() => one.transport.closed).toEqual([4401]);
  expect([two, other].map(({ transport }) => transport.closed)).toEqual([[4401], []]);
  const again = accept('s').transport;
  await expect.poll(() => again.closed).toEqual([4401]);
});

test('H4 connections that close gradually leave in waves, no faster than the rate', async () => {
  const { accept, registry, sleeps } = await createRegistry();
  const transports = Array.from({ length: 7 }, (_, index) => accept(`session ${index}`).transport);
  sleeps.length = 0;
  const closing = registry.closeGradually(30);
  expect(registry.isClosing).toBe(true);
  await closing;
  expect(sleeps.filter(ms => ms === 100)).toHaveLength(2);
  expect(transports.flatMap(({ closed }) => closed)).toEqual(transports.map(() => CLOSE_CODE.restart));
});

test('H4 a stopping server closes every connection and ends the heartbeats', async () => {
  const { accept, registry, beats } = await createRegistry();
  const { transport } = accept('s');
  registry.close();
  expect(transport.closed).toEqual([CLOSE_CODE.restart]);
  expect(beats.map(({ stopped }) => stopped)).toEqual([true]);
});

test('H7 a stopping server spreads the reconnects of many clients, but not those of a few', async () => {
  for (const [count, reason] of [
    [999, undefined],
    [1_000, 'retry after 1'],
    [5_000, 'retry after 5'],
  ] as const) {
    const { accept, registry } = await createRegistry();
    const transports = Array.from({ length: count }, (_, index) => accept(String(index)).transport);
    registry.close();
    expect(new Set(transports.map(({ closeReason }) => closeReason))).toEqual(new Set([reason]));
    expect(parseRetryAfter(CLOSE_CODE.restart, reason ?? '')).toBe(reason && count / 1_000);
  }
});

test('H7 clients that reconnect together have their sessions checked with one read', async () => {
  const { accept, checkedSessions, endedSessions, online } = await createRegistry();
  endedSessions.add('1');
  const connections = ['0', '1', '2', '2'].map(accept);
  await expect.poll(() => online.size).toBe(3);
  expect(connections.map(({ transport }) => transport.closed)).toEqual([[], [4401], [], []]);
  expect(checkedSessions).toEqual([['0', '1', '2']]);
});

test('P4 a person is online while one of their connections is open', async () => {
  const { accept, registry, end, online, uid } = await createRegistry();
  const [one, two, three] = [accept('s'), accept('t'), accept('s')];
  await expect.poll(() => online.size).toBe(3);
  expect([...online].map(connection => [connection.uid, connection.sessionId])).toEqual([
    [uid, 's'],
    [uid, 't'],
    [uid, 's'],
  ]);
  registry.remove(three.connection);
  one.connection.close(CLOSE_CODE.slowConsumer);
  expect([...online]).toEqual([two.connection]);
  end('t');
  expect(online.size).toBe(0);
});

test('H1 P4 a silent connection counts as online for at most 35 s', async () => {
  const { accept, beatAll, online, clock } = await createRegistry();
  const { transport } = accept('s');
  await expect.poll(() => online.size).toBe(1);
  for (clock.now = 0; clock.now < 35_000 && online.size > 0; ) {
    clock.now += HEARTBEAT_INTERVAL_MS;
    beatAll();
    await expect
      .poll(() => transport.sent.length - 1 + transport.terminated)
      .toBe(clock.now / HEARTBEAT_INTERVAL_MS);
  }
  expect([clock.now <= 35_000, online.size, transport.terminated]).toEqual([true, 0, 1]);
});

test('a heartbeat that fails to read positions reports the error and closes no connection', async () => {
  const { accept, beatAll, db, failures } = await createRegistry();
  const { connection, transport } = accept('s');
  void connection.subscribe(roomTopic('a'));
  await db.destroy();
  beatAll();
  await expect.poll(() => failures).toHaveLength(1);
  expect(transport.closed).toEqual([]);
});

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
