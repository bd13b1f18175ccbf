import { CLOSE_CODE, CommandError, HEARTBEAT_TIMEOUT_MS, PROTOCOL_VERSION } from '@snug/protocol';
import { expect, test } from 'vitest';
import { FakeEnvironment, flushPromises } from '../testing/fake-environment.ts';
import { ANN, makeId, makeMessageSent, ROOM_ID } from '../testing/samples.ts';
import { Connection } from './connection.ts';
import { Inbox, type Pacer } from './inbox.ts';

function createConnected() {
  const environment = new FakeEnvironment();
  const connection = new Connection(environment, ANN.uid);
  connection.start();
  environment.socket.sendConnected();
  return { environment, connection };
}

/** The pending result of a command: its value, or the code of its error. */
function trackOutcome(result: Promise<unknown>): { is: unknown } {
  const seen: { is: unknown } = { is: 'pending' };
  result.then(
    ok => (seen.is = ok),
    (error: CommandError) => (seen.is = error.code),
  );
  return seen;
}

test('the connection is established by the greeting of the server, not by the open socket', () => {
  const environment = new FakeEnvironment();
  const connection = new Connection(environment, ANN.uid);
  expect(connection.state.get()).toEqual({ status: 'idle' });
  connection.start();
  expect(connection.state.get()).toEqual({ status: 'connecting' });
  environment.socket.sendConnected();
  expect(connection.state.get()).toEqual({ status: 'connected' });
  connection.start();
  expect(environment.sockets).toHaveLength(1);
});

test('T2 results match their commands in any order', async () => {
  const { environment, connection } = createConnected();
  const { socket } = environment;
  const first = trackOutcome(connection.request('list_rooms', {}));
  const second = trackOutcome(connection.request('close_room', { roomId: ROOM_ID }));
  const [one, two] = socket.sent;
  expect(one).toEqual({ id: one?.id, command: 'list_rooms', input: {} });
  await socket.sendResult(two, { second: true });
  expect([first.is, second.is]).toEqual(['pending', { second: true }]);
  await socket.sendResult(one, { first: true });
  expect(first.is).toEqual({ first: true });
});

test('T2 an error has its code and its text', async () => {
  const { environment, connection } = createConnected();
  const error = connection.request('list_rooms', {}).catch((reason: unknown) => reason);
  await environment.socket.sendError(environment.socket.sent[0], 'not_found', 'No such room');
  expect(await error).toEqual(new CommandError('not_found', 'No such room'));
  const later = connection.request('list_rooms', {}).catch((reason: unknown) => reason);
  await environment.socket.sendError(environment.socket.sent[1], 'rate_limited', 'Later', 7);
  expect(await later).toEqual(new CommandError('rate_limited', 'Later', 7));
});

test('T3 events are passed on one by one, in order', () => {
  const { environment, connection } = createConnected();
  const seen: unknown[] = [];
  connection.events.subscribe(event => seen.push(event));
  environment.socket.sendEvents(makeMessageSent(1), makeMessageSent(2));
  environment.socket.sendEvents(makeMessageSent(3));
  expect(seen).toEqual([makeMessageSent(1), makeMessageSent(2), makeMessageSent(3)]);
});

test('a command without a result times out after 20 s, and a late result is dropped', async () => {
  const { environment, connection } = createConnected();
  const outcome = trackOutcome(connection.request('list_rooms', {}));
  for (let frame = 0; frame < 4; frame++) {
    await environment.advance(4_999);
    environment.socket.sendEvents({ type: 'heartbeat', rooms: {} });
  }
  expect(outcome.is).toBe('pending');
  await environment.advance(10);
  expect(outcome.is).toBe('timeout');
  await environment.socket.sendResult(environment.socket.sent[0], {});
  expect(outcome.is).toBe('timeout');
  expect(connection.state.get().status).toBe('connected');
});

test('commands that wait when the connection is lost fail with unavailable, and so do new ones', async () => {
  const { environment, connection } = createConnected();
  const before = trackOutcome(connection.request('list_rooms', {}));
  await environment.socket.drop();
  const after = trackOutcome(connection.request('list_rooms', {}));
  await flushPromises();
  expect([before.is, after.is]).toEqual(['unavailable', 'unavailable']);
  expect(environment.timerCount).toBe(1);
});

test('H2 a lost connection is opened again, each delay no longer than the time without one', async () => {
  const { environment, connection } = createConnected();
  environment.randomValue = 1 - 2 ** -53;
  const lostAt = environment.now();
  await environment.socket.drop();
  const waits = [500, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000];
  for (const [failures, wait] of waits.entries()) {
    expect(environment.sockets).toHaveLength(failures + 1);
    await environment.advance(wait - 1);
    expect(environment.sockets).toHaveLength(failures + 1);
    await environment.advance(1);
    expect(environment.sockets).toHaveLength(failures + 2);
    expect(connection.state.get()).toEqual({ status: 'disconnected', since: lostAt });
    await environment.socket.drop();
  }
});

