import { once } from 'node:events';
import { type AddressInfo, connect, type Server, type Socket } from 'node:net';
import { fastify } from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { scheduleRequests } from './request-scheduling.ts';

/** A server whose turns of the event loop the test ends. */
async function createQueueingServer() {
  const deferred: (() => void)[] = [];
  const began: string[] = [];
  const app = fastify();
  onTestFinished(() => app.close());
  scheduleRequests(app, run => deferred.push(run));
  app.get('/:name', async ({ params }) => {
    began.push((params as { name: string }).name);
    return '';
  });
  const endTurn = () => deferred.splice(0).forEach(run => run());
  return { app, began, endTurn };
}

test('Q5 eight requests start in a turn of the event loop, and the others in the next ones, in order', async () => {
  const { app, began, endTurn } = await createQueueingServer();
  const names = Array.from({ length: 20 }, (_, index) => String(index));
  const answers = names.map(async name => app.inject(`/${name}`));
  for (const count of [8, 16, 20]) {
    await expect.poll(() => began.length).toBe(count);
    endTurn();
  }
  expect(began).toEqual(names);
  await Promise.all(answers);
  endTurn();
  expect((await app.inject('/later')).statusCode).toBe(200);
});

test('Q5 a connection with many requests and no reading is ended, and others are served', async () => {
  const { app, began, endTurn } = await createQueueingServer();
  await app.listen({ port: 0, host: '127.0.0.1' });
  const pipelining = openPipelined(app.server.address() as AddressInfo, 40);
  await once(pipelining, 'close');
  endTurn();
  endTurn();
  const other = openPipelined(app.server.address() as AddressInfo, 1);
  await expect.poll(() => (endTurn(), began.length)).toBeGreaterThan(8);
  expect(other.destroyed).toBe(false);
  expect(began.length).toBeLessThan(40);
});

test('Q11 a connection that sends requests without reading responses is ended', async () => {
  const app = fastify();
  onTestFinished(() => app.close());
  scheduleRequests(app);
  app.get('/mine', async () => 'x'.repeat(8_000_000));
  await app.listen({ port: 0, host: '127.0.0.1' });
  const socket = openPipelined(app.server.address() as AddressInfo, 8).pause();
  await expect.poll(async () => countConnections(app)).toBe(1);
  socket.write('GET /mine HTTP/1.1\r\nhost: x\r\n\r\n');
  await expect.poll(async () => countConnections(app)).toBe(0);
});

function countConnections({ server }: { server: Server }): Promise<number> {
  return new Promise(resolve => server.getConnections((_error, count) => resolve(count)));
}

test('Q5 a request beyond 1,000 waiting ones is rejected', async () => {
  const { app, endTurn } = await createQueueingServer();
  const answers = Array.from({ length: 1_010 }, async () => app.inject('/x'));
  const first = await Promise.race(answers.slice(1_008));
  expect(first.statusCode).toBe(429);
  for (let turn = 0; turn < 200; turn++) {
    endTurn();
    await new Promise(setImmediate);
  }
  expect((await Promise.all(answers)).filter(({ statusCode }) => statusCode === 200)).toHaveLength(1_008);
});

function openPipelined({ port }: AddressInfo, requests: number): Socket {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write('GET /mine HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(requests));
  onTestFinished(() => void socket.destroy());
  return socket.resume();
}
