import { setTimeout as wait } from 'node:timers/promises';
import { NatsBroker, type NatsBrokerOptions } from '@snug/testkit/nats-broker.ts';
import { createNatsCredentials } from '@snug/testkit/nats-credentials.ts';
import { until } from '@snug/testkit/until.ts';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../../base/clock.ts';
import { readConfig } from '../../../config/config.ts';
import { NatsChannel } from './nats-channel.ts';
import { openNatsLink } from './nats-connection.ts';

async function startBroker(options: NatsBrokerOptions = {}): Promise<NatsBroker> {
  const broker = await NatsBroker.start(options);
  onTestFinished(() => broker.stop());
  return broker;
}

function readNats(settings: Record<string, string>) {
  const database = { DATABASE_URL: 'postgres://snug@db.example/snug', SNUG_SECRET: 's'.repeat(32) };
  const { nats } = readConfig({ ...database, ...settings });
  if (!nats) throw new Error('there is a broker');
  return nats;
}

function createChannel(settings: Record<string, string>, subject = 'snug.test.bus') {
  const calls: string[] = [];
  const failures: string[] = [];
  const channel = new NatsChannel({
    open: receive => openNatsLink(readNats(settings), subject, receive),
    clock: systemClock,
    random: Math.random,
    onFailure: error => failures.push((error as Error).message),
  });
  channel.start({
    onPayload: payload => calls.push(payload),
    onConnect: () => calls.push('connect'),
    onOverflow: () => calls.push('overflow'),
  });
  onTestFinished(() => channel.stop());
  /** Waits for at least so many. */
  const takeCalls = async (count = 1) => {
    await until(`${count} calls`, () => calls.length >= count);
    return calls.splice(0);
  };
  return { channel, failures, takeCalls };
}

test('all channels of a subject receive each payload in order, and other subjects nothing', async () => {
  const { url } = await startBroker();
  const [one, two] = [createChannel({ NATS_URL: url }), createChannel({ NATS_URL: url })];
  const other = createChannel({ NATS_URL: url }, 'snug.other.bus');
  for (const { takeCalls } of [one, two, other]) expect(await takeCalls()).toEqual(['connect']);
  const payloads = Array.from({ length: 100 }, (_, index) => `${index} ä\r\nPUB`);
  one.channel.send(payloads);
  for (const { takeCalls } of [one, two]) expect(await takeCalls(payloads.length)).toEqual(payloads);
  other.channel.send(['last']);
  expect(await other.takeCalls()).toEqual(['last']);
});

test('without a connection, payloads are dropped and reported, and the next connection reports itself', async () => {
  const broker = await startBroker();
  const { port } = broker;
  const { channel, failures, takeCalls } = createChannel({ NATS_URL: broker.url });
  channel.send(['early']);
  expect(await takeCalls(2)).toEqual(['overflow', 'connect']);
  await broker.stop();
  await until('the channel notices', () => !channel.isConnected);
  channel.send(['one', 'two']);
  expect(await takeCalls()).toEqual(['overflow']);
  await startBroker({ port });
  expect(await takeCalls()).toEqual(['connect']);
  channel.send(['three']);
  expect(await takeCalls()).toEqual(['three']);
  expect(failures).toHaveLength(2);
});

test('a frozen broker is left after 3 s', async () => {
  const broker = await startBroker();
  const { channel, takeCalls } = createChannel({ NATS_URL: broker.url });
  expect(await takeCalls()).toEqual(['connect']);
  broker.freeze();
  await until('the channel notices', () => !channel.isConnected);
  broker.thaw();
  expect(await takeCalls()).toEqual(['connect']);
});

test('what is sent before the stop arrives', async () => {
  const { url } = await startBroker();
  const [one, two] = [createChannel({ NATS_URL: url }), createChannel({ NATS_URL: url })];
  for (const { takeCalls } of [one, two]) expect(await takeCalls()).toEqual(['connect']);
  one.channel.send(['last']);
  await one.channel.stop();
  expect(await two.takeCalls()).toEqual(['last']);
  one.channel.send(['later']);
  await wait(0);
  expect(one.channel.isConnected).toBe(false);
});

const refuse = async (options: NatsBrokerOptions, settings: Record<string, string> = {}) => {
  const { port } = await startBroker(options);
  const scheme = options.tls ? 'tls' : 'nats';
  const nats = readNats({ NATS_URL: `${scheme}://127.0.0.1:${port}`, ...settings });
  return openNatsLink(nats, 'snug.test.bus', { onPayload: () => {}, onLost: () => {} }).then(
    () => 'accepted',
    (error: Error) => `${error.name}: ${error.message}`,
  );
};

test('a token, and a user with a password, are checked', async () => {
  const user = { name: 'snug', password: 'long' };
  const refusal = 'NatsRefusedError: NATS refuses Snug: Authorization Violation.';
  expect(await refuse({ token: 'secret' }, { NATS_TOKEN: 'secret' })).toBe('accepted');
  expect(await refuse({ token: 'secret' }, { NATS_TOKEN: 'other' })).toBe(refusal);
  expect(await refuse({ user })).toBe(refusal);
  const { port } = await startBroker({ user });
  const nats = readNats({ NATS_URL: `nats://snug:long@127.0.0.1:${port}` });
  const link = await openNatsLink(nats, 'snug.test.bus', { onPayload: () => {}, onLost: () => {} });
  await link.close();
});

test('a file of credentials needs no line end, and one that cannot be read is an error that names the setting', async () => {
  const { creds } = createNatsCredentials();
  const token = 'secret';
  for (const NATS_CREDS of [creds, creds.trimEnd(), creds.replaceAll('\n', '\r\n')])
    expect(await refuse({}, { NATS_CREDS })).toBe('accepted');
  for (const NATS_CREDS of [creds.slice(0, 100), creds.replace(/\nSU/, '\nSA')])
    expect(await refuse({ token }, { NATS_CREDS })).toMatch(
      /^NatsRefusedError: NATS_CREDS cannot be used: .+\.$/,
    );
});

test('a broker that nobody runs is not a refusal', async () => {
  const broker = await startBroker();
  const nats = readNats({ NATS_URL: broker.url });
  await broker.stop();
  const opening = openNatsLink(nats, 'snug.test.bus', { onPayload: () => {}, onLost: () => {} });
  await expect(opening).rejects.toThrow(/^NATS cannot be used: connection refused$/);
});
