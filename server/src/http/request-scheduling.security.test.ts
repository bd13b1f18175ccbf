import { type AddressInfo, connect, type Server } from 'node:net';
import { fastify } from 'fastify';
import { expect, onTestFinished, test, vi } from 'vitest';
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

test('Q5 four requests start in a turn of the event loop, and the others in the next ones, in order', async () => {
  const { app, began, endTurn } = await createQueueingServer();
  const names = Array.from({ length: 10 }, (_, index) => String(index));
  const answers = names.map(async name => app.inject(`/${name}`));
  for (const count of [4, 8, 10]) {
    await expect.poll(() => began.length).toBe(count);
    endTurn();
  }
  expect(began).toEqual(names);
  await Promise.all(answers);
  endTurn();
  expect((await app.inject('/later')).statusCode).toBe(200);
});

test('Q5 a request whose connection ends before its turn does not start', async () => {
  const { app, began, endTurn } = await createQueueingServer();
  const arrived = vi.fn<() => void>();
  app.server.on('request', arrived);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const send = (name: string) =>
    connect(port, '127.0.0.1').end(`GET /${name} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`).resume();
  for (let index = 0; index < 4; index++) send(String(index));
  await expect.poll(() => began.length).toBe(4);
  const abandoned = send('abandoned');
  await expect.poll(() => arrived).toHaveBeenCalledTimes(5);
  abandoned.destroy();
  await expect.poll(async () => countConnections(app)).toBe(0);
  endTurn();
  expect((await app.inject('/later')).statusCode).toBe(200);
  expect(began.slice(4)).toEqual(['later']);
});

function countConnections({ server }: { server: Server }): Promise<number> {
  return new Promise(resolve => server.getConnections((_error, count) => resolve(count)));
}

test('Q5 a request beyond 1,000 waiting ones is rejected', async () => {
  const { app, endTurn } = await createQueueingServer();
  const answers = Array.from({ length: 1_010 }, async () => app.inject('/x'));
  const first = await Promise.race(answers.slice(1_004));
  expect(first.statusCode).toBe(429);
  for (let turn = 0; turn < 300; turn++) {
    endTurn();
    await new Promise(setImmediate);
  }
  expect((await Promise.all(answers)).filter(({ statusCode }) => statusCode === 200)).toHaveLength(1_004);
});
