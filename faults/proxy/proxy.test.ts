import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { FaultProxy } from './proxy.ts';

/** A proxy, a socket to it, and the other end of that behind it. */
async function aLink(): Promise<{ proxy: FaultProxy; client: Socket; server: Socket; heard: () => string }> {
  const behind = createServer({ allowHalfOpen: true }).listen(0, '127.0.0.1');
  await once(behind, 'listening');
  const proxy = await FaultProxy.start((behind.address() as AddressInfo).port, () => 0.5);
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
  return { proxy, client, server, heard: () => text };
}

async function nextOn(socket: Socket): Promise<string> {
  const [bytes] = (await once(socket, 'data')) as [Buffer];
  return bytes.toString();
}

/** Resolves however it closes; `once` would reject where an error comes first. */
function closeOf(socket: Socket): Promise<unknown> {
  return new Promise(resolve => socket.on('close', resolve));
}

test('what is written arrives, both ways, and so does the end', async () => {
  const { client, server } = await aLink();
  client.write('ping');
  expect(await nextOn(server)).toBe('ping');
  server.write('pong');
  expect(await nextOn(client)).toBe('pong');
  const ended = once(server, 'end');
  client.end();
  server.resume();
  await ended;
});

test('each piece is held up, and none overtakes another', async () => {
  const { proxy, client, server, heard } = await aLink();
  proxy.set('down', { delayMs: 100 });
  const begun = performance.now();
  for (const word of ['one ', 'two ', 'three']) server.write(word);
  await expect.poll(heard).toBe('one two three');
  expect(performance.now() - begun).toBeGreaterThanOrEqual(100);
  client.write('not held up');
  expect(await nextOn(server)).toBe('not held up');
});

test('a thin pipe takes its time', async () => {
  const { proxy, server, heard } = await aLink();
  proxy.set('down', { bytesPerSecond: 10_000 });
  const begun = performance.now();
  server.write('x'.repeat(2_000));
  await expect.poll(() => heard().length).toBe(2_000);
  expect(performance.now() - begun).toBeGreaterThanOrEqual(199);
});

test('a stalled direction is silent, with neither bytes nor an end, and goes on where it stopped', async () => {
  const { proxy, client, server, heard } = await aLink();
  proxy.set('down', { isStalled: true });
  const ended = once(client, 'end');
  server.end('held back');
  client.write('still heard');
  expect(await nextOn(server)).toBe('still heard');
  expect(heard()).toBe('');
  proxy.clear();
  await ended;
  expect(heard()).toBe('held back');
});

test('an end that goes away behind a stall is not told to the other', async () => {
  const { proxy, client, server } = await aLink();
  proxy.set('up', { isStalled: true });
  client.write('lost');
  const left = closeOf(client);
  client.destroy();
  await left;
  server.write('anyone?');
  await expect.poll(() => server.bytesWritten).toBe(7);
  expect([server.destroyed, server.bytesRead, proxy.links]).toEqual([false, 0, 1]);
  const closed = closeOf(server);
  proxy.reset();
  await closed;
});

test('a connection that was silenced stays so, and another one is heard', async () => {
  const { proxy, server, heard } = await aLink();
  proxy.silence();
  proxy.clear();
  server.write('anyone?');
  await expect.poll(() => proxy.dropped).toBe(7);
  expect(heard()).toBe('');
  const other = connect({ port: Number(new URL(proxy.url).port), host: '127.0.0.1' });
  await once(other, 'connect');
  other.destroy();
});

test('answers are dropped while requests pass', async () => {
  const { proxy, client, server, heard } = await aLink();
  proxy.set('down', { isDropped: true });
  server.write('lost');
  await expect.poll(() => proxy.dropped).toBe(4);
  client.write('asked');
  expect(await nextOn(server)).toBe('asked');
  proxy.clear();
  server.write('heard');
  await expect.poll(heard).toBe('heard');
});

test('a connection is cut after so many bytes, counted from then on', async () => {
  const { proxy, client, server, heard } = await aLink();
  server.write('before ');
  await expect.poll(heard).toBe('before ');
  proxy.set('down', { cutAfter: 3 });
  const closed = Promise.all([client, server].map(closeOf));
  server.write('abcdef');
  await closed;
  expect(heard()).not.toContain('d');
  expect(client.errored).toMatchObject({ code: 'ECONNRESET' });
});

test('a reset is felt at both ends', async () => {
  const { proxy, client, server } = await aLink();
  const closed = Promise.all([client, server].map(closeOf));
  proxy.reset();
  await closed;
  expect([client.errored, server.errored]).toMatchObject([{ code: 'ECONNRESET' }, { code: 'ECONNRESET' }]);
  await expect.poll(() => proxy.links).toBe(0);
});
