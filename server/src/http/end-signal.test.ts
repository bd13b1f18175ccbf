import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createEndSignal } from './end-signal.ts';

async function startServer() {
  const asked = Promise.withResolvers<AbortSignal>();
  const lost = Promise.withResolvers<AbortSignal>();
  const server = createServer((request, response) => {
    request.resume();
    request.once('end', () => asked.resolve(createEndSignal(response)));
    response.once('close', () => setImmediate(() => lost.resolve(createEndSignal(response))));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\n\r\n{}');
  return { socket, signal: await asked.promise, lost: lost.promise };
}

test('U3 the signal of a request aborts when its connection ends, and not when its body has arrived', async () => {
  const { socket, signal } = await startServer();
  await new Promise(setImmediate);
  expect(signal.aborted).toBe(false);
  const aborted = once(signal, 'abort');
  socket.destroy();
  await aborted;
  expect(signal.aborted).toBe(true);
});

test('U3 the signal of a request whose connection has ended before is aborted', async () => {
  const { socket, lost } = await startServer();
  socket.destroy();
  expect((await lost).aborted).toBe(true);
});
