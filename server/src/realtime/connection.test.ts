import {
  CLOSE_CODE,
  CommandError,
  type ErrorCode,
  type EventOf,
  MAX_OPEN_ROOMS,
  MAX_WATCHED_SUMMARIES,
  MAX_WATCHED_SUMMARIES_PER_CALL,
  personTopic,
  roomTopic,
  summaryTopic,
} from '@snug/protocol';
import { expect, test } from 'vitest';
import { newId } from '../ids.ts';
import { MAX_BUFFERED_BYTES, SendBufferBudget } from '../limits/send-buffer-budget.ts';
import { createTestConnection } from '../testing/fake-transport.ts';
import type { ConnectionOptions } from './connection.ts';
import { createFrame } from './frame.ts';
import { createHeartbeat } from './heartbeats.ts';

const ROOM = roomTopic('a');
const MIB = 1024 * 1024;

test("T2 a result has the id of its command's frame", async () => {
  const { connection, transport, endTurn } = createTestConnection();
  connection.receive('{"id":7,"command":"list_rooms","input":{}}');
  await endTurn();
  expect(transport.sent).toEqual([{ id: 7, ok: { did: 'list_rooms' } }]);
});

test('T2 E3 an error has a code, a message and retry, and nothing else', async () => {
  const { connection, transport, endTurn } = createTestConnection({
    dispatch: () => Promise.reject(new CommandError('not_found', 'No such room')),
  });
  connection.receive('{"id":-7,"command":"open_room","input":null}');
  await endTurn();
  const error = { code: 'not_found', message: 'No such room', retry: false };
  expect(transport.sent).toEqual([{ id: -7, error }]);
});

test('T2 a quick command does not wait for a slow one', async () => {
  const slow = Promise.withResolvers<unknown>();
  const dispatch: ConnectionOptions['dispatch'] = async (_caller, command) =>
    command === 'slow' ? slow.promise : 'quick';
  const { connection, transport, endTurn } = createTestConnection({ dispatch });
  connection.receive('{"id":1,"command":"slow","input":{}}');
  connection.receive('{"id":2,"command":"quick","input":{}}');
  await endTurn();
  slow.resolve('slow');
  await endTurn();
  expect(transport.sent).toEqual([
    { id: 2, ok: 'quick' },
    { id: 1, ok: 'slow' },
  ]);
});

test('Q5 a hundred rate_limited errors in a row close the connection with a retry time', async () => {
  const { connection, transport, timers, endTurn } = createTestConnection({
    dispatch: async (_, command) => {
      if (command === 'more') throw new CommandError('rate_limited', 'Slow down', 1);
    },
  });
  const sendCommand = async (command: string, times: number) => {
    for (let time = 0; time < times; time++)
      connection.receive(JSON.stringify({ id: 1, command, input: {} }));
    for (let time = 0; time < 2 * times; time++) {
      await endTurn();
      for (const { run } of timers.splice(0)) run();
    }
  };
  await sendCommand('more', 100);
  await sendCommand('one', 1);
  await sendCommand('more', 100);
  expect(transport.closed).toEqual([]);
  await sendCommand('more', 1);
  expect([transport.closed, transport.closeReason]).toEqual([[CLOSE_CODE.tryLater], 'retry after 30']);
});

test('Q5 after a rate_limited error the socket is not read for 200 ms, and then the next command runs', async () => {
  const ran: string[] = [];
  const { connection, transport, timers, endTurn } = createTestConnection({
    dispatch: async (_, command) => {
      ran.push(command);
      throw new CommandError('rate_limited', 'Slow down', 1);
    },
  });
  const sendCommand = (command: string) => connection.receive(JSON.stringify({ id: 1, command, input: {} }));
  sendCommand('first');
  await endTurn();
  sendCommand('second');
  await endTurn();
  expect(ran).toEqual(['first']);
  expect(transport.isPaused).toBe(true);
  const [timer] = timers.splice(0);
  expect(timer?.ms).toBe(200);
  timer?.run();
  await endTurn();
  expect(ran).toEqual(['first', 'second']);
  expect(transport.isPaused).toBe(false);
});

test('a command runs as the person of the connection', async () => {
  const callers: unknown[] = [];
  const dispatch: ConnectionOptions['dispatch'] = async ({ uid }, command, input) => {
    callers.push([uid, command, input]);
  };
  const { connection } = createTestConnection({ uid: 'bob', dispatch });
  connection.receive('{"id":1,"command":"list_rooms","input":{"uid":"ann"}}');
  expect(callers).toEqual([['bob', 'list_rooms', { uid: 'ann' }]]);
});

const BAD_FRAMES = [
  '',
  'hello',
  '{',
  'null',
  '[]',
  '"text"',
  '{}',
  '{"id":"1","command":"list_rooms","input":{}}',
  '{"id":1.5,"command":"list_rooms","input":{}}',
  '{"id":1,"input":{}}',
  '{"id":1,"command":"list_rooms","input":{},"more":1}',
  '{"events":[]}',
];
for (const text of BAD_FRAMES) {
  test(`T5 the frame ${text || '(empty)'} closes the connection with 1007 and does nothing`, async () => {
    const done: string[] = [];
    const { connection, transport, endTurn } = createTestConnection({
      dispatch: async (_, command) => done.push(command),
    });
    connection.receive(text);
    await endTurn();
    expect(transport.closed).toEqual([CLOSE_CODE.invalidFrame]);
    expect(transport.sent).toEqual([]);
    expect(done).toEqual([]);
  });
}

