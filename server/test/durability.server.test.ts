import { existsSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { type CommandOutput, PROTOCOL_VERSION } from '@snug/protocol';
import { ServerProcess } from '@snug/testkit/server-process.ts';
import { TestPerson } from '@snug/testkit/test-person.ts';
import { IS_WIDE } from '@snug/testkit/test-scope.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newId } from '../src/base/ids.ts';

let server: ServerProcess;
let ann: TestPerson;
let roomId: string;

beforeEach(async () => {
  server = await ServerProcess.start();
  ann = await TestPerson.add(server, 'Ann');
  roomId = await ann.createRoom();
});
afterEach(() => server.remove());

async function readStoredTexts(): Promise<unknown[]> {
  const page = await ann.runCommand<CommandOutput<'get_messages'>>('get_messages', { roomId, limit: 100 });
  return page.messages.map(({ text }) => text);
}

test.runIf(IS_WIDE)('M1 an acknowledged message exists after the server was killed', async () => {
  const live = await ann.connect();
  const texts = Array.from({ length: 30 }, (_, index) => `message ${index + 1}`);
  const results = await Promise.all(texts.map(text => live.request('send_message', { roomId, text })));
  expect(results.filter(result => 'error' in result)).toEqual([]);
  await server.end('SIGKILL');
  await server.start();
  expect(await readStoredTexts()).toEqual(texts);
});

test('M1 messages that were acknowledged under load exist after the server was killed', async () => {
  const live = await ann.connect();
  const acknowledged: string[] = [];
  const send = async (): Promise<void> => {
    const id = newId();
    await live.request('send_message', { roomId, id, text: id });
    acknowledged.push(id);
    return send();
  };
  for (let sender = 0; sender < 5; sender++) void send();
  await expect.poll(() => acknowledged.length).toBeGreaterThan(40);
  await server.end('SIGKILL');
  await server.start();
  const state = await ann.runCommand<CommandOutput<'catch_up'>>('catch_up', { roomId, since: 0 });
  const stored = new Set(state.messages.map(({ id }) => id));
  const missing = state.reset ? [] : acknowledged.filter(id => !stored.has(id));
  expect(missing).toEqual([]);
  expect(state.seq).toBeGreaterThanOrEqual(acknowledged.length);
});

test('H4 a server that stops notifies each browser, keeps acknowledged messages and closes the database', async () => {
  const sockets = await Promise.all([ann.connect(), ann.connect(), ann.connect()]);
  const [live] = sockets;
  await live?.request('send_message', { roomId, text: 'before the end' });
  expect(existsSync(join(server.data, 'snug.db-wal'))).toBe(true);
  const code = server.end('SIGTERM');
  expect(await Promise.all(sockets.map(({ closed }) => closed))).toEqual([1012, 1012, 1012]);
  expect(await code).toBe(0);
  expect(existsSync(join(server.data, 'snug.db'))).toBe(true);
  expect(existsSync(join(server.data, 'snug.db-wal'))).toBe(false);
  await server.start();
  expect(await readStoredTexts()).toEqual(['before the end']);
});

test.runIf(IS_WIDE)(
  'H4 an unresponsive browser does not prevent the server from closing the database',
  async () => {
    const unresponsive = await openUnresponsiveSocket(ann.cookie);
    const code = await server.end('SIGTERM');
    unresponsive.destroy();
    expect(code).toBe(0);
    expect(existsSync(join(server.data, 'snug.db-wal'))).toBe(false);
  },
);

/** A socket that sends nothing after its upgrade, like that of a suspended laptop. */
async function openUnresponsiveSocket(cookie: string): Promise<Socket> {
  const socket = connect(server.port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write(
    [
      `GET /api/live?version=${PROTOCOL_VERSION} HTTP/1.1`,
      `host: 127.0.0.1:${server.port}`,
      'connection: Upgrade',
      'upgrade: websocket',
      'sec-websocket-version: 13',
      'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==',
      `origin: ${server.url}`,
      `cookie: ${cookie}`,
      '\r\n',
    ].join('\r\n'),
  );
  let received = '';
  socket.on('data', chunk => (received += chunk));
  await expect.poll(() => received).toContain('connected');
  return socket;
}
