import { COMMANDS } from '@snug/protocol';
import { ServerProcess } from '@snug/testkit/server-process.ts';
import { TestPerson } from '@snug/testkit/test-person.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let server: ServerProcess;
let ann: TestPerson;

beforeAll(async () => {
  server = await ServerProcess.start();
  ann = await TestPerson.add(server, 'Ann');
});
afterAll(() => server.remove());

const FOREIGN = [
  'https://evil.example',
  'null',
  'SERVER.evil.example',
  'SERVER/',
  'SERVER@evil.example',
  'http://127.0.0.1:1',
  'http://127.0.0.1',
  'https://127.0.0.1:PORT',
  'HTTP://127.0.0.1:PORT',
  'http://LOCALHOST:PORT',
  'http://localhost.:PORT',
  'http://evil.localhost:PORT',
  'file://',
  '',
];
for (const foreign of FOREIGN) {
  test(`T7 the server rejects sockets, commands and files from the origin "${foreign}"`, async () => {
    // The host of the request is the same: it is Snug's page behind a proxy with TLS.
    const code = foreign.startsWith('https://127') ? 'wrong_origin' : 'forbidden';
    const origin = foreign.replace('SERVER', server.url).replace('PORT', String(server.port));
    await expect(ann.connect({ origin })).rejects.toThrow('403');
    if (!origin) return;
    expect(await ann.postCommand('list_rooms', {}, { origin })).toMatchObject({
      status: 403,
      error: { code },
    });
    const upload = await ann.upload('a.txt', 'a', { headers: { origin } });
    expect([upload.status, await upload.json()]).toMatchObject([403, { error: { code } }]);
  });
}

test('T7 a command of a program, which sends no origin, is accepted; a socket needs the origin of Snug', async () => {
  expect((await ann.postCommand('list_rooms', {})).status).toBe(200);
  await expect(ann.connect({ origin: undefined })).rejects.toThrow('403');
  const live = await ann.connect({ origin: `http://localhost:${server.port}` });
  expect(await live.request('list_rooms', {})).toHaveProperty('ok');
});

test("T7 a program that signs out, or signs in by Node's fetch, needs Snug's origin", async () => {
  const ben = await TestPerson.add(server, 'Ben');
  const post = (path: string, body: object, headers: Record<string, string>) =>
    fetch(`${server.url}/api/auth/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  const account = { email: ben.email, password: 'a long enough password' };
  const { cookie } = ben;
  // Node's fetch adds `Sec-Fetch-Mode: cors`.
  for (const refused of [await post('sign-in/email', account, {}), await post('sign-out', {}, { cookie })])
    expect([refused.status, await refused.json()]).toMatchObject([
      403,
      { message: 'Missing or null Origin' },
    ]);
  expect((await ben.postCommand('list_rooms', {})).status).toBe(200);
  const origin = server.url;
  expect((await post('sign-in/email', account, { origin })).status).toBe(200);
  expect((await post('sign-out', {}, { cookie, origin })).status).toBe(200);
  expect((await ben.postCommand('list_rooms', {})).status).toBe(401);
});

for (const site of ['cross-site', 'same-site', 'SAME-ORIGIN', '']) {
  test(`T7 a browser with Sec-Fetch-Site "${site}" is not treated as a page of Snug`, async () => {
    const headers = { 'sec-fetch-site': site };
    for (const command of Object.keys(COMMANDS))
      expect(await ann.postCommand(command, {}, headers)).toMatchObject({ status: 403 });
    expect((await ann.upload('a.txt', 'a', { headers })).status).toBe(403);
  });
}

// Types that forms, and scripts without a preflight, can send
// (https://fetch.spec.whatwg.org/#cors-safelisted-request-header).
const SIMPLE_CONTENT_TYPES = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
];
for (const type of [...SIMPLE_CONTENT_TYPES, 'text/plain; x=application/json', 'nonsense', '']) {
  test(`T7 a body of the type "${type}" is neither a command nor a file, and cannot sign in`, async () => {
    const headers = { 'content-type': type };
    const refused = { status: 400, error: { code: 'invalid_input' } };
    expect(await ann.postCommand('create_room', { name: 'x', description: 'x' }, headers)).toMatchObject(
      refused,
    );
    const upload = await ann.upload('a.txt', 'a', { headers });
    expect([upload.status, await upload.json()]).toMatchObject([400, { error: { code: 'invalid_input' } }]);
    const signIn = await fetch(`${server.url}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { ...headers, origin: server.url },
      body: JSON.stringify({ email: ann.email, password: 'a long enough password' }),
    });
    expect([signIn.status, signIn.headers.getSetCookie()]).toEqual([400, []]);
  });
}

test('T7 a foreign page cannot sign anyone out, in or up', async () => {
  for (const path of ['sign-out', 'sign-in/email', 'sign-up/email']) {
    const response = await fetch(`${server.url}/api/auth/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: 'https://evil.example', cookie: ann.cookie },
      body: JSON.stringify({ email: 'eve@snug.example', password: 'a long enough password', name: 'Eve' }),
    });
    expect([path, response.status, response.headers.getSetCookie()]).toEqual([path, 403, []]);
  }
  expect((await ann.postCommand('list_rooms', {})).status).toBe(200);
});
