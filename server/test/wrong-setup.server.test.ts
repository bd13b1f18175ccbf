import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { ServerProcess } from '@snug/testkit/server-process.ts';
import { TestPerson } from '@snug/testkit/test-person.ts';
import { until } from '@snug/testkit/until.ts';
import { beforeEach, expect, onTestFinished, test } from 'vitest';

let server: ServerProcess;
let ann: TestPerson;

beforeEach(async () => {
  // A name of this machine that does not look like one.
  const settings = { HOST: '127.1', LOG_LEVEL: 'warn', SNUG_TRUSTED_PROXIES: '127.0.0.9' };
  server = await ServerProcess.start({ host: 'localhost', settings });
  onTestFinished(() => server.remove());
  ann = await TestPerson.add(server, 'Ann');
});

interface Sent {
  method?: string;
  path: string;
  headers: Record<string, string>;
  /** The address of the proxy that sends it. */
  from?: string;
}

/** With any `Host`, which `fetch` does not allow. */
async function send({ method = 'POST', path, headers, from = '127.0.0.1' }: Sent) {
  const { cookie } = ann;
  const type = path.startsWith('/api/files') ? 'application/octet-stream' : 'application/json';
  const outgoing = request({
    host: '127.0.0.1',
    port: server.port,
    localAddress: from,
    // The server ends the connection of a refused upgrade.
    agent: false,
    method,
    path,
    headers: { cookie, 'content-type': type, ...headers },
  });
  const answered = once(outgoing, 'response');
  outgoing.end(method === 'GET' ? undefined : '{}');
  const [response] = (await answered) as [IncomingMessage];
  const body = await text(response);
  return { status: response.statusCode, code: readCode(body) };
}

function readCode(body: string): string | undefined {
  return (JSON.parse(body || '{}') as { error?: { code: string } }).error?.code;
}

function readLines(part: string): string[] {
  return server.log
    .split('\n')
    .filter(line => line.includes(part))
    .map(line => (JSON.parse(line) as { msg: string }).msg);
}

const UPGRADE = {
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
};

/** Everything that changes something, over every transport. */
const REQUESTS: Sent[] = [
  { path: '/api/list_rooms', headers: {} },
  { path: '/api/files?name=a.txt', headers: {} },
  { path: '/api/auth/sign-in/email', headers: {} },
  { path: '/api/auth/sign-up/email', headers: {} },
  { path: '/api/auth/sign-out', headers: {} },
  { path: '/api/account/passkey-sign-in/begin', headers: {} },
  { path: '/api/account/recovery', headers: {} },
  { method: 'GET', path: '/api/live?version=6', headers: UPGRADE },
];

test('T7 every request of the page at another address gets wrong_origin, and the log names each address once', async () => {
  const places = [
    { origin: 'http://10.0.0.5:4122', host: '10.0.0.5:4122' },
    { origin: 'https://nas.local', host: 'nas.local' },
    { origin: 'http://nas.local:8080', 'sec-fetch-site': 'same-origin' },
  ];
  for (const place of places)
    for (const { headers, ...sent } of REQUESTS) {
      const answer = await send({ ...sent, headers: { ...headers, ...place } });
      expect([sent.path, answer]).toEqual([sent.path, { status: 403, code: 'wrong_origin' }]);
    }
  await until('the log has the lines', () => readLines('refuses its page').length === places.length);
  expect(readLines('refuses its page')).toEqual(
    places.map(
      ({ origin }) =>
        `Snug expects ${server.url} and refuses its page at ${origin}. Set SNUG_URL to the address that people open.`,
    ),
  );
  expect((await ann.postCommand('list_rooms', {})).status).toBe(200);
});

test('T7 every request of another site gets forbidden, and no line in the log', async () => {
  const sites = [
    { origin: 'https://evil.example' },
    { origin: 'http://10.0.0.5:4122', host: '10.0.0.5:4123' },
    { origin: 'https://evil.example', host: 'evil.example', 'sec-fetch-site': 'cross-site' },
    { origin: 'http://nas.local', 'x-forwarded-host': 'nas.local' },
  ];
  for (const site of sites)
    for (const { headers, ...sent } of REQUESTS) {
      const answer = await send({ ...sent, headers: { ...headers, ...site } });
      expect([sent.path, answer]).toEqual([sent.path, { status: 403, code: 'forbidden' }]);
    }
  expect(readLines('refuses its page')).toEqual([]);
});

test('T7 a trusted proxy names the host that the browser asked for', async () => {
  const headers = { origin: 'http://nas.local', 'x-forwarded-host': 'nas.local' };
  const behind = { path: '/api/list_rooms', headers, from: '127.0.0.9' };
  expect(await send(behind)).toEqual({ status: 403, code: 'wrong_origin' });
  const foreign = { ...headers, 'x-forwarded-host': 'other.local' };
  expect(await send({ ...behind, headers: foreign })).toEqual({ status: 403, code: 'forbidden' });
});

test('the page learns the addresses at which Snug works', async () => {
  const options = (await (await fetch(`${server.url}/api/providers`)).json()) as { origins: string[] };
  expect(options.origins).toEqual(
    ['localhost', '127.0.0.1', '[::1]'].map(host => `http://${host}:${server.port}`),
  );
});

test('a server for other machines warns at its start if SNUG_URL is not set', async () => {
  const warning = `SNUG_URL is not set, so Snug works only at ${server.url}. Set it to the address that people open.`;
  expect(readLines('is not set')).toEqual([warning]);
  await server.restart({ SNUG_URL: server.url });
  expect(readLines('is not set')).toEqual([]);
});

test('upgrades that a proxy strips are named once in the log, and plain requests are not', async () => {
  const { connection: _connection, upgrade: _upgrade, ...stripped } = UPGRADE;
  const live = { method: 'GET', path: '/api/live?version=6' };
  for (const headers of [{}, { 'sec-fetch-site': 'same-origin' }, { origin: 'https://evil.example' }])
    expect(await send({ ...live, headers })).toEqual({ status: 426, code: undefined });
  expect(readLines('WebSocket')).toEqual([]);
  for (let count = 0; count < 3; count++)
    expect(await send({ ...live, headers: { ...stripped, origin: server.url } })).toMatchObject({
      status: 426,
    });
  await until('the log has the line', () => readLines('WebSocket').length > 0);
  expect(readLines('WebSocket')).toEqual([
    expect.stringMatching(
      /the proxy in front of Snug does not pass WebSockets on\. .*docs\/self-hosting\.md/,
    ),
  ]);
});
