import { existsSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { ServerProcess } from '@snug/testkit/server-process.ts';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';

const CLIENTS = 1_500;
const SOMAXCONN_PATH = '/proc/sys/net/core/somaxconn';

let server: ServerProcess;

beforeAll(async () => {
  server = await ServerProcess.start();
});
afterAll(() => server.remove());

test(`H2 ${CLIENTS} clients that connect at once are accepted, even if the server is busy`, async context => {
  const maxQueued = existsSync(SOMAXCONN_PATH) ? Number(readFileSync(SOMAXCONN_PATH, 'utf8')) : 0;
  context.skip(maxQueued < CLIENTS, `the system queues only ${maxQueued} connections`);
  server.freeze();
  onTestFinished(() => server.thaw());
  const sockets = Array.from({ length: CLIENTS }, () => connect(server.port, '127.0.0.1'));
  onTestFinished(() => sockets.forEach(socket => socket.destroy()));
  const countOpen = () => sockets.filter(socket => socket.readyState === 'open').length;
  await expect.poll(countOpen).toBe(CLIENTS);
});