test('H2 many failed attempts in a short time do not make the next delay long', async () => {
  const { environment } = createConnected();
  environment.randomValue = 0.01;
  await environment.socket.drop();
  for (let tries = 1; tries <= 50; tries++) {
    await environment.advance(5);
    expect(environment.sockets).toHaveLength(tries + 1);
    await environment.socket.drop();
  }
});

test('H2 a new connection resets the delays', async () => {
  const { environment, connection } = createConnected();
  for (let loss = 0; loss < 3; loss++) {
    await environment.socket.drop();
    await environment.advance(250);
    environment.socket.sendConnected();
    expect(connection.state.get()).toEqual({ status: 'connected' });
  }
});

test('H2 a first connection that fails is tried again, too', async () => {
  const environment = new FakeEnvironment();
  const connection = new Connection(environment, ANN.uid);
  connection.start();
  await environment.socket.drop();
  expect(connection.state.get().status).toBe('disconnected');
  await environment.advance(250);
  environment.socket.sendConnected();
  expect(connection.state.get().status).toBe('connected');
});

test('attempts count as unanswered until the server sends an event or a close code', async () => {
  const environment = new FakeEnvironment();
  const connection = new Connection(environment, ANN.uid);
  connection.start();
  for (let count = 1; count <= 3; count++) {
    await environment.socket.drop();
    expect(connection.unanswered.get()).toBe(count);
    await environment.advance(30_000);
  }
  await environment.socket.drop(CLOSE_CODE.tryLater);
  expect(connection.unanswered.get()).toBe(0);
  await environment.advance(60_000);
  await environment.advance(HEARTBEAT_TIMEOUT_MS);
  expect(connection.unanswered.get()).toBeGreaterThan(0);
  await environment.advance(30_000);
  environment.socket.sendConnected();
  expect(connection.unanswered.get()).toBe(0);
  await environment.socket.drop();
  expect(connection.unanswered.get()).toBe(0);
});

for (const code of [CLOSE_CODE.restart, CLOSE_CODE.tryLater]) {
  test(`H7 after ${code} with a retry delay a client waits a random time of up to twice the delay`, async () => {
    for (const [roll, wait] of [
      [0.01, 600],
      [0.25, 15_000],
      [0.75, 45_000],
    ] as const) {
      const { environment } = createConnected();
      environment.randomValue = roll;
      await environment.socket.drop(code, 'retry after 30');
      await environment.advance(wait - 1);
      expect(environment.sockets).toHaveLength(1);
      await environment.advance(1);
      expect(environment.sockets).toHaveLength(2);
    }
  });
}

test('H7 an invalid retry delay, or one with another code, changes nothing', async () => {
  for (const [code, reason] of [
    [CLOSE_CODE.restart, 'retry after lunch'],
    [CLOSE_CODE.tryLater, 'retry after 99999'],
    [CLOSE_CODE.internal, 'retry after 30'],
  ] as const) {
    const { environment } = createConnected();
    await environment.socket.drop(code, reason);
    await environment.advance(250);
    expect(environment.sockets).toHaveLength(2);
  }
});

test('H7 a shown page or a browser that is back online does not wait for the retry delay', async () => {
  const { environment, connection } = createConnected();
  await environment.socket.drop(CLOSE_CODE.tryLater, 'retry after 30');
  connection.wake();
  expect(environment.sockets).toHaveLength(2);
});

test('H2 H7 a person who writes does not wait for the delay, unless the server asked for it', async () => {
  const { environment, connection } = createConnected();
  await environment.socket.drop(CLOSE_CODE.tryLater, 'retry after 30');
  connection.hurry();
  expect(environment.sockets).toHaveLength(1);
  connection.wake();
  await environment.socket.drop();
  connection.hurry();
  expect(environment.sockets).toHaveLength(3);
  connection.hurry();
  expect(environment.sockets).toHaveLength(3);
});

test('H2 a browser that is back online tries at once, and only once', async () => {
  const { environment, connection } = createConnected();
  await environment.socket.drop();
  connection.wake();
  expect(environment.sockets).toHaveLength(2);
  connection.wake();
  await environment.advance(1_000);
  expect(environment.sockets).toHaveLength(2);
});

test('H2 a page that is shown after a long silence opens a new connection at once', async () => {
  const { environment, connection } = createConnected();
  await environment.advance(15_000);
  const { socket } = environment;
  connection.wake();
  expect(socket.isClosed).toBe(true);
  expect(environment.sockets).toHaveLength(2);
});

