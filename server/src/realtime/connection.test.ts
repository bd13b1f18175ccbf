import {
  CLOSE_CODE,
  type ErrorCode,
  MAX_OPEN_ROOMS,
  MAX_WATCHED_SUMMARIES,
  personTopic,
  roomTopic,
  summaryTopic,
} from '@snug/protocol';
import { expect, test } from 'vitest';
import { createTestConnection } from '../testing/fake-transport.ts';
import { createFrame } from './frame.ts';
import { createHeartbeat } from './heartbeats.ts';

const ROOM = roomTopic('a');
const MIB = 1024 * 1024;

test('H6 frames of one turn of the event loop leave in one write, in order', async () => {
  const { connection, transport, hub, clock, endTurn } = createTestConnection();
  void connection.subscribe(ROOM);
  connection.receive('{"id":1,"command":"a","input":{}}');
  for (const seq of [1, 2]) hub.publish([{ topic: ROOM, event: { type: 'heartbeat', rooms: { a: seq } } }]);
  clock.now += 10;
  connection.receive('{"id":2,"command":"b","input":{}}');
  expect(transport.writes).toEqual([]);
  await endTurn();
  expect(transport.writes).toHaveLength(1);
  expect(transport.sent).toEqual([
    { events: [{ type: 'heartbeat', rooms: { a: 1 } }] },
    { events: [{ type: 'heartbeat', rooms: { a: 2 } }] },
    { id: 1, ok: { did: 'a' } },
    { id: 2, ok: { did: 'b' } },
  ]);
  await endTurn();
  expect(transport.writes).toHaveLength(1);
});

test('H6 a result does not wait for the write scheduler, and queued events leave with it', async () => {
  const round: { flush(): void }[] = [];
  const { connection, transport, hub, endTurn } = createTestConnection({
    writes: { enqueue: member => round.push(member) },
  });
  void connection.subscribe(ROOM);
  hub.publish([{ topic: ROOM, event: { type: 'heartbeat', rooms: { a: 1 } } }]);
  await endTurn();
  expect(transport.writes).toEqual([]);
  connection.receive('{"id":1,"command":"a","input":{}}');
  await endTurn();
  const all = [{ events: [{ type: 'heartbeat', rooms: { a: 1 } }] }, { id: 1, ok: { did: 'a' } }];
  expect(transport.writes).toEqual([all]);
  for (const member of round) member.flush();
  expect(transport.writes).toEqual([all]);
});

test('H6 background frames leave with urgent ones, in one write and in order', async () => {
  const [round, backgroundRound]: { flush(): void }[][] = [[], []];
  const { connection, transport } = createTestConnection({
    writes: { enqueue: member => round?.push(member) },
    backgroundWrites: { enqueue: member => backgroundRound?.push(member) },
  });
  const answers = [1, 2, 3].map(id => ({ id, ok: {} }));
  const [one, two, three] = answers.map(answer => createFrame(answer));
  if (!(one && two && three)) return;
  connection.sendInBackground(one);
  connection.send(two);
  connection.sendInBackground(three);
  expect([round?.length, backgroundRound?.length]).toEqual([1, 1]);
  round?.[0]?.flush();
  backgroundRound?.[0]?.flush();
  expect(transport.writes).toEqual([answers]);
  connection.sendInBackground(one);
  connection.send(two);
  expect([round?.length, backgroundRound?.length]).toEqual([2, 2]);
});

test('H6 frames of the next turn leave in the next write', async () => {
  const { connection, transport, endTurn } = createTestConnection();
  for (const id of [1, 2]) {
    connection.send(createFrame({ id, ok: {} }));
    await endTurn();
  }
  expect(transport.writes).toEqual([[{ id: 1, ok: {} }], [{ id: 2, ok: {} }]]);
});

test('H3 a client with more than 1 MiB unread for 5 s is closed with 4429, one with 1 MiB is not', async () => {
  const { connection, transport, hub, clock, endTurn } = createTestConnection();
  void connection.subscribe(ROOM);
  const sendAt = async (at: number, unread: number) => {
    clock.now = at;
    transport.unread = unread;
    connection.send(createFrame({ id: 1, ok: {} }));
    await endTurn();
  };
  await sendAt(0, MIB);
  await sendAt(10_000, MIB + 1);
  await sendAt(15_000, MIB + 1);
  expect(transport.closed).toEqual([]);
  await sendAt(15_001, MIB + 1);
  expect(transport.closed).toEqual([CLOSE_CODE.slowConsumer]);
  hub.publish([{ topic: ROOM, event: { type: 'heartbeat', rooms: {} } }]);
  await endTurn();
  expect(transport.writes).toHaveLength(4);
});

