import { connect } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ServerProcess } from '@snug/testkit/server-process.ts';
import { TestPerson } from '@snug/testkit/test-person.ts';
import { TestSocket } from '@snug/testkit/test-socket.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let server: ServerProcess;

beforeAll(async () => {
  server = await ServerProcess.start({ settings: { SNUG_TRUSTED_PROXIES: '127.0.0.1', LOG_LEVEL: 'debug' } });
});
afterAll(() => server.remove());

interface LogLine {
  level: number;
  id?: string;
  traceparent?: string;
  code?: string;
  msg: string;
}

const ERROR_LEVEL = 50;

function findLines(id: string): LogLine[] {
  const lines = server.log.split('\n').filter(line => line.startsWith('{'));
  return lines.map(line => JSON.parse(line) as LogLine).filter(line => line.id === id);
}

/** As by a failed disk or a lost table: a failure that Snug does not expect. */
function breakSavedMessages(): void {
  const database = new DatabaseSync(join(server.data, 'snug.db'), { timeout: 10_000 });
  database.exec('alter table saved rename to lost');
  database.close();
}

test('E8 an unexpected failure of a read and of a write has one id in the error, the header and the log', async () => {
  const ann = await TestPerson.add(server, 'Ann');
  const { room } = await ann.runCommand<{ room: { id: string } }>('create_room', {
    name: 'Kitchen',
    description: 'For cooks',
  });
  const { message } = await ann.runCommand<{ message: { id: string } }>('send_message', {
    roomId: room.id,
    text: 'Soup',
  });
  breakSavedMessages();
  const saved = { roomId: room.id, messageId: message.id, on: true };
  const live = await TestSocket.open(server.url, ann);
  const commands = [
    ['list_saved', {}],
    ['set_saved', saved],
  ] as const;
  for (const [command, input] of commands) {
    const overSocket = await live.request(command, input);
    const overHttp = await post(ann, command, input);
    for (const error of [overSocket.error, overHttp.error]) {
      expect(error).toMatchObject({ code: 'internal', id: expect.stringMatching(/^[\da-f]{12}$/) });
      await expect
        .poll(() => findLines(error?.id ?? '').filter(({ level }) => level === ERROR_LEVEL))
        .toHaveLength(1);
      expect(JSON.stringify(findLines(error?.id ?? ''))).toContain('no such table');
    }
    expect(overHttp.header).toBe(overHttp.error?.id);
    expect(overSocket.error?.id).not.toBe(overHttp.error?.id);
  }
});

test('E8 a refusal has its id in the log of level debug', async () => {
  const ben = await TestPerson.add(server, 'Ben');
  const live = await TestSocket.open(server.url, ben);
  const { error: overSocket } = await live.request('get_pins', { nothing: true });
  const overHttp = await post(ben, 'set_reaction', { roomId: 7 });
  for (const error of [overSocket, overHttp.error]) {
    await expect.poll(() => findLines(error?.id ?? '')).toMatchObject([{ code: error?.code }]);
  }
});

test('E8 every response has an id: pages, files, errors, upgrades and what Node itself refuses', async () => {
  for (const path of [
    '/',
    '/healthz',
    '/api/missing',
    '/assets/missing.js',
    '/%',
    '/api/live',
    '/files/a/b',
  ]) {
    const response = await fetch(server.url + path);
    expect([path, response.headers.get('x-request-id')]).toEqual([
      path,
      expect.stringMatching(/^[\da-f]{12}$/),
    ]);
  }
  const upgrade =
    'GET /api/live HTTP/1.1\r\nhost: a\r\nconnection: upgrade, close\r\nupgrade: websocket\r\n' +
    'sec-websocket-version: 13\r\nsec-websocket-key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n';
  const requests = {
    'not HTTP': 'hello\r\n\r\n',
    'no host': 'GET / HTTP/1.1\r\nconnection: close\r\n\r\n',
    'unknown expectation': 'GET / HTTP/1.1\r\nhost: a\r\nexpect: cake\r\nconnection: close\r\n\r\n',
    'foreign upgrade': `${upgrade}origin: https://evil.example\r\n\r\n`,
    'upgrade of another version': `${upgrade.replace('live', 'live?version=1')}origin: ${server.url}\r\n\r\n`,
  };
  for (const [name, request] of Object.entries(requests)) {
    const head = await exchange(request);
    expect([name, head.match(/^x-request-id: .*$/gim)]).toEqual([
      name,
      [expect.stringMatching(/^x-request-id: [\da-f]{12}$/i)],
    ]);
  }
});

test('E8 a trusted proxy chooses the id, unless its value could forge a line of the log', async () => {
  const carl = await TestPerson.add(server, 'Carl');
  const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
  for (const id of ['4f1d7a9be28c40d3', 'edge-7.fra:00:9912']) {
    const refused = await post(carl, 'set_pin', {}, { 'x-request-id': id, traceparent });
    expect(refused).toMatchObject({ header: id, error: { id } });
    await expect.poll(() => findLines(id)).toMatchObject([{ id, traceparent }]);
  }
  for (const id of ['short', 'x'.repeat(65), 'id", "level": 60', 'ünïcode-id']) {
    const headers = { 'x-request-id': Buffer.from(id).toString('latin1'), traceparent: 'not a trace' };
    const { header } = await post(carl, 'set_pin', {}, headers);
    expect(header).toMatch(/^[\da-f]{12}$/);
    await expect.poll(() => findLines(header ?? '')).toHaveLength(1);
    expect(findLines(header ?? '')[0]).not.toHaveProperty('traceparent');
  }
});

test('E8 nobody else chooses the id', async () => {
  await server.restart({ SNUG_TRUSTED_PROXIES: '10.0.0.0/8, fd00::/8' });
  const response = await fetch(`${server.url}/healthz`, { headers: { 'x-request-id': '4f1d7a9be28c40d3' } });
  expect(response.headers.get('x-request-id')).toMatch(/^[\da-f]{12}$/);
});

async function post(
  person: TestPerson,
  command: string,
  input: object,
  headers: Record<string, string> = {},
) {
  const response = await fetch(`${server.url}/api/${command}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...person.credentials, ...headers },
    body: JSON.stringify(input),
  });
  const { error } = (await response.json()) as { error?: { id?: string; code: string } };
  return { header: response.headers.get('x-request-id'), error };
}

/** Returns the head of the response. */
async function exchange(request: string): Promise<string> {
  const socket = connect(server.port, '127.0.0.1');
  socket.write(request);
  let received = '';
  for await (const chunk of socket) {
    received += String(chunk);
    if (received.includes('\r\n\r\n')) break;
  }
  return received;
}
