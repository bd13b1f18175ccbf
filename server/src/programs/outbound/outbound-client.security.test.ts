import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { INVALID_URLS, LOOPBACK_HOSTS } from '../../testing/outbound-addresses.ts';
import { AddressPolicy } from './address-policy.ts';
import { OutboundClient, type OutboundLimits } from './outbound-client.ts';
import type { ResolveHost } from './resolver.ts';

const LIMITS: OutboundLimits = { totalMs: 10_000, maxResponseBytes: 65_536 };
const SHORT: OutboundLimits = { ...LIMITS, totalMs: 300 };

/** A server that counts its connections. */
async function listen(address: string, respond: RequestListener, port = 0) {
  const server = createServer(respond).listen(port, address);
  await once(server, 'listening');
  onTestFinished(() => close(server));
  const counter = { connections: 0, port: (server.address() as AddressInfo).port };
  server.on('connection', () => counter.connections++);
  return counter;
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise(resolve => server.close(resolve));
}

const reply =
  (text: string): RequestListener =>
  (_request, response) =>
    void response.end(text);

function createClient(
  resolve: ResolveHost,
  { allowed = ['127.0.0.1'], limits = LIMITS }: { allowed?: string[]; limits?: OutboundLimits } = {},
) {
  const client = new OutboundClient({ policy: new AddressPolicy(allowed), resolve, limits });
  return async (url: string) => {
    const { status, body } = await client.send({ method: 'POST', url, headers: {}, body: 'secret' });
    return { status, text: body.toString() };
  };
}

const resolveTo =
  (...addresses: string[]): ResolveHost =>
  async () =>
    addresses;

test('a request reaches an allowed address, with its host and body', async () => {
  const { port } = await listen('127.0.0.1', (request, response) => {
    request.pipe(response.writeHead(201, { 'x-host': request.headers.host }));
  });
  const send = createClient(resolveTo('127.0.0.1'));
  expect(await send(`http://hooks.example:${port}/x`)).toEqual({ status: 201, text: 'secret' });
});

test('rebinding: a name that changes its address after the check leads to the checked address', async () => {
  const own = await listen('127.0.0.1', reply('own'));
  const victim = await listen('127.0.0.2', reply('victim'), own.port);
  const answers = ['127.0.0.1', '127.0.0.2'];
  let lookups = 0;
  const send = createClient(async () => [answers[lookups++] ?? '127.0.0.2']);
  expect(await send(`http://rebinding.example:${own.port}/`)).toEqual({ status: 200, text: 'own' });
  expect([lookups, victim.connections]).toEqual([1, 0]);
  await expect(send(`http://rebinding.example:${own.port}/`)).rejects.toMatchObject({
    problem: 'forbidden_address',
  });
  expect(victim.connections).toBe(0);
});

test('rebinding: a thousand alternating answers never lead to the other server', async () => {
  const own = await listen('127.0.0.1', reply('own'));
  const victim = await listen('127.0.0.2', reply('victim'), own.port);
  let lookups = 0;
  const send = createClient(async () => [lookups++ % 2 === 0 ? '127.0.0.1' : '127.0.0.2']);
  const url = `http://rebinding.example:${own.port}/`;
  const results: string[] = [];
  const sendOne = () =>
    send(url).then(
      ({ text }) => results.push(text),
      (error: { problem: string }) => results.push(error.problem),
    );
  // All at once, some would meet the timeout of a request on a busy machine.
  while (results.length < 1_000) await Promise.all(Array.from({ length: 50 }, sendOne));
  expect(new Set(results)).toEqual(new Set(['own', 'forbidden_address']));
  expect(victim.connections).toBe(0);
});

test('a name with a public and a private address is rejected', async () => {
  const victim = await listen('127.0.0.1', reply('victim'));
  const send = createClient(resolveTo('93.184.216.34', '127.0.0.1'), { allowed: [] });
  await expect(send(`https://mixed.example:${victim.port}/`)).rejects.toMatchObject({
    problem: 'forbidden_address',
  });
  expect(victim.connections).toBe(0);
});

for (const host of LOOPBACK_HOSTS) {
  test(`no notation of a loopback address is permitted: ${host}`, async () => {
    const victim = await listen('127.0.0.1', reply('victim'));
    const send = createClient(resolveTo(), { allowed: [] });
    for (const scheme of ['http', 'https'])
      await expect(send(`${scheme}://${host}:${victim.port}/`)).rejects.toMatchObject({
        problem: 'forbidden_address',
      });
    expect(victim.connections).toBe(0);
  });
}