test('H3 a client that catches up in between is not slow, and one with more than 8 MiB unread is closed immediately', async () => {
  const { connection, transport, clock, endTurn } = createTestConnection();
  const sendAt = async (at: number, unread: number) => {
    clock.now = at;
    transport.unread = unread;
    connection.send(createFrame({ id: 1, ok: {} }));
    await endTurn();
  };
  await sendAt(0, 2 * MIB);
  await sendAt(4_000, 0);
  await sendAt(8_000, 8 * MIB);
  expect(transport.closed).toEqual([]);
  await sendAt(8_001, 8 * MIB + 1);
  expect(transport.closed).toEqual([CLOSE_CODE.slowConsumer]);
});

test('H3 a connection that ends while its client is slow is closed once, and then sends and charges no more', async () => {
  const charged: number[] = [];
  const { connection, transport } = createTestConnection({
    resultEncoder: { encode: () => '{}', charge: (_uid, bytes) => charged.push(bytes) },
  });
  connection.send(createFrame({ id: 1, ok: {} }));
  transport.unread = 8 * MIB + 1;
  connection.close(CLOSE_CODE.restart);
  connection.close(CLOSE_CODE.restart);
  connection.sendEvents([{ type: 'heartbeat', rooms: {} }]);
  expect(transport.closed).toEqual([CLOSE_CODE.slowConsumer]);
  expect(charged).toEqual([]);
  expect(transport.writes).toHaveLength(1);
});

test('H3 bytes of the current write do not count as unread', async () => {
  const { connection, transport, endTurn } = createTestConnection({
    resultEncoder: { encode: () => JSON.stringify('x'.repeat(9 * MIB)), charge: () => {} },
  });
  connection.receive('{"id":1,"command":"a","input":{}}');
  transport.write = () => (transport.unread = 9 * MIB);
  await endTurn();
  expect(transport.closed).toEqual([]);
});

test('H1 the heartbeat timeout leaves a line of 8,000 bytes a second enough time for all written bytes', async () => {
  const { connection, transport, clock, endTurn } = createTestConnection();
  connection.send(createFrame({ text: 'x'.repeat(160_000) }));
  await endTurn();
  clock.now = 45_000;
  connection.heartbeat(createHeartbeat(new Map()));
  expect(transport.terminated).toBe(0);
  await endTurn();
  clock.now = 46_000;
  connection.heartbeat(createHeartbeat(new Map()));
  expect(transport.terminated).toBe(1);
});

test('H1 a connection that is silent for more than 25 s is terminated without a close frame', async () => {
  const { connection, transport, clock, endTurn } = createTestConnection();
  void connection.subscribe(ROOM);
  clock.now = 25_000;
  connection.heartbeat(createHeartbeat(new Map()));
  expect(transport.terminated).toBe(0);
  clock.now = 25_001;
  connection.heartbeat(createHeartbeat(new Map()));
  expect(transport.terminated).toBe(1);
  await endTurn();
  expect(transport.sent).toEqual([]);
  expect(connection.openRooms).toEqual([]);
});

test('H1 every received frame, including a pong, keeps the connection open', () => {
  const { connection, transport, clock } = createTestConnection();
  clock.now = 20_000;
  connection.onPong();
  clock.now = 40_000;
  connection.receive('{"id":1,"command":"a","input":{}}');
  clock.now = 65_000;
  connection.heartbeat(createHeartbeat(new Map()));
  expect(transport.terminated).toBe(0);
});

test('H1 a connection that the server does not read, because its commands run, is not silent', async () => {
  const gates: (() => void)[] = [];
  const { connection, transport, clock, endTurn } = createTestConnection({
    dispatch: () => new Promise(resolve => gates.push(() => resolve({}))),
  });
  for (let id = 0; id < 5; id++) connection.receive(`{"id":${id},"command":"catch_up","input":{}}`);
  for (let turn = 0; turn < 10; turn++) await endTurn();
  expect([gates.length, transport.isPaused]).toEqual([4, true]);
  for (clock.now = 10_000; clock.now < 60_000; clock.now += 10_000)
    connection.heartbeat(createHeartbeat(new Map()));
  expect(transport.terminated).toBe(0);
  for (let turn = 0; turn < 10; turn++) {
    for (const finish of gates.splice(0)) finish();
    await endTurn();
  }
  expect(transport.isPaused).toBe(false);
  clock.now += 25_001;
  connection.heartbeat(createHeartbeat(new Map()));
  expect(transport.terminated).toBe(1);
});

test('H1 a client that does not read is silent, also if its commands wait for that', async () => {
  const { connection, transport, clock, endTurn } = createTestConnection();
  transport.unread = MIB;
  connection.receive('{"id":1,"command":"a","input":{}}');
  await endTurn();
  expect(transport.isPaused).toBe(true);
  clock.now = 25_001;
  connection.heartbeat(createHeartbeat(new Map()));
  expect(transport.terminated).toBe(1);
});

