import { type PlannedAnswer, TestPushService } from '@snug/testkit/push-service.ts';
import { expect, onTestFinished, test } from 'vitest';
import { AddressPolicy } from '../../programs/outbound/address-policy.ts';
import { KeptConnections } from '../../programs/outbound/kept-connections.ts';
import { OutboundClient } from '../../programs/outbound/outbound-client.ts';
import type { Push } from '../push-sender.ts';
import { DirectSender } from './direct-sender.ts';
import { deriveVapidKeys, VapidSigner } from './vapid.ts';

const KEYS = deriveVapidKeys('x'.repeat(32));

async function createSetup({ totalMs = 10_000 } = {}) {
  const service = await TestPushService.start();
  const connections = new KeptConnections({ maxPerOrigin: 8, idleMs: 5_000 });
  onTestFinished(async () => {
    connections.close();
    await service.stop();
  });
  const outbound = new OutboundClient({
    policy: new AddressPolicy(['127.0.0.1']),
    resolve: async () => [],
    limits: { totalMs, maxResponseBytes: 16_384 },
    isHttpsPortOnly: true,
    connections,
  });
  const signer = new VapidSigner({ keys: KEYS, origin: 'https://chat.example', now: Date.now });
  const sender = new DirectSender({ outbound, signer, now: Date.now, steadyNow: () => performance.now() });
  const browser = service.subscribe(KEYS.publicKey);
  const send = (text: string, changes: Partial<Push> = {}) =>
    sender.send({
      deviceId: 'device',
      ...browser.input,
      payload: text,
      urgency: 'high',
      ttlS: 60,
      ...changes,
    });
  return { service, browser, send };
}

test('PD1 a push arrives at its browser, signed and with its headers', async () => {
  const { service, browser, send } = await createSetup();
  const text = JSON.stringify({ snug: { v: 1 }, notification: { title: 'Ann 🌻', body: 'ünïcode\n' } });
  expect(await send(text, { urgency: 'normal', ttlS: 86_400, topic: 'a-b_9' })).toEqual({ kind: 'accepted' });
  expect(service.statuses).toEqual([201]);
  expect(browser.received).toMatchObject([
    { text, topic: 'a-b_9', urgency: 'normal', ttlS: 86_400, payload: { snug: { v: 1 } } },
  ]);
});

test('PD1 pushes with the same topic leave one for a browser that was off, and those without one all', async () => {
  const { browser, send } = await createSetup();
  for (const [text, topic] of [
    ['one', 'a'],
    ['two', 'b'],
    ['three', 'a'],
  ] as const)
    await send(text, { topic });
  for (const text of ['four', 'five']) await send(text);
  expect(browser.waiting.map(({ text }) => text)).toEqual(['two', 'three', 'four', 'five']);
});

const ANSWERS: readonly [PlannedAnswer, object][] = [
  [{ status: 200 }, { kind: 'accepted' }],
  [{ status: 202 }, { kind: 'accepted' }],
  [{ status: 404 }, { kind: 'gone', status: 404 }],
  [{ status: 410 }, { kind: 'gone', status: 410 }],
  [{ status: 401 }, { kind: 'gone', status: 401 }],
  [{ status: 403 }, { kind: 'gone', status: 403 }],
  [{ status: 413 }, { kind: 'too_large' }],
  [
    { status: 429, headers: { 'retry-after': '90' } },
    { kind: 'later', retryAfterMs: 90_000 },
  ],
  [
    { status: 503, headers: { 'retry-after': '99999' } },
    { kind: 'later', retryAfterMs: 3_600_000 },
  ],
  [{ status: 503 }, { kind: 'later', retryAfterMs: 30_000 }],
  [{ status: 400 }, { kind: 'failed', problem: 'status', status: 400 }],
  [{ status: 500 }, { kind: 'failed', problem: 'status', status: 500 }],
  [
    { status: 502, body: '<html>'.repeat(100) },
    { kind: 'failed', problem: 'status', status: 502 },
  ],
  [
    { status: 200, body: 'x'.repeat(100_000) },
    { kind: 'failed', problem: 'too_large' },
  ],
  ['drop', { kind: 'failed', problem: 'unreachable' }],
];

for (const [answer, outcome] of ANSWERS) {
  test(`PD5 a response of a push service has its effect: ${JSON.stringify(answer).slice(0, 60)}`, async () => {
    const { browser, send } = await createSetup();
    browser.plan.push(answer);
    expect(await send('hello')).toEqual(outcome);
  });
}

