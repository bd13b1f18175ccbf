import { CLOSE_CODE, CommandError, type EventOf, MAX_WATCHED_SUMMARIES_PER_CALL } from '@snug/protocol';
import { expect, test } from 'vitest';
import { newId } from '../base/ids.ts';
import { MAX_BUFFERED_BYTES, SendBufferBudget } from '../limits/send-buffer-budget.ts';
import { TimedTurns } from '../limits/timed-turns.ts';
import { TurnScheduler } from '../limits/turn-scheduler.ts';
import { createTestConnection } from '../testing/fake-transport.ts';
import type { ConnectionOptions } from './connection.ts';

test("T2 a result has the id of its command's frame", async () => {
  const { connection, transport, endTurn } = createTestConnection();
  connection.receive('{"id":7,"command":"list_rooms","input":{}}');
  await endTurn();
  expect(transport.sent).toEqual([{ id: 7, ok: { did: 'list_rooms' } }]);
});

test('T2 E3 E8 an error has a code, a message, retry and an id, and nothing else', async () => {
  const { connection, transport, endTurn } = createTestConnection({
    dispatch: () => Promise.reject(new CommandError('not_found', 'No such room')),
  });
  connection.receive('{"id":-7,"command":"open_room","input":null}');
  await endTurn();
  const id = expect.stringMatching(/^[\da-f]{12}$/) as string;
  const error = { code: 'not_found', message: 'No such room', retry: false, id };
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

test('H4 a connection that finishes sends the results of its running commands, and accepts no others', async () => {
  const slow = Promise.withResolvers<unknown>();
  const ran: string[] = [];
  const dispatch: ConnectionOptions['dispatch'] = async (_caller, command) => {
    ran.push(command);
    return slow.promise;
  };
  const { connection, transport, endTurn } = createTestConnection({ dispatch });
  connection.receive('{"id":1,"command":"running","input":{}}');
  const finished = connection.finish(CLOSE_CODE.restart);
  connection.receive('{"id":2,"command":"later","input":{}}');
  await endTurn();
  expect(transport.closed).toEqual([]);
  slow.resolve('done');
  await finished;
  expect(ran).toEqual(['running']);
  expect(transport.sent).toEqual([{ id: 1, ok: 'done' }]);
  expect(transport.closed).toEqual([CLOSE_CODE.restart]);
});

test('a connection that ends while it finishes keeps nobody waiting, however often it was asked', async () => {
  const { connection } = createTestConnection({ dispatch: () => new Promise(() => {}) });
  connection.receive('{"id":1,"command":"endless","input":{}}');
  const finished = [CLOSE_CODE.unauthenticated, CLOSE_CODE.restart].map(code => connection.finish(code));
  connection.dispose();
  await expect(Promise.all(finished)).resolves.toHaveLength(2);
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

test('H8 a socket runs four commands with large results at once, and the others wait', async () => {
  const gates: (() => void)[] = [];
  const setup = createTestConnection({
    dispatch: () => new Promise(resolve => gates.push(() => resolve({}))),
  });
  for (let id = 0; id < 40; id++) setup.connection.receive(`{"id":${id},"command":"catch_up","input":{}}`);
  for (let turn = 0; turn < 50; turn++) await setup.endTurn();
  expect([gates.length, setup.transport.isPaused]).toEqual([4, true]);
  gates[0]?.();
  for (let turn = 0; turn < 5; turn++) await setup.endTurn();
  expect(gates.length).toBe(5);
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

test('Q5 the floods of several sockets share the time of a turn, and a frame of a quiet one runs at once', async () => {
  const started: string[] = [];
  const clock = { now: 0 };
  const deferred: (() => void)[] = [];
  const now = () => clock.now;
  const heldCommands = new TimedTurns({ maxMs: 2, now, defer: run => deferred.push(run) });
  const open = (name: string) => {
    const dispatch: ConnectionOptions['dispatch'] = async () => {
      clock.now++;
      started.push(name);
    };
    return createTestConnection({ now, heldCommands, dispatch }).connection;
  };
  const [ann, ben, cleo, dora] = [open('ann'), open('ben'), open('cleo'), open('dora')];
  const send = (connection: typeof ann) => connection.receive('{"id":1,"command":"small","input":{}}');
  const endTurn = () => {
    for (const run of deferred.splice(0)) run();
    return started.splice(0).join(' ');
  };
  for (const connection of [ann, ben, cleo]) for (let count = 0; count < 3; count++) send(connection);
  expect(endTurn(), 'the first ones at once').toBe('ann ben cleo ann ben');
  send(dora);
  expect(started.splice(0)).toEqual(['dora']);
  expect([endTurn(), endTurn()]).toEqual(['cleo ann', 'ben cleo']);
  clock.now += 10;
  send(ann);
  expect(started.splice(0)).toEqual(['ann']);
  expect(deferred).toEqual([]);
});

test('Q5 large frames of all sockets take turns, in order, and other frames of their sockets wait', async () => {
  const started: string[] = [];
  const turn: (() => void)[] = [];
  const largeFrames = new TurnScheduler(1, run => turn.push(run));
  const open = (name: string) =>
    createTestConnection({
      largeFrames,
      dispatch: async (_caller, command) => void started.push(`${name} ${command}`),
    });
  const [ann, ben, cleo] = [open('ann'), open('ben'), open('cleo')];
  for (const { connection } of [ann, ben]) {
    connection.receive(`{"id":1,"command":"large","input":{"text":"${'x'.repeat(9_000)}"}}`);
    connection.receive('{"id":2,"command":"small","input":{}}');
  }
  cleo.connection.receive('{"id":1,"command":"small","input":{}}');
  for (let count = 0; count < 5; count++) for (const setup of [ann, ben, cleo]) await setup.endTurn();
  expect(started).toEqual(['cleo small', 'ann large', 'ann small']);
  for (const end of turn.splice(0)) end();
  for (let count = 0; count < 5; count++) await ben.endTurn();
  expect(started.slice(3)).toEqual(['ben large', 'ben small']);
});

test('Q5 a large frame whose socket closes before its turn is not parsed', async () => {
  const turn: (() => void)[] = [];
  const started: string[] = [];
  const { connection, endTurn } = createTestConnection({
    largeFrames: { waitForTurn: () => new Promise(resolve => turn.push(resolve)) },
    dispatch: async (_caller, command) => void started.push(command),
  });
  connection.receive(`{"id":1,"command":"large","input":{"text":"${'x'.repeat(9_000)}"}}`);
  connection.dispose();
  for (const start of turn) start();
  await endTurn();
  expect(started).toEqual([]);
});

test('H8 above the limit of all people together the largest connection waits, and others continue', async () => {
  const sendBufferBudget = new SendBufferBudget();
  const [large, small] = [
    createTestConnection({ sendBufferBudget }),
    createTestConnection({ sendBufferBudget }),
  ];
  const others = Array.from({ length: 400 }, (_, index) => ({ uid: `${index}`, address: `${index}` }));
  for (const other of others) sendBufferBudget.set(other, MAX_BUFFERED_BYTES.process / 400);
  large.transport.unread = 128 * 1024;
  small.transport.unread = 1;
  for (const setup of [large, small]) await sendMany(setup, 2);
  expect([large.transport.sent.length, small.transport.sent.length]).toEqual([0, 2]);
  for (const other of others) sendBufferBudget.set(other, 0);
  large.connection.onDrain();
  for (let turn = 0; turn < 10; turn++) await large.endTurn();
  expect(large.transport.sent).toHaveLength(2);
});

test('the result of a command is dropped if the socket has closed', async () => {
  const { connection, transport, endTurn } = createTestConnection();
  connection.receive('{"id":1,"command":"a","input":{}}');
  connection.dispose();
  await endTurn();
  expect(transport.writes).toEqual([]);
});

test('U3 the signal of a command aborts when its connection ends', async () => {
  const signals: (AbortSignal | undefined)[] = [];
  const { connection, endTurn } = createTestConnection({
    dispatch: ({ signal }) => {
      signals.push(signal);
      return Promise.withResolvers<never>().promise;
    },
  });
  connection.receive('{"id":1,"command":"get_unread","input":{"roomIds":[]}}');
  connection.receive('{"id":2,"command":"list_rooms","input":{}}');
  await endTurn();
  expect(signals.map(signal => signal?.aborted)).toEqual([false, false]);
  connection.dispose();
  expect(signals.map(signal => signal?.aborted)).toEqual([true, true]);
});
