import { once } from 'node:events';
import { type AddressInfo, connect, type Server, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createTestServer } from '../testing/app.ts';

const SMALLEST_REQUEST = 'GET / HTTP/1.1\r\nhost:x\r\n\r\n';

/** `arrived` is called for each request that the server has parsed. */
async function createListeningServer() {
  const app = createTestServer();
  const arrived = vi.fn<() => void>();
  app.server.on('request', arrived);
  const unfinished = new Readable({ read() {} });
  app.get('/', async () => 'x'.repeat(10_000));
  app.get('/unfinished', async (_request, reply) => reply.header('content-length', 4).send(unfinished));
  app.get('/short', async () => 'short');
  await app.listen({ port: 0, host: '127.0.0.1' });
  const open = () => {
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
    socket.on('error', () => {});
    onTestFinished(() => void socket.destroy());
    return socket;
  };
  return { app, arrived, unfinished, open };
}

test('Q11 a connection with 2,600 requests at once is ended after two', async () => {
  const { app, arrived, open } = await createListeningServer();
  open().pause().write(SMALLEST_REQUEST.repeat(2_600));
  await expect.poll(() => arrived).toHaveBeenCalled();
  await expect.poll(async () => countConnections(app.server)).toBe(0);
  expect(arrived.mock.calls.length).toBeLessThanOrEqual(2);
});

function countConnections(server: Server): Promise<number> {
  return new Promise(resolve => server.getConnections((_error, count) => resolve(count)));
}

test('Q11 a request after all bytes of a response, but before its end, is answered', async () => {
  const { arrived, unfinished, open } = await createListeningServer();
  const socket = open();
  socket.write(SMALLEST_REQUEST.replace('/', '/unfinished'));
  unfinished.push('long');
  await receive(socket, 'long');
  socket.write(SMALLEST_REQUEST.replace('/', '/short'));
  await expect.poll(() => arrived).toHaveBeenCalledTimes(2);
  unfinished.push(null);
  await receive(socket, 'short');
  for (const count of [3, 4, 5]) {
    socket.write(SMALLEST_REQUEST.replace('/', '/short'));
    await receive(socket, 'short');
    expect(arrived).toHaveBeenCalledTimes(count);
  }
});

async function receive(socket: Socket, end: string): Promise<void> {
  let received = '';
  while (!received.endsWith(end)) received += String((await once(socket, 'data'))[0]);
}