for (const url of INVALID_URLS) {
  test(`only plain http and https addresses are accepted: ${url.slice(0, 40)}`, async () => {
    const send = createClient(resolveTo('127.0.0.1'));
    await expect(send(url)).rejects.toMatchObject({ problem: 'invalid_url' });
  });
}

test('http leads only to addresses that the admin allows', async () => {
  const send = createClient(resolveTo('93.184.216.34'));
  await expect(send('http://public.example/')).rejects.toMatchObject({ problem: 'forbidden_address' });
});

for (const status of [301, 302, 303, 307, 308]) {
  test(`a redirect (${status}) is a response like any other`, async () => {
    const victim = await listen('127.0.0.1', reply('victim'));
    const location = `http://127.0.0.1:${victim.port}/`;
    const { port } = await listen('127.0.0.1', (_request, response) =>
      response.writeHead(status, { location }).end(),
    );
    expect(await createClient(resolveTo('127.0.0.1'))(`http://a.example:${port}/`)).toMatchObject({ status });
    expect(victim.connections).toBe(0);
  });
}

test('a response without an end is cut off above the limit of bytes, and its connection closed', async () => {
  const closed = Promise.withResolvers<number>();
  const { port } = await listen('127.0.0.1', (_request, response) => {
    let sent = 0;
    const send = () => {
      while (!response.destroyed && response.write(Buffer.alloc(16_384))) sent += 16_384;
    };
    response.on('drain', send).on('close', () => closed.resolve(sent));
    send();
  });
  const send = createClient(resolveTo('127.0.0.1'));
  await expect(send(`http://large.example:${port}/`)).rejects.toMatchObject({ problem: 'too_large' });
  expect(await closed.promise).toBeLessThan(20_000_000);
});

test('headers without an end are cut off', async () => {
  const { port } = await listen('127.0.0.1', (_request, response) => {
    response.writeHead(
      200,
      Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`x-${at}`, 'x'.repeat(50)])),
    );
    response.end();
  });
  const send = createClient(resolveTo('127.0.0.1'));
  await expect(send(`http://headers.example:${port}/`)).rejects.toMatchObject({ problem: 'unreachable' });
});

const SLOW: readonly [string, RequestListener][] = [
  ['no response', () => {}],
  ['headers without a body', (_request, response) => response.writeHead(200).flushHeaders()],
  [
    'a byte now and then',
    (_request, response) => {
      const timer = setInterval(() => response.write('x'), 10);
      response.on('close', () => clearInterval(timer));
    },
  ],
  [
    'information without an end',
    (_request, response) => {
      const timer = setInterval(() => response.writeProcessing(), 10);
      response.on('close', () => clearInterval(timer));
    },
  ],
];

for (const [name, respond] of SLOW) {
  test(`a slow server costs a bounded time: ${name}`, async () => {
    const closed = Promise.withResolvers<void>();
    const { port } = await listen('127.0.0.1', (request, response) => {
      request.socket.once('close', () => closed.resolve());
      respond(request, response);
    });
    const send = createClient(resolveTo('127.0.0.1'), { limits: SHORT });
    await expect(send(`http://slow.example:${port}/`)).rejects.toMatchObject({ problem: 'timeout' });
    await closed.promise;
  });
}

test('a slow name server costs a bounded time, and a host without addresses is unknown', async () => {
  const never = createClient(() => new Promise(() => {}), { limits: SHORT });
  await expect(never('https://slow.example/')).rejects.toMatchObject({ problem: 'timeout' });
  await expect(createClient(resolveTo())('https://unknown.example/')).rejects.toMatchObject({
    problem: 'unknown_host',
  });
});

test('a server without a valid certificate is unreachable, and so is a closed port', async () => {
  const { port } = await listen('127.0.0.1', reply('plain'));
  const send = createClient(resolveTo('127.0.0.1'));
  await expect(send(`https://plain.example:${port}/`)).rejects.toMatchObject({ problem: 'unreachable' });
  await expect(send('http://closed.example:1/')).rejects.toMatchObject({ problem: 'unreachable' });
});
