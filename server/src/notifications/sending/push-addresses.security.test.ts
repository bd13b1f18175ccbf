import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { TestPushService } from '@snug/testkit/push-service.ts';
import { expect, onTestFinished, test } from 'vitest';
import { AddressPolicy } from '../../programs/outbound/address-policy.ts';
import { KeptConnections } from '../../programs/outbound/kept-connections.ts';
import { OutboundClient } from '../../programs/outbound/outbound-client.ts';
import type { ResolveHost } from '../../programs/outbound/resolver.ts';
import { INVALID_URLS, LOOPBACK_HOSTS } from '../../testing/outbound-addresses.ts';
import { createSubscription, createTestPush } from '../../testing/push-devices.ts';
import { DirectSender } from './direct-sender.ts';
import { deriveVapidKeys, VapidSigner } from './vapid.ts';

/** With kept connections, as in the thread. None is idle for too long on a busy machine. */
function createSender(resolve: ResolveHost, allowed: string[] = []) {
  const connections = new KeptConnections({ maxPerOrigin: 8, idleMs: 600_000 });
  onTestFinished(() => connections.close());
  const outbound = new OutboundClient({
    policy: new AddressPolicy(allowed),
    resolve,
    limits: { totalMs: 10_000, maxResponseBytes: 16_384 },
    isHttpsPortOnly: true,
    connections,
  });
  const signer = new VapidSigner({
    keys: deriveVapidKeys('x'.repeat(32)),
    origin: 'https://chat.example',
    now: Date.now,
  });
  const sender = new DirectSender({ outbound, signer, now: Date.now, steadyNow: () => performance.now() });
  return (endpoint: string, keys: { p256dh: string; auth: string } = createSubscription()) =>
    sender.send({
      deviceId: 'device',
      p256dh: keys.p256dh,
      auth: keys.auth,
      endpoint,
      payload: 'secret',
      topic: 'topic',
      urgency: 'high',
      ttlS: 60,
    });
}

/** A server that counts its connections. */
async function listen(address = '127.0.0.1', port = 0) {
  const server = createServer((_request, response) => void response.end());
  server.listen(port, address);
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const counter = { connections: 0, port: (server.address() as AddressInfo).port };
  server.on('connection', () => counter.connections++);
  return counter;
}

const FORBIDDEN = { kind: 'failed', problem: 'forbidden_address' };

for (const host of LOOPBACK_HOSTS) {
  test(`PD4 no notation of a loopback address gets a push: ${host}`, async () => {
    const victim = await listen();
    const send = createSender(async () => []);
    for (const scheme of ['http', 'https'])
      for (const port of ['', `:${victim.port}`]) {
        const endpoint = `${scheme}://${host}${port}/`;
        expect([endpoint, await send(endpoint)]).toEqual([endpoint, FORBIDDEN]);
        const check = () => createTestPush().check(createSubscription(endpoint));
        expect(check).toThrow('must be an https address of the internet');
      }
    expect(victim.connections).toBe(0);
  });
}

for (const address of ['10.0.0.1', '192.168.1.1', '169.254.169.254', 'fd00:ec2::254', '::ffff:10.0.0.1']) {
  test(`PD4 a name that leads to ${address} gets no push, also beside a public address`, async () => {
    for (const addresses of [[address], ['93.184.216.34', address]])
      expect(await createSender(async () => addresses)('https://push.example/')).toEqual(FORBIDDEN);
  });
}

for (const url of INVALID_URLS) {
  test(`PD4 only plain addresses get pushes: ${url.slice(0, 40)}`, async () => {
    expect(await createSender(async () => ['127.0.0.1'], ['127.0.0.1'])(url)).toEqual({
      kind: 'failed',
      problem: 'invalid_url',
    });
    expect(() => createTestPush().check(createSubscription(url))).toThrow('must be an https address');
  });
}

for (const port of [22, 25, 80, 8_443, 3_306]) {
  test(`PD4 a public address gets pushes at the port of https only, and not at ${port}`, async () => {
    const send = createSender(async () => ['93.184.216.34']);
    expect(await send(`https://push.example:${port}/`)).toEqual(FORBIDDEN);
    expect(await send(`https://93.184.216.34:${port}/`)).toEqual(FORBIDDEN);
    expect(await send(`http://push.example:${port}/`)).toEqual(FORBIDDEN);
  });
}

test('PD4 rebinding: a kept connection leads to the address that was checked, and a new one is checked again', async () => {
  const own = await TestPushService.start();
  onTestFinished(() => own.stop());
  const { port } = new URL(own.origin);
  const victim = await listen('127.0.0.2', Number(port));
  const answers = [['127.0.0.1'], ['127.0.0.2']];
  let lookups = 0;
  const send = createSender(async () => answers[lookups++] ?? ['127.0.0.2'], ['127.0.0.1']);
  const browser = own.subscribe();
  const endpoint = browser.endpoint.replace('127.0.0.1', 'rebinding.example');
  // Signed for another origin than that of the service.
  browser.always = { status: 400 };
  const refused = { kind: 'failed', problem: 'status', status: 400 };
  for (let count = 0; count < 5; count++) expect(await send(endpoint, browser.input)).toEqual(refused);
  expect([lookups, own.connections]).toEqual([1, 1]);
  own.closeConnections();
  await expect.poll(() => own.running).toBe(0);
  expect(await send(endpoint, browser.input)).toEqual(FORBIDDEN);
  expect(victim.connections).toBe(0);
});

test('PD4 hosts of one address share no connection', async () => {
  const service = await TestPushService.start();
  onTestFinished(() => service.stop());
  const send = createSender(async () => ['127.0.0.1'], ['127.0.0.1']);
  const browser = service.subscribe();
  for (const host of ['a.example', 'b.example', 'a.example'])
    await send(browser.endpoint.replace('127.0.0.1', host), browser.input);
  expect(service.connections).toBe(2);
});

test('PD4 idle connections to many hosts are bounded', async () => {
  const service = await TestPushService.start();
  onTestFinished(() => service.stop());
  const send = createSender(async () => ['127.0.0.1'], ['127.0.0.1']);
  const browser = service.subscribe();
  for (let host = 0; host < 100; host++)
    await send(browser.endpoint.replace('127.0.0.1', `host-${host}.example`), browser.input);
  await expect.poll(() => service.open).toBe(64);
});
