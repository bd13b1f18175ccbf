import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createTestServer } from '../testing/app.ts';
import { closeStalledConnections } from './stalled-responses.ts';

const BYTES = 12_000_000;

/** A server with one large response, and a client that reads it only on request. */
async function createLargeResponse(stalledMs: number) {
  const app = createTestServer();
  closeStalledConnections(app, stalledMs);
  const parts = Array.from({ length: 200 }, () => Buffer.alloc(BYTES / 200));
  app.get('/large', async (_request, reply) => reply.send(Readable.from(parts)));
  const ended: number[] = [];
  app.server.on('connection', (socket: Socket) => socket.on('close', () => ended.push(socket.bytesWritten)));
  await app.listen({ port: 0, host: '127.0.0.1' });
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.pause();
  socket.write('GET /large HTTP/1.1\r\nhost: snug.example\r\n\r\n');
  return { socket, ended };
}

test('Q11 a response without a reader is ended, and its memory is freed', async () => {
  const { ended } = await createLargeResponse(400);
  await expect.poll(() => ended.length).toBe(1);
});

test('Q11 a slow but steady reader receives the whole response', async () => {
  const { socket, ended } = await createLargeResponse(3_000);
  let bytes = 0;
  while (bytes < BYTES && ended.length === 0) {
    bytes += (socket.read() as Buffer | null)?.length ?? 0;
    await wait(20);
  }
  expect(ended).toEqual([]);
});

test('Q11 a response whose bytes the server has still to make is not ended, however long that takes', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const app = createTestServer();
  closeStalledConnections(app, 1_000);
  const more = Promise.withResolvers<string>();
  async function* makeParts() {
    yield 'first';
    yield await more.promise;
    vi.advanceTimersByTime(1_000);
    yield 'third';
  }
  app.get('/slow', async (_request, reply) => reply.send(Readable.from(makeParts())));
  await app.listen({ port: 0, host: '127.0.0.1' });
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1').setEncoding('utf8');
  onTestFinished(() => void socket.destroy());
  let received = '';
  socket.on('data', text => (received += text));
  const closed = once(socket, 'close');
  socket.write('GET /slow HTTP/1.1\r\nhost: snug.example\r\nconnection: close\r\n\r\n');
  await expect.poll(() => received).toContain('first');
  vi.advanceTimersByTime(60_000);
  more.resolve('second');
  await closed;
  expect(received).toContain('third');
});