test('H2 a page that is shown again keeps a connection with recent frames', async () => {
  const { environment, connection } = createConnected();
  await environment.advance(10_000);
  connection.wake();
  expect(connection.state.get()).toEqual({ status: 'connected' });
  expect(environment.sockets).toHaveLength(1);
});

test('H1 a connection without frames for 25 s is dropped', async () => {
  const { environment, connection } = createConnected();
  const { socket } = environment;
  await environment.advance(HEARTBEAT_TIMEOUT_MS - 1);
  socket.sendEvents({ type: 'heartbeat', rooms: {} });
  await environment.advance(HEARTBEAT_TIMEOUT_MS - 1);
  expect(connection.state.get().status).toBe('connected');
  await environment.advance(1);
  expect(socket.isClosed).toBe(true);
  expect(connection.state.get()).toEqual({ status: 'disconnected', since: environment.now() });
});

test('H1 a socket that does not open in time is dropped, too', async () => {
  const environment = new FakeEnvironment();
  const connection = new Connection(environment, ANN.uid);
  connection.start();
  await environment.advance(HEARTBEAT_TIMEOUT_MS + 250);
  expect(environment.sockets.map(socket => socket.isClosed)).toEqual([true, false]);
});

test('frames of a dropped socket are ignored', async () => {
  const { environment, connection } = createConnected();
  const { socket } = environment;
  await environment.advance(HEARTBEAT_TIMEOUT_MS);
  socket.sendConnected();
  await socket.drop(CLOSE_CODE.unauthenticated);
  expect(connection.state.get().status).toBe('disconnected');
});

for (const [code, closeReason, reason] of [
  [4401, '', 'signed_out'],
  // Servers before version 4 give no reason.
  [4426, '', 'outdated'],
  [4426, 'later', 'outdated'],
  [4426, String(PROTOCOL_VERSION), 'outdated'],
  [4426, String(PROTOCOL_VERSION + 1), 'outdated'],
] as const) {
  test(`T6 E4 after ${code} "${closeReason}" the client does not connect again, not even on a wake-up`, async () => {
    const { environment, connection } = createConnected();
    await environment.socket.drop(code, closeReason);
    connection.wake();
    await environment.advance(10 * 60_000);
    expect(connection.state.get()).toEqual({ status: 'closed', reason });
    expect(environment.sockets).toHaveLength(1);
    expect(environment.timerCount).toBe(0);
  });
}

test('E4 a client that is newer than the server tries again soon for 5 s, then with backoff, until it is accepted', async () => {
  const { environment, connection } = createConnected();
  environment.randomValue = 1 - 2 ** -53;
  const refuse = () => environment.socket.drop(CLOSE_CODE.unsupportedVersion, String(PROTOCOL_VERSION - 1));
  await refuse();
  for (const wait of [...Array.from({ length: 10 }, () => 500), 5_000, 10_000]) {
    const before = environment.sockets.length;
    await environment.advance(wait - 1);
    expect(environment.sockets).toHaveLength(before);
    await environment.advance(1);
    expect(environment.sockets).toHaveLength(before + 1);
    expect(connection.state.get().status).toBe('disconnected');
    await refuse();
  }
  await environment.advance(20_000);
  environment.socket.sendConnected();
  expect(connection.state.get()).toEqual({ status: 'connected' });
});

for (const [rule, code] of [
  ['H4', CLOSE_CODE.restart],
  ['H3', CLOSE_CODE.slowConsumer],
] as const) {
  test(`${rule} after ${code} the client connects again`, async () => {
    const { environment, connection } = createConnected();
    await environment.socket.drop(code);
    await environment.advance(500);
    environment.socket.sendConnected();
    expect(connection.state.get()).toEqual({ status: 'connected' });
  });
}

test('a stopped client closes its socket, leaves no timer, and can start again', async () => {
  const { environment, connection } = createConnected();
  const outcome = trackOutcome(connection.request('list_rooms', {}));
  connection.stop();
  await flushPromises();
  expect(outcome.is).toBe('unavailable');
  expect(environment.socket.isClosed).toBe(true);
  expect(environment.timerCount).toBe(0);
  expect(connection.state.get()).toEqual({ status: 'idle' });
  connection.start();
  environment.socket.sendConnected();
  expect(connection.state.get()).toEqual({ status: 'connected' });
});

test('O8 a connection that greets another person is closed for good, before any command is sent on it', async () => {
  const environment = new FakeEnvironment();
  const connection = new Connection(environment, makeId(99));
  const seen: unknown[] = [];
  connection.events.subscribe(event => seen.push(event));
  connection.state.subscribe(() => seen.push(connection.state.get().status));
  connection.start();
  environment.socket.sendConnected();
  connection.wake();
  await environment.advance(60_000);
  expect(connection.state.get()).toEqual({ status: 'closed', reason: 'someone_else' });
  expect(seen).toEqual(['connecting', 'closed']);
  expect(environment.socket.isClosed).toBe(true);
  expect(environment.sockets).toHaveLength(1);
});