for (const status of [301, 302, 303, 307, 308]) {
  test(`PD4 a redirect (${status}) leads nowhere`, async () => {
    const { service, browser, send } = await createSetup();
    const elsewhere = service.subscribe();
    browser.plan.push({ status, headers: { location: elsewhere.endpoint } });
    expect(await send('hello')).toEqual({ kind: 'failed', problem: 'status', status });
    expect([elsewhere.received, service.statuses]).toEqual([[], [status]]);
  });
}

test('PD5 a push of another server, or to a browser that has unsubscribed, is gone', async () => {
  const { service, browser, send } = await createSetup();
  expect(await send('hello', service.subscribe('another key').input)).toEqual({ kind: 'gone', status: 403 });
  browser.isGone = true;
  expect(await send('hello')).toEqual({ kind: 'gone', status: 410 });
});

test('PD1 a text that is too long is not sent', async () => {
  const { service, send } = await createSetup();
  expect(await send('a'.repeat(3_994))).toEqual({ kind: 'too_large', isUnsent: true });
  // Bytes count, not characters.
  expect(await send('ü'.repeat(1_997))).toEqual({ kind: 'too_large', isUnsent: true });
  expect(await send('ü'.repeat(1_996))).toEqual({ kind: 'accepted' });
  expect(service.statuses).toEqual([201]);
});

test('PD4 pushes one after the other share a connection, and many at once have eight', async () => {
  const { service, browser, send } = await createSetup();
  for (let count = 0; count < 20; count++) await send(`${count}`);
  expect(service.connections).toBe(1);
  const outcomes = await Promise.all(Array.from({ length: 200 }, (_, count) => send(`${count}`)));
  expect(new Set(outcomes.map(({ kind }) => kind))).toEqual(new Set(['accepted']));
  expect([service.mostRunning <= 8, service.connections <= 8, browser.received.length]).toEqual([
    true,
    true,
    220,
  ]);
});

test('PD4 a push over a connection that the service has closed meanwhile arrives once', async () => {
  const { service, browser, send } = await createSetup();
  for (let count = 0; count < 10; count++) {
    expect(await send(`${count}`)).toEqual({ kind: 'accepted' });
    service.closeConnections();
  }
  expect(browser.received.map(({ text }) => text)).toEqual('0 1 2 3 4 5 6 7 8 9'.split(' '));
});

test('PD4 a push whose kept connection closes without a response is sent again over another one, once', async () => {
  const { service, browser, send } = await createSetup();
  await send('one');
  browser.plan.push('drop');
  expect(await send('two')).toEqual({ kind: 'accepted' });
  expect([service.statuses, service.connections]).toEqual([[201, 201], 2]);
  browser.always = 'drop';
  expect(await send('three')).toEqual({ kind: 'failed', problem: 'unreachable' });
  expect(service.connections).toBe(3);
});

test('PD4 a service that does not respond delays only its own pushes, and then gets one at a time', async () => {
  const { browser, send } = await createSetup({ totalMs: 300 });
  const { service: other, browser: quick, send: sendToOther } = await createSetup();
  browser.always = 'hang';
  const slow = Array.from({ length: 30 }, () => send('slow'));
  for (let count = 0; count < 30; count++) await sendToOther('quick', quick.input);
  expect(other.statuses).toHaveLength(30);
  const outcomes = await Promise.all(slow);
  expect(outcomes.filter(({ kind }) => kind === 'failed')).toHaveLength(8);
  // Those that waited.
  expect(outcomes.filter(({ kind }) => kind === 'later')).toHaveLength(22);
  const probe = send('slow');
  expect(await send('slow')).toMatchObject({ kind: 'later' });
  expect(await probe).toEqual({ kind: 'failed', problem: 'timeout' });
  browser.always = undefined;
  expect(await send('quick')).toEqual({ kind: 'accepted' });
  const again = await Promise.all([send('quick'), send('quick')]);
  expect(again).toEqual([{ kind: 'accepted' }, { kind: 'accepted' }]);
});

for (const endpoint of ['', 'push', '/push', 'https://']) {
  test(`PD4 an endpoint that is no address gets no push: ${endpoint}`, async () => {
    const { send } = await createSetup();
    expect(await send('hello', { endpoint })).toEqual({ kind: 'failed', problem: 'invalid_url' });
  });
}
