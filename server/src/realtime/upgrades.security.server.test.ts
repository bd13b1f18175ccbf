import { connect } from 'node:net';
import { PROTOCOL_VERSION } from '@snug/protocol';
import { ServerProcess } from '@snug/testkit/server-process.ts';
import { TestPerson } from '@snug/testkit/test-person.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let server: ServerProcess;
let cookie: string;

beforeAll(async () => {
  server = await ServerProcess.start({
    settings: { SNUG_RATE_LIMITS: 'on', SNUG_LIMIT_ADDRESS_SOCKETS: '40/7200' },
  });
  ({ cookie } = await TestPerson.add(server, 'Ann'));
});
afterAll(() => server.remove());

const LIVE = `/api/live?version=${PROTOCOL_VERSION}`;
const KEY = 'dGhlIHNhbXBsZSBub25jZQ==';

/** Sends a raw request and returns the response up to the end of the connection. */
function sendRequest(lines: string[], localAddress = '127.0.0.1'): Promise<string> {
  const socket = connect({ port: server.port, host: '127.0.0.1', localAddress });
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  let answer = '';
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  socket.on('data', data => {
    answer += data.toString();
    if (answer.startsWith('HTTP/1.1 101')) socket.destroy();
  });
  socket.on('error', reject);
  socket.on('close', () => resolve(answer));
  return promise;
}

function upgrade(path: string, headers: Record<string, string> = {}): string[] {
  const all = {
    host: `127.0.0.1:${server.port}`,
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': KEY,
    origin: server.url,
    cookie,
    ...headers,
  };
  return [`GET ${path} HTTP/1.1`, ...Object.entries(all).map(([name, value]) => `${name}: ${value}`)];
}

const REJECTED_REQUESTS: [what: string, lines: () => string[], status: number][] = [
  ['the page', () => upgrade('/'), 400],
  ['no page', () => upgrade('/nothing?secret=1'), 400],
  ['no address', () => upgrade('/%'), 400],
  ['a command', () => upgrade('/api/list_rooms'), 400],
  ['the docs', () => upgrade('/api/docs'), 400],
  ['another protocol', () => upgrade(LIVE, { upgrade: 'h2c' }), 400],
  ['another version', () => upgrade(LIVE, { 'sec-websocket-version': '12' }), 400],
  ['a broken key', () => upgrade(LIVE, { 'sec-websocket-key': 'x' }), 400],
  ['a foreign origin', () => upgrade(LIVE, { origin: 'http://evil.example' }), 403],
  ['no HTTP at all', () => ['\u0016\u0003\u0001'], 400],
  ['headers without an end', () => ['GET / HTTP/1.1', `x: ${'x'.repeat(20_000)}`], 431],
];
for (const [what, lines, status] of REJECTED_REQUESTS) {
  test(`V1 ${what} is rejected before an upgrade, with the headers of every response, and the connection ends`, async () => {
    const answer = await sendRequest(lines());
    expect(answer.split('\r\n')[0]).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(answer).toContain('\r\ncontent-security-policy: default-src');
    expect(answer).toContain('\r\nx-content-type-options: nosniff');
  });
}

test('Q6 upgrades of a network address are limited on every path', async () => {
  const answers = await Promise.all(
    Array.from({ length: 60 }, () => sendRequest(upgrade('/nothing'), '127.0.0.9')),
  );
  expect(answers.filter(answer => answer.startsWith('HTTP/1.1 400'))).toHaveLength(40);
  expect(answers.filter(answer => answer.startsWith('HTTP/1.1 429'))).toHaveLength(20);
  expect(await sendRequest(upgrade(LIVE))).toMatch(/^HTTP\/1.1 101/);
});