test('commands during the first connection attempt wait for it, and are rejected if it fails', async () => {
  const environment = new FakeEnvironment();
  const connection = new Connection(environment, ANN.uid);
  connection.start();
  const early = connection.command('set_admin', { roomId: ROOM_ID, uid: ROOM_ID, admin: true });
  await flushPromises();
  expect(environment.socket.sent).toEqual([]);
  environment.socket.sendConnected();
  await flushPromises();
  await environment.socket.sendResult(environment.socket.getCommands('set_admin')[0], { admins: [ROOM_ID] });
  expect(await early).toEqual({ admins: [ROOM_ID] });
  connection.stop();
  connection.start();
  const refused = connection.command('set_admin', { roomId: ROOM_ID, uid: ROOM_ID, admin: true });
  await environment.socket.drop();
  await expect(refused).rejects.toMatchObject({ code: 'unavailable' });
});

test('H2 the delay grows until a connection has lasted ten seconds', async () => {
  const { environment, connection } = createConnected();
  environment.randomValue = 1;
  /** Loses a connection after `ms`; returns the delay of the next attempt in ms. */
  const loseAfter = async (ms: number) => {
    await environment.advance(ms);
    const before = environment.sockets.length;
    const lostAt = environment.now();
    await environment.socket.drop(4429);
    while (environment.sockets.length === before) await environment.advance(100);
    environment.socket.sendConnected();
    expect(connection.state.get().status).toBe('connected');
    return environment.now() - lostAt;
  };
  const waits: number[] = [];
  for (let time = 0; time < 8; time++) waits.push(await loseAfter(1_000));
  expect(waits).toEqual([500, 1_500, 4_000, 9_000, 19_000, 30_000, 30_000, 30_000]);
  expect(await loseAfter(10_000)).toBe(500);
});

/** A connection of a page, whose turns the test runs. */
function createPaced() {
  const turns: { run: Parameters<Pacer['schedule']>[0]; isUrgent: boolean }[] = [];
  const pacer: Pacer = { schedule: (run, isUrgent = false) => turns.push({ run, isUrgent }) };
  const environment = new FakeEnvironment();
  const connection = new Connection(environment, ANN.uid);
  connection.inbox = new Inbox(pacer);
  const seqs: number[] = [];
  connection.events.subscribe(event => 'seq' in event && seqs.push(event.seq));
  const runTurn = async () => {
    turns
      .splice(0)
      .at(-1)
      ?.run(() => true);
    await flushPromises();
  };
  return { environment, connection, turns, seqs, runTurn };
}

test('T3 events that arrive before the page takes a turn are passed on in one turn, in order', async () => {
  const { environment, connection, turns, seqs, runTurn } = createPaced();
  connection.start();
  environment.socket.sendConnected();
  expect(turns.map(({ isUrgent }) => isUrgent)).toEqual([true]);
  await runTurn();
  expect(connection.state.get().status).toBe('connected');
  environment.socket.sendEvents(makeMessageSent(1), makeMessageSent(2));
  environment.socket.sendEvents(makeMessageSent(3));
  expect([seqs, turns.some(({ isUrgent }) => isUrgent)]).toEqual([[], false]);
  await runTurn();
  expect(seqs).toEqual([1, 2, 3]);
});

test.each([
  ['hurries for a room that a person opens', 'open_room', true],
  ['hurries for a sent message', 'send_message', true],
  ['waits with the answer to a moved cursor', 'set_read', false],
  ['waits with the counts of rooms', 'get_unread', false],
] as const)('a page %s', async (_, command, isUrgent) => {
  const { environment, connection, turns, seqs, runTurn } = createPaced();
  connection.start();
  environment.socket.sendConnected();
  await runTurn();
  const outcome = trackOutcome(connection.request(command, {} as never));
  environment.socket.sendEvents(makeMessageSent(1));
  void environment.socket.sendResult(environment.socket.sent[0], 'done');
  expect(turns.some(turn => turn.isUrgent)).toBe(isUrgent);
  environment.socket.sendEvents(makeMessageSent(2));
  await runTurn();
  expect([outcome.is, seqs]).toEqual(['done', [1]]);
  await runTurn();
  expect(seqs).toEqual([1, 2]);
});

test('what came before the end of a socket counts', async () => {
  const { environment, connection, seqs, runTurn } = createPaced();
  connection.start();
  environment.socket.sendConnected();
  await runTurn();
  environment.socket.sendEvents(makeMessageSent(1));
  await environment.socket.drop();
  expect(connection.state.get().status).toBe('connected');
  await runTurn();
  expect([seqs, connection.state.get().status]).toEqual([[1], 'disconnected']);
});
