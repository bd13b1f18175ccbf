import { type AddressInfo, connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createTestServer } from '../testing/app.ts';
import { enforceBodyTimeout, getRequestTimeoutMs, TIMEOUTS, UPLOAD_BODY } from './timeouts.ts';

const SHORT_TIMEOUTS = {
  headersMs: 300,
  bodyMs: 300,
  silentUploadMs: 500,
  uploadMs: 1_500,
  refusedUploadMs: 300,
  stalledMs: 30_000,
  checkIntervalMs: 50,
};

/** A server with short timeouts. Returns a function that writes bytes slowly until the server ends the connection, and returns the response. */
async function createShortTimeoutServer() {
  const app = createTestServer({ timeouts: SHORT_TIMEOUTS });
  enforceBodyTimeout(app, SHORT_TIMEOUTS);
  app.addContentTypeParser('application/octet-stream', (_request, _payload, done) => done(null));
  app.post('/body', async () => ({ ok: true }));
  app.post('/upload', UPLOAD_BODY, async ({ raw }) => {
    let bytes = 0;
    for await (const chunk of raw) bytes += (chunk as Buffer).length;
    return { bytes };
  });
  app.post('/refused', UPLOAD_BODY, async () => ({ ok: false }));
  app.post('/slow', async () => {
    await wait(SHORT_TIMEOUTS.bodyMs * 2);
    return { ok: true };
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  return async (text: string, trickle = '') => {
    const socket = connect(port, '127.0.0.1');
    let response = '';
    socket.on('data', data => (response += String(data)));
    socket.on('error', () => {});
    socket.write(text);
    const drip = setInterval(() => trickle && socket.write(trickle), 50);
    // `once` would reject at an error: the server may close the connection while bytes are on the way.
    const isOver = new Promise(resolve => socket.on('close', resolve));
    await isOver;
    clearInterval(drip);
    return response;
  };
}

const head = (path: string, length: number, type = 'application/octet-stream') =>
  `POST ${path} HTTP/1.1\r\nhost: a\r\ncontent-type: ${type}\r\nconnection: close\r\ncontent-length: ${length}\r\n\r\n`;

test('Q7 a silent connection is ended', async () => {
  expect(await (await createShortTimeoutServer())('')).not.toMatch(/^HTTP\/1\.1 2/);
});

test('Q7 a request with slow headers is ended', async () => {
  const send = await createShortTimeoutServer();
  expect(await send('POST /body HTTP/1.1\r\nhost: a\r\n', 'x: y\r\n')).not.toMatch(/^HTTP\/1\.1 2/);
});

test('Q7 a request with a slow body is ended first, then a silent upload, and a slow upload last', async () => {
  const ends: string[] = [];
  const run = async (name: string, text: string, trickle?: string) => {
    const response = await (await createShortTimeoutServer())(text, trickle);
    expect(response).not.toMatch(/^HTTP\/1\.1 2/);
    ends.push(name);
  };
  await Promise.all([
    run('body', head('/body', 100_000, 'application/json'), ' '),
    run('silent upload', head('/upload', 100_000)),
    run('upload', head('/upload', 100_000), ' '),
  ]);
  expect(ends).toEqual(['body', 'silent upload', 'upload']);
});

test('Q7 the rest of a refused upload is read for a limited time', async () => {
  const slow = (await createShortTimeoutServer())(head('/upload', 100_000), ' ');
  const refused = (await createShortTimeoutServer())(head('/refused', 1_000_000), 'x'.repeat(1_000));
  const ends: string[] = [];
  await Promise.all([
    slow.then(() => ends.push('too slow')),
    refused.then(response => ends.push(response.includes('{"ok":false}') ? 'refused' : response)),
  ]);
  expect(ends).toEqual(['refused', 'too slow']);
});

test('Q7 a complete request is answered at any later time', async () => {
  const response = await (await createShortTimeoutServer())(`${head('/slow', 2, 'application/json')}{}`);
  expect(response).toContain('{"ok":true}');
});

test('Q7 headers of more than 16 KiB in total are rejected', async () => {
  for (const headers of [`x: ${'y'.repeat(17_000)}\r\n`, 'x:y\r\n'.repeat(4_000)]) {
    const response = await (await createShortTimeoutServer())(`GET / HTTP/1.1\r\nhost: a\r\n${headers}\r\n`);
    expect(response).toMatch(/^HTTP\/1\.1 431 /);
  }
});

test('Q7 real timeouts are seconds, and for an upload a minute without progress', () => {
  expect(TIMEOUTS).toMatchObject({ headersMs: 15_000, bodyMs: 20_000, silentUploadMs: 60_000 });
  const days = 24 * 60 * 60_000;
  expect(
    getRequestTimeoutMs(TIMEOUTS, 10_000_000_000) / days,
    'the largest file, at 8,000 bytes a second',
  ).toBeCloseTo(14.5, 1);
});
