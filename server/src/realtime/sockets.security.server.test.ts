import { connect, type Socket } from 'node:net';
import { PROTOCOL_VERSION } from '@snug/protocol';
import { ServerProcess } from '@snug/testkit/server-process.ts';
import { TestPerson } from '@snug/testkit/test-person.ts';
import type { TestSocket } from '@snug/testkit/test-socket.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';

const PER_PERSON = 3;
const PER_ADDRESS = 5;

/** 60 MB, more than the socket buffers of both sides hold. */
const MAX_FRAMES = 1_000;

let server: ServerProcess;
let addresses = 0;

beforeAll(async () => {
  server = await ServerProcess.start({
    settings: {
      SNUG_RATE_LIMITS: 'on',
      SNUG_TRUSTED_PROXIES: '127.0.0.1',
      SNUG_LIMIT_SIGN_UP: '100/60',
      SNUG_LIMIT_SOCKETS: '8/7200',
      SNUG_LIMIT_ADDRESS_SOCKETS: '12/7200',
      SNUG_MAX_SOCKETS: String(PER_PERSON),
      SNUG_MAX_ADDRESS_SOCKETS: String(PER_ADDRESS),
    },
  });
});
afterAll(() => server.remove());

const newAddress = () => `203.0.113.${++addresses}`;
const open = (person: TestPerson, from = newAddress()) =>
  person.connect({ headers: { 'x-forwarded-for': from } });
const isServed = (live: TestSocket) => live.request('list_rooms', {});

async function close(live: TestSocket): Promise<void> {
  live.socket.close();
  await live.closed;
}

test('Q6 concurrent sockets of a person are limited across addresses, and closing one allows another', async () => {
  const ann = await TestPerson.add(server, 'Ann');
  const sockets = await Promise.all(Array.from({ length: PER_PERSON }, () => open(ann)));
  await Promise.all(sockets.map(isServed));
  const tooMany = await open(ann);
  expect([await tooMany.closed, tooMany.closeReason]).toEqual([1013, 'retry after 30']);
  expect(tooMany.texts).toEqual([]);
  await close(sockets[0] as TestSocket);
  expect(await isServed(await open(ann))).toHaveProperty('ok');
  const ben = await open(await TestPerson.add(server, 'Ben'));
  expect(await isServed(ben)).toHaveProperty('ok');
});

test('Q6 concurrent sockets of a network address are limited across people', async () => {
  const from = newAddress();
  const people = await Promise.all([1, 2].map(() => TestPerson.add(server, 'Cleo')));
  const sockets: TestSocket[] = [];
  for (let count = 0; count < PER_ADDRESS; count++)
    sockets.push(await open(people[count % 2] as TestPerson, from));
  await Promise.all(sockets.map(isServed));
  const tooMany = await open(people[1] as TestPerson, from);
  expect([await tooMany.closed, tooMany.closeReason]).toEqual([1013, 'retry after 30']);
  await close(sockets[0] as TestSocket);
  expect(await isServed(await open(people[1] as TestPerson, from))).toHaveProperty('ok');
});

test('Q6 sockets that a person opens in a time are limited, even if each closes immediately', async () => {
  const dora = await TestPerson.add(server, 'Dora');
  for (let count = 0; count < 8; count++) {
    const live = await open(dora);
    await isServed(live);
    await close(live);
  }
  const live = await open(dora);
  // The time of the sockets before it counts, too.
  expect([await live.closed, live.closeReason]).toEqual([
    1013,
    expect.stringMatching(/^retry after (?:8\d\d|900)$/),
  ]);
});

test('Q6 a network address that opens too many sockets gets 429 with a retry time before the handshake', async () => {
  const from = newAddress();
  for (let count = 0; count < 12; count++) {
    const socket = dial(from);
    expect(await socket.outcome).toBe(4401);
  }
  expect(await dial(from).outcome).toEqual([429, expect.stringMatching(/^(?:5\d\d|600)$/)]);
  expect(await dial(newAddress()).outcome).toBe(4401);
});

test('Q7 a message in more than 128 fragments is rejected, one in 128 is not', async () => {
  const eve = await TestPerson.add(server, 'Eve');
  const live = await open(eve);
  const text = JSON.stringify({ id: 7, command: 'list_rooms', input: {} }).padEnd(200);
  const sendIn = (pieces: number) => {
    for (let piece = 0; piece < pieces; piece++) {
      const isLast = piece === pieces - 1;
      live.socket.send(text.slice(piece, isLast ? undefined : piece + 1), { fin: isLast });
    }
  };
  sendIn(128);
  await expect.poll(() => live.frames).toContainEqual({ id: 7, ok: expect.anything() });
  sendIn(129);
  expect(await live.closed).toBe(1008);
});

test('Q7 a frame that announces a gigabyte is rejected before its bytes arrive', async () => {
  const live = await open(await TestPerson.add(server, 'Finn'));
  await isServed(live);
  const announced = Buffer.alloc(14);
  announced.writeUInt16BE(0x81ff);
  announced.writeBigUInt64BE(1n << 30n, 2);
  getTcpSocket(live.socket).write(announced);
  expect(await live.closed).toBe(1009);
});

function getTcpSocket(socket: WebSocket): Socket {
  return (socket as unknown as { _socket: Socket })._socket;
}

/** Connects without a session. The outcome is the close code, or status and retry time of a refused handshake. */
function dial(from: string) {
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/api/live?version=${PROTOCOL_VERSION}`, {
    headers: { origin: server.url, 'x-forwarded-for': from },
  });
  const outcome = new Promise((resolve, reject) => {
    socket.on('close', resolve);
    socket.on('error', reject);
    socket.on('unexpected-response', (_request, { statusCode, headers }) =>
      resolve([statusCode, headers['retry-after']]),
    );
  });
  return { outcome };
}

test('Q6 the server disconnects a refused client that continues to send', async () => {
  const eve = await TestPerson.add(server, 'Eve');
  for (let count = 0; count < PER_PERSON; count++) await isServed(await open(eve));
  const socket = connect(server.port, '127.0.0.1');
  socket.on('error', () => {});
  socket.resume();
  socket.write(
    `GET /api/live?version=${PROTOCOL_VERSION} HTTP/1.1\r\nhost: 127.0.0.1:${server.port}\r\norigin: ${server.url}\r\n` +
      `cookie: ${eve.cookie}\r\nx-forwarded-for: ${newAddress()}\r\nconnection: Upgrade\r\nupgrade: websocket\r\n` +
      'sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
  );
  // A masked text frame of 60,000 bytes. This client never answers the close frame.
  const frame = Buffer.concat([Buffer.from('81feea6000000000', 'hex'), Buffer.alloc(60_000, 'x')]);
  let sent = 0;
  for (; !socket.destroyed && sent < MAX_FRAMES; sent++)
    if (!socket.write(frame))
      await new Promise<void>(resolve => socket.once('drain', resolve).once('close', () => resolve()));
  expect(sent).toBeLessThan(MAX_FRAMES);
});
