import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { FaultProxy } from './proxy.ts';

/** A proxy, a socket to it, and the server's end of that connection. */
async function createLink(): Promise<{
  proxy: FaultProxy;
  client: Socket;
  server: Socket;
  getReceived: () => string;
}> {
  const behind = createServer({ allowHalfOpen: true }).listen(0, '127.0.0.1');
  await once(behind, 'listening');
  const proxy = await FaultProxy.start((behind.address() as AddressInfo).port, { random: () => 0.5 });
  const accepted = once(behind, 'connection') as Promise<[Socket]>;
  const client = connect({ port: Number(new URL(proxy.url).port), host: '127.0.0.1', allowHalfOpen: true });
  const [server] = await accepted;
  let text = '';
  client.on('data', chunk => (text += chunk));
  for (const socket of [client, server]) socket.on('error', () => {});
  onTestFinished(async () => {
    client.destroy();
    server.destroy();
    await proxy.close();
    behind.close();
  });
  return { proxy, client, server, getReceived: () => text };
}

async function readNext(socket: Socket): Promise<string> {
  const [bytes] = (await once(socket, 'data')) as [Buffer];
  return bytes.toString();
}

/** Resolves with or without an error; `once` would reject after an error. */
function waitForClose(socket: Socket): Promise<unknown> {
  return new Promise(resolve => socket.on('close', resolve));
}

test('bytes arrive in both directions, and so does the end', async () => {
  const { client, server } = await createLink();
  client.write('ping');
  expect(await readNext(server)).toBe('ping');
  server.write('pong');
  expect(await readNext(client)).toBe('pong');
  const ended = once(server, 'end');
  client.end();
  server.resume();
  await ended;
});

test('each piece is delayed, and the order stays', async () => {
  const { proxy, client, server, getReceived } = await createLink();
  proxy.set('down', { delayMs: 100 });
  const begun = performance.now();
  for (const word of ['one ', 'two ', 'three']) server.write(word);
  await expect.poll(getReceived).toBe('one two three');
  expect(performance.now() - begun).toBeGreaterThanOrEqual(100);
  client.write('not held up');
  expect(await readNext(server)).toBe('not held up');
});

test('a limited bandwidth delays bytes', async () => {
  const { proxy, server, getReceived } = await createLink();
  proxy.set('down', { bytesPerSecond: 10_000 });
  const begun = performance.now();
  server.write('x'.repeat(2_000));
  await expect.poll(() => getReceived().length).toBe(2_000);
  expect(performance.now() - begun).toBeGreaterThanOrEqual(199);
});

test('a stalled direction passes neither bytes nor the end, and continues where it stopped', async () => {
  const { proxy, client, server, getReceived } = await createLink();
  proxy.set('down', { isStalled: true });
  const ended = once(client, 'end');
  server.end('held back');
  client.write('still getReceived');
  expect(await readNext(server)).toBe('still getReceived');
  expect(getReceived()).toBe('');
  proxy.restore();
  await ended;
  expect(getReceived()).toBe('held back');
});

test('a close behind a stall does not reach the other end', async () => {
  const { proxy, client, server } = await createLink();
  proxy.set('up', { isStalled: true });
  client.write('lost');
  const left = waitForClose(client);
  client.destroy();
  await left;
  server.write('anyone?');
  await expect.poll(() => server.bytesWritten).toBe(7);
  expect([server.destroyed, server.bytesRead, proxy.linkCount]).toEqual([false, 0, 1]);
  const closed = waitForClose(server);
  proxy.reset();
  await closed;
});

test('a silenced connection stays silent, and a new one works', async () => {
  const { proxy, server, getReceived } = await createLink();
  proxy.silence();
  proxy.restore();
  server.write('anyone?');
  await expect.poll(() => proxy.droppedBytes).toBe(7);
  expect(getReceived()).toBe('');
  const other = connect({ port: Number(new URL(proxy.url).port), host: '127.0.0.1' });
  await once(other, 'connect');
  other.destroy();
});

test('responses are discarded while requests pass', async () => {
  const { proxy, client, server, getReceived } = await createLink();
  proxy.set('down', { isDropped: true });
  server.write('lost');
  await expect.poll(() => proxy.droppedBytes).toBe(4);
  client.write('asked');
  expect(await readNext(server)).toBe('asked');
  proxy.restore();
  server.write('getReceived');
  await expect.poll(getReceived).toBe('getReceived');
});

test('a connection is reset after a number of bytes, counted from then on', async () => {
  const { proxy, client, server, getReceived } = await createLink();
  server.write('before ');
  await expect.poll(getReceived).toBe('before ');
  proxy.set('down', { resetAfterBytes: 3 });
  const closed = Promise.all([client, server].map(waitForClose));
  server.write('abcdef');
  await closed;
  expect(getReceived()).not.toContain('d');
  expect(client.errored).toMatchObject({ code: 'ECONNRESET' });
});

test('a reset reaches both ends', async () => {
  const { proxy, client, server } = await createLink();
  const closed = Promise.all([client, server].map(waitForClose));
  proxy.reset();
  await closed;
  expect([client.errored, server.errored]).toMatchObject([{ code: 'ECONNRESET' }, { code: 'ECONNRESET' }]);
  await expect.poll(() => proxy.linkCount).toBe(0);
});