test('T5 H5 a frame after the close is ignored', async () => {
  const done: string[] = [];
  const { connection, endTurn } = createTestConnection({
    dispatch: async (_, command) => done.push(command),
  });
  connection.close(CLOSE_CODE.unauthenticated);
  connection.receive('{"id":1,"command":"send_message","input":{}}');
  await endTurn();
  expect(done).toEqual([]);
});

test('H6 frames of one turn of the event loop leave in one write, in order', async () => {
  const { connection, transport, hub, endTurn } = createTestConnection();
  void connection.subscribe(ROOM);
  connection.receive('{"id":1,"command":"a","input":{}}');
  for (const seq of [1, 2]) hub.publish([{ topic: ROOM, event: { type: 'heartbeat', rooms: { a: seq } } }]);
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

test('H3 bytes of the current write do not count as unread', async () => {
  const { connection, transport, endTurn } = createTestConnection({
    resultEncoder: { encode: () => JSON.stringify('x'.repeat(9 * MIB)), charge: () => {} },
  });
  connection.receive('{"id":1,"command":"a","input":{}}');
  transport.write = () => (transport.unread = 9 * MIB);
  await endTurn();
  expect(transport.closed).toEqual([]);
});

/** Receives `count` commands at once, and ends turns until nothing more happens. */
async function sendMany({ connection, endTurn }: ReturnType<typeof createTestConnection>, count: number) {
  for (let id = 0; id < count; id++) connection.receive(`{"id":${id},"command":"a","input":{}}`);
  for (let turn = 0; turn < count * 3; turn++) await endTurn();
}

test('H8 while more than 128 kB are unread, the socket is not read, and its commands wait; then they run in order', async () => {
  const setup = createTestConnection();
  const { connection, transport } = setup;
  transport.unread = 128 * 1024 + 1;
  await sendMany(setup, 5);
  expect([transport.sent, transport.isPaused]).toEqual([[], true]);
  transport.unread = 0;
  connection.onDrain();
  for (let turn = 0; turn < 20; turn++) await setup.endTurn();
  expect(transport.sent.map(answer => 'id' in answer && answer.id)).toEqual([0, 1, 2, 3, 4]);
  expect(transport.isPaused).toBe(false);
});

test('H8 a socket runs 32 commands at once, and the others wait', async () => {
  const gates: (() => void)[] = [];
  const setup = createTestConnection({
    dispatch: () => new Promise(resolve => gates.push(() => resolve({}))),
  });
  await sendMany(setup, 40);
  expect([gates.length, setup.transport.isPaused]).toEqual([32, true]);
  gates[0]?.();
  for (let turn = 0; turn < 5; turn++) await setup.endTurn();
  expect(gates.length).toBe(33);
});

test('H8 rows of a result count as pending bytes and are charged: beyond 128 kB the next command waits', async () => {
  const done: number[] = [];
  let charged = 0;
  const setup = createTestConnection({
    dispatch: async ({ subscriber }) => {
      done.push(setup.transport.sent.length);
      subscriber?.sendEvents(ROWS);
      return { missing: [] };
    },
    resultEncoder: {
      encode: (_uid, _command, value) => JSON.stringify(value),
      charge: (_uid, bytes) => (charged += bytes),
    },
  });
  setup.connection.receive('{"id":1,"command":"watch_rooms","input":{}}');
  await new Promise(setImmediate);
  setup.connection.receive('{"id":2,"command":"watch_rooms","input":{}}');
  expect([done, setup.transport.isPaused]).toEqual([[0], true]);
  expect(charged).toBeGreaterThan(128 * 1024);
  await setup.endTurn();
  await setup.endTurn();
  const [rows = 0, more] = [setup.transport.writes[0]?.length, done[1]];
  expect(rows).toBeGreaterThan(1);
  expect([more, setup.transport.isPaused]).toEqual([rows, false]);
});

/** As many rows as one call returns, each of the maximum size. */
const ROWS: EventOf<'room_summary'>[] = Array.from({ length: MAX_WATCHED_SUMMARIES_PER_CALL }, (_, seq) => ({
  type: 'room_summary',
  room: { id: newId(), name: 'x'.repeat(1_300), createdAt: 0, seq },
  from: 0,
  to: seq,
  changes: [],
  reset: true,
}));

test('H8 commands of a connection with unread bytes wait while another connection of the same person exceeds the budget', async () => {
  const sendBufferBudget = new SendBufferBudget();
  const other = { uid: 'ann', address: 'elsewhere' };
  sendBufferBudget.set(other, MAX_BUFFERED_BYTES.person + 1);
  const setup = createTestConnection({ sendBufferBudget });
  setup.transport.unread = 1;
  await sendMany(setup, 2);
  expect(setup.transport.sent).toEqual([]);
  sendBufferBudget.set(other, 0);
  setup.connection.onDrain();
  for (let turn = 0; turn < 10; turn++) await setup.endTurn();
  expect(setup.transport.sent).toHaveLength(2);
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
  connection.touch();
  clock.now = 40_000;
  connection.receive('{"id":1,"command":"a","input":{}}');
  clock.now = 65_000;
  connection.heartbeat(createHeartbeat(new Map()));
  expect(transport.terminated).toBe(0);
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

test('the result of a command is dropped if the socket has closed', async () => {
  const { connection, transport, endTurn } = createTestConnection();
  connection.receive('{"id":1,"command":"a","input":{}}');
  connection.dispose();
  await endTurn();
  expect(transport.writes).toEqual([]);
});
