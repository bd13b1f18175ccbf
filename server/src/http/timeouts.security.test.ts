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

/** A server in a hurry, and a way to write to it byte by byte: what it said, and after how many ms it hung up. */
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
    let said = '';
    socket.on('data', data => (said += String(data)));
    socket.on('error', () => {});
    socket.write(text);
    const drip = setInterval(() => trickle && socket.write(trickle), 50);
    // Not by `once`, which an error ends, too: the server may hang up while something is on its way.
    const isOver = new Promise(resolve => socket.on('close', resolve));
    const end = setTimeout(() => socket.destroy(), 5_000);
    await isOver;
    clearInterval(drip);
    clearTimeout(end);
    return { said, ms: performance.now() - began };
  };
}

const head = (path: string, length: number) =>
  `POST ${path} HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\nconnection: close\r\ncontent-length: ${length}\r\n\r\n`;

test('Q7 a connection that says nothing is ended', async () => {
  const { ms } = await (await createShortTimeoutServer())('');
  expect(ms).toBeLessThan(4_000);
});

test('Q7 headers that trickle in are not waited for', async () => {
  const { ms } = await (await createShortTimeoutServer())('POST /body HTTP/1.1\r\nhost: a\r\n', 'x: y\r\n');
  expect(ms).toBeLessThan(4_000);
});

test('Q7 a body that trickles in is not waited for, an upload is for longer, and neither for ever', async () => {
  const [body, upload] = await Promise.all([
    (await createShortTimeoutServer())(head('/body', 100_000), ' '),
    (await createShortTimeoutServer())(head('/upload', 100_000), ' '),
  ]);
  expect(body.said).not.toContain('200');
  expect(upload.ms).toBeGreaterThanOrEqual(SHORT_TIMEOUTS.uploadMs);
  expect(upload.ms).toBeLessThan(4_000);
  expect(body.ms).toBeLessThan(upload.ms);
});

test('Q7 whoever brought all in time is answered, however long that takes', async () => {
  const { said } = await (await createShortTimeoutServer())(`${head('/slow', 2)}{}`);
  expect(said).toContain('{"ok":true}');
});

test('Q7 headers of more than 16 KiB are refused, however many they are', async () => {
  for (const headers of [`x: ${'y'.repeat(17_000)}\r\n`, 'x:y\r\n'.repeat(4_000)]) {
    const { said } = await (await createShortTimeoutServer())(`GET / HTTP/1.1\r\nhost: a\r\n${headers}\r\n`);
    expect(said).toMatch(/^HTTP\/1\.1 431 /);
  }
});

test('Q7 what a server really waits is seconds, and minutes for an upload', () => {
  expect(TIMEOUTS).toMatchObject({ headersMs: 15_000, bodyMs: 20_000, uploadMs: 300_000 });
});