test('C6 a heartbeat has the positions of the open rooms, and of no others', async () => {
  const { connection, transport, endTurn } = createTestConnection();
  for (const topic of ['room:a', 'room:b', 'list', 'room:c'] as const) void connection.subscribe(topic);
  connection.unsubscribe('room:c');
  connection.heartbeat(createHeartbeat(new Map(['a', 'b', 'c', 'd'].map((id, index) => [id, index + 1]))));
  await endTurn();
  expect(transport.sent).toEqual([{ events: [{ type: 'heartbeat', rooms: { a: 1, b: 2 } }] }]);
});

test('a connection has at most 100 rooms open, counts each once, and can open another after it closes one', async () => {
  const { connection } = createTestConnection();
  for (let room = 0; room < MAX_OPEN_ROOMS; room++) void connection.subscribe(roomTopic(String(room)));
  void connection.subscribe(roomTopic('0'));
  void connection.subscribe('list');
  const refusal: ErrorCode = 'limit_exceeded';
  await expect(connection.subscribe(roomTopic('one more'))).rejects.toMatchObject({ code: refusal });
  connection.unsubscribe(roomTopic('0'));
  void connection.subscribe(roomTopic('one more'));
  expect(connection.openRooms).toHaveLength(MAX_OPEN_ROOMS);
});

test('Y5 a connection receives no row of the list before its bans are read, and then a request to read the list', async () => {
  const { connection, transport, hub, endTurn } = createTestConnection();
  const rooms = [{ id: 'a', name: 'Room', createdAt: 0, seq: 0 }];
  const publish = () => hub.publish([{ topic: 'list', event: { type: 'list_changed', rooms, more: false } }]);
  for (let round = 0; round < 2; round++) {
    await connection.subscribe('list');
    publish();
    await connection.leaveOutBannedRooms(async () => new Set());
    await endTurn();
    connection.unsubscribe('list');
  }
  const unknown = { events: [{ type: 'list_changed', rooms: [], more: true }] };
  expect(transport.sent).toEqual([unknown, unknown]);
});

test('R3 a connection follows at most 500 rooms, and none of a request that exceeds this', async () => {
  const { connection, hub } = createTestConnection();
  const rooms = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, index) => `${from + index}`);
  void connection.watchRooms(rooms(0, MAX_WATCHED_SUMMARIES - 1), []);
  void connection.watchRooms(rooms(0, 100), []);
  const refusal: ErrorCode = 'limit_exceeded';
  await expect(connection.watchRooms(rooms(600, 602), [])).rejects.toMatchObject({ code: refusal });
  expect(hub.hasSubscribers(summaryTopic('600'))).toBe(false);
  void connection.watchRooms(rooms(600, 602), ['0']);
  expect(['0', '1', '600', '601'].map(id => hub.hasSubscribers(summaryTopic(id)))).toEqual([
    false,
    true,
    true,
    true,
  ]);
  connection.dispose();
  expect(hub.hasSubscribers(summaryTopic('1'))).toBe(false);
});

test('P2 a connection receives the changes of the people that it named last, and always of its own person', async () => {
  const { connection, transport, hub, endTurn } = createTestConnection();
  const receiveChanges = async () => {
    const uids = ['ann', 'ben', 'cleo'];
    hub.publish(
      uids.map(uid => ({
        topic: personTopic(uid),
        event: { type: 'profile_changed', person: { uid, name: uid, createdAt: 0, version: 1 } },
      })),
    );
    await endTurn();
    const events = transport.sent.flatMap(frame => ('events' in frame ? frame.events : []));
    transport.writes.length = 0;
    return events.map(event => event.type === 'profile_changed' && event.person.uid);
  };
  void connection.watchPeople([]);
  expect(await receiveChanges()).toEqual(['ann']);
  void connection.watchPeople(['ann', 'ben']);
  expect(await receiveChanges()).toEqual(['ann', 'ben']);
  void connection.watchPeople(['cleo']);
  expect(await receiveChanges()).toEqual(['ann', 'cleo']);
  connection.dispose();
  void connection.watchPeople(['ben']);
  expect(await receiveChanges()).toEqual([]);
});

test('H5 frames from before the close still leave, later ones do not', async () => {
  const { connection, transport, hub, endTurn } = createTestConnection();
  void connection.subscribe(ROOM);
  connection.send(createFrame({ id: 1, ok: {} }));
  connection.close(CLOSE_CODE.unauthenticated);
  connection.close(CLOSE_CODE.restart);
  connection.send(createFrame({ id: 2, ok: {} }));
  void connection.subscribe(ROOM);
  hub.publish([{ topic: ROOM, event: { type: 'heartbeat', rooms: {} } }]);
  await endTurn();
  expect(transport.sent).toEqual([{ id: 1, ok: {} }]);
  expect(transport.closed).toEqual([CLOSE_CODE.unauthenticated]);
});
