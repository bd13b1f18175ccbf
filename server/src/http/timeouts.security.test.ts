import { type AddressInfo, connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createTestServer } from '../testing/app.ts';
import { enforceBodyTimeout, NO_BODY_TIMEOUT, TIMEOUTS } from './timeouts.ts';

const SHORT_TIMEOUTS = {
  headersMs: 300,
  bodyMs: 300,
  uploadMs: 1_500,
  stalledMs: 30_000,
  checkIntervalMs: 50,
};

/**
 * A server with short timeouts. Returns a function that writes bytes slowly and returns the response and the time until the
 * connection ended, ms.
 */
async function createShortTimeoutServer() {
  const app = createTestServer({ timeouts: SHORT_TIMEOUTS });
  enforceBodyTimeout(app, SHORT_TIMEOUTS.bodyMs);
  app.post('/body', async () => ({ ok: true }));
  app.post('/upload', NO_BODY_TIMEOUT, async () => ({ ok: true }));
  app.post('/slow', async () => {
    await wait(SHORT_TIMEOUTS.bodyMs * 2);
    return { ok: true };
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  return async (text: string, trickle = '') => {
    const socket = connect(port, '127.0.0.1');
    const began = performance.now();
    let response = '';
    socket.on('data', data => (response += String(data)));
    socket.on('error', () => {});
    socket.write(text);
    const drip = setInterval(() => trickle && socket.write(trickle), 50);
    // `once` would reject at an error: the server may close the connection while bytes are on the way.
    const isOver = new Promise(resolve => socket.on('close', resolve));
    const end = setTimeout(() => socket.destroy(), 5_000);
    await isOver;
    clearInterval(drip);
    clearTimeout(end);
    return { response, ms: performance.now() - began };
  };
}

const head = (path: string, length: number) =>
  `POST ${path} HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\nconnection: close\r\ncontent-length: ${length}\r\n\r\n`;

test('Q7 a silent connection is ended', async () => {
  const { ms } = await (await createShortTimeoutServer())('');
  expect(ms).toBeLessThan(4_000);
});

test('Q7 a request with slow headers is ended', async () => {
  const { ms } = await (await createShortTimeoutServer())('POST /body HTTP/1.1\r\nhost: a\r\n', 'x: y\r\n');
  expect(ms).toBeLessThan(4_000);
});

test('Q7 a request with a slow body is ended, an upload later, and both in the end', async () => {
  const [body, upload] = await Promise.all([
    (await createShortTimeoutServer())(head('/body', 100_000), ' '),
    (await createShortTimeoutServer())(head('/upload', 100_000), ' '),
  ]);
  expect(body.response).not.toContain('200');
  expect(upload.ms).toBeGreaterThanOrEqual(SHORT_TIMEOUTS.uploadMs);
  expect(upload.ms).toBeLessThan(4_000);
  expect(body.ms).toBeLessThan(upload.ms);
});

test('Q7 a complete request is answered at any later time', async () => {
  const { response } = await (await createShortTimeoutServer())(`${head('/slow', 2)}{}`);
  expect(response).toContain('{"ok":true}');
});

test('Q7 headers of more than 16 KiB in total are rejected', async () => {
  for (const headers of [`x: ${'y'.repeat(17_000)}\r\n`, 'x:y\r\n'.repeat(4_000)]) {
    const { response } = await (await createShortTimeoutServer())(
      `GET / HTTP/1.1\r\nhost: a\r\n${headers}\r\n`,
    );
    expect(response).toMatch(/^HTTP\/1\.1 431 /);
  }
});

test('Q7 real timeouts are seconds, and minutes for an upload', () => {
  expect(TIMEOUTS).toMatchObject({ headersMs: 15_000, bodyMs: 20_000, uploadMs: 300_000 });
});
