import {
  CLOSE_CODE,
  HEARTBEAT_INTERVAL_MS,
  PROTOCOL_VERSION,
  parseRetryAfter,
  personTopic,
  roomTopic,
  sessionTopic,
} from '@snug/protocol';
import { expect, test } from 'vitest';
import type { OnlinePerson } from '../presence/presence-tracker.ts';
import { findPerson } from '../profiles/person.ts';
import { readPositions } from '../rooms/room-store.ts';
import { createTestRoom, sendMany } from '../testing/database.ts';
import { FakeTransport } from '../testing/fake-transport.ts';
import { LocalBus } from './bus.ts';
import { ConnectionRegistry } from './connection-registry.ts';
import { Hub } from './hub.ts';
import { RoomFeed } from './room-feed.ts';
import type { Flushable } from './write-scheduler.ts';

async function createRegistry() {
  const { db, uid, roomId } = await createTestRoom();
  const me = await findPerson(db, uid);
  if (!me) throw new Error('no such person');
  const beats: { run: () => void; ms: number; stopped: boolean }[] = [];
  const failures: unknown[] = [];
  const bus = new LocalBus();
  const timers: (() => void)[] = [];
  const published: object[] = [];
  const feed = new RoomFeed({
    bus,
    readPosition: async id => (await readPositions(db, [id])).get(id),
    readSince: async id => ({ ...EMPTY, seq: (await readPositions(db, [id])).get(id) ?? 0 }),
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
  /** Sessions that have ended without a word. */
  const over = new Set<string>();
  const clock = { now: 0 };
  const here = new Set<OnlinePerson>();
  const writes = { enqueue: (member: Flushable) => void setImmediate(() => member.flush()) };
  const all = new ConnectionRegistry({
    hub,
    roomViewers: { enter: () => {}, leave: () => {} },
    dispatch: async () => ({}),
    resultEncoder: { encode: () => '{}', charge: () => {} },
    sendBufferBudget: { set: () => {}, isExceeded: () => false },
    now: () => clock.now,
    defer: setImmediate,
    setTimer: () => {},
    writes,
    backgroundWrites: writes,
    read: db,
    feed,
    findActive: async sessionIds => new Set(sessionIds.filter(id => !over.has(id))),
    presenceTracker: { enter: visit => here.add(visit), leave: visit => here.delete(visit) },
    epoch: 'epoch',
    repeat: (run, ms) => {
      const beat = { run, ms, stopped: false };
      beats.push(beat);
      return () => (beat.stopped = true);
    },
    onFailure: error => failures.push(error),
  });
  const accept = (sessionId: string) => {
    const transport = new FakeTransport();
    return { transport, connection: all.accept(me, sessionId, transport) };
  };
  /** What happens within ten seconds. */
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
    all,
    accept,
    beats,
    beatAll,
    failures,
    here,
    clock,
    over,
    timers,
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

test('T3 the first event on a connection is connected, whatever happens at the same time', async () => {
  const { accept, hub, me } = await createRegistry();
  const { transport } = accept('s');
  hub.publish([{ topic: personTopic(me.uid), event: { type: 'heartbeat', rooms: {} } }]);
  await expect.poll(() => transport.sent).toHaveLength(2);
  expect(transport.sent[0]).toEqual({
    events: [{ type: 'connected', version: PROTOCOL_VERSION, epoch: 'epoch', me }],
  });
});

test('R3 a connection listens to the list of rooms when it asks to, until it ends', async () => {
  const { accept, all, hub } = await createRegistry();
  const [one, two, three] = [accept('s'), accept('s'), accept('s')];
  for (const { connection } of [one, two]) void connection.subscribe('list');
  await expect.poll(() => two.transport.sent).toHaveLength(1);
  all.remove(two.connection);
  hub.publish([{ topic: 'list', event: { type: 'heartbeat', rooms: {} } }]);
  await expect.poll(() => one.transport.sent).toHaveLength(2);
  expect([two, three].map(({ transport }) => transport.sent.length)).toEqual([1, 1]);
});

test('C6 every 10 s each connection is told how far its open rooms are', async () => {
  const { accept, beatAll, db, uid, roomId } = await createRegistry();
  const [one, two] = [accept('s'), accept('s')];
  await sendMany(db, uid, roomId, 3);
  await one.connection.subscribe(roomTopic(roomId));
  beatAll();
  await expect.poll(() => two.transport.sent).toHaveLength(2);
  expect(one.transport.sent[1]).toEqual({ events: [{ type: 'heartbeat', rooms: { [roomId]: 3 } }] });
  expect(two.transport.sent[1]).toEqual({ events: [{ type: 'heartbeat', rooms: {} }] });
});

test('C6 C9 a heartbeat says how far a room was delivered here; what is missing of it is read for all', async () => {
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

test('C6 the hearts of a crowd do not beat all at once, and each beats once in 10 s', async () => {
  const { accept, beats } = await createRegistry();
  const transports = Array.from({ length: 25 }, (_, index) => accept(String(index)).transport);
  const beatenOf = () => transports.map(({ sent }) => sent.length - 1);
  await expect.poll(beatenOf).toEqual(transports.map(() => 0));
  const perBeat: number[] = [];
  for (let beat = 1; beat <= 20; beat++) {
    const before = sum(beatenOf());
    beats[0]?.run();
    await expect.poll(() => sum(beatenOf()), { interval: 1 }).toBeGreaterThan(before);
    perBeat.push(sum(beatenOf()) - before);
  }
  expect(beatenOf()).toEqual(transports.map(() => 2));
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

test('H5 P3 a session that ends before its end can be received here is found out, and nobody is online by it', async () => {
  const { accept, over, here } = await createRegistry();
  over.add('s');
  const { transport } = accept('s');
  await expect.poll(() => transport.closed).toEqual([4401]);
  expect(here.size).toBe(0);
});

test('what a connection has to listen to and cannot closes it', async () => {
  const { accept, bus, failures, here } = await createRegistry();
  bus.subscribe = () => Promise.reject(new Error('no bus'));
  const { transport } = accept('s');
  await expect.poll(() => transport.closed).toEqual([CLOSE_CODE.internal]);
  expect([failures.length, here.size]).toEqual([1, 0]);
});

test('H5 a session that ended without a word is closed at the next heartbeat, and cannot come back', async () => {
  const { accept, beatAll, over } = await createRegistry();
  const [one, two, other] = [accept('s'), accept('s'), accept('t')];
  over.add('s');
  beatAll();
  await expect.poll(() => one.transport.closed).toEqual([4401]);
  expect([two, other].map(({ transport }) => transport.closed)).toEqual([[4401], []]);
  const again = accept('s').transport;
  await expect.poll(() => again.closed).toEqual([4401]);
});

test('H4 a server that stops tells every connection, and beats no more', async () => {
  const { accept, all, beats } = await createRegistry();
  const { transport } = accept('s');
  all.close();
  expect(transport.closed).toEqual([CLOSE_CODE.restart]);
  expect(beats.map(({ stopped }) => stopped)).toEqual([true]);
});

test('H7 a server that stops wants a crowd back spread out, and a few at once', async () => {
  for (const [count, reason] of [
    [999, undefined],
    [1_000, 'retry after 1'],
    [5_000, 'retry after 5'],
  ] as const) {
    const { accept, all } = await createRegistry();
    const transports = Array.from({ length: count }, (_, index) => accept(String(index)).transport);
    all.close();
    expect(new Set(transports.map(({ closeReason }) => closeReason))).toEqual(new Set([reason]));
    expect(parseRetryAfter(CLOSE_CODE.restart, reason ?? '')).toBe(reason && count / 1_000);
  }
});

test('P4 somebody is here as long as a connection of theirs can be told anything', async () => {
  const { accept, all, end, here, uid } = await createRegistry();
  const [one, two, three] = [accept('s'), accept('t'), accept('s')];
  await expect.poll(() => here.size).toBe(3);
  expect([...here].map(visit => [visit.uid, visit.sessionId])).toEqual([
    [uid, 's'],
    [uid, 't'],
    [uid, 's'],
  ]);
  all.remove(three.connection);
  one.connection.close(CLOSE_CODE.slowConsumer);
  expect([...here]).toEqual([two.connection]);
  end('t');
  expect(here.size).toBe(0);
});

test('H1 P4 who falls silent is not here any more, and was heard of 35 s ago at most', async () => {
  const { accept, beatAll, here, clock } = await createRegistry();
  const { transport } = accept('s');
  await expect.poll(() => here.size).toBe(1);
  for (clock.now = 0; clock.now < 35_000 && here.size > 0; ) {
    clock.now += HEARTBEAT_INTERVAL_MS;
    beatAll();
    await expect
      .poll(() => transport.sent.length - 1 + transport.terminated)
      .toBe(clock.now / HEARTBEAT_INTERVAL_MS);
  }
  expect([clock.now <= 35_000, here.size, transport.terminated]).toEqual([true, 0, 1]);
});

test('a heartbeat that cannot be read is reported and ends nothing', async () => {
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
