import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { CLOSE_CODE, FOREVER } from '@snug/protocol';
import { CAN_CREATE_CERTIFICATES, createCertificates } from '@snug/testkit/certificates.ts';
import { createNatsCredentials } from '@snug/testkit/nats-credentials.ts';
import { NATS_UNAVAILABLE, NatsServer } from '@snug/testkit/nats-server.ts';
import { freePort, runToEnd } from '@snug/testkit/server-process.ts';
import { getQuantile } from '@snug/testkit/stats.ts';
import { postAuth, TestPerson } from '@snug/testkit/test-person.ts';
import { TestSocket } from '@snug/testkit/test-socket.ts';
import { until } from '@snug/testkit/until.ts';
import { expect, onTestFinished, type TestContext, test } from 'vitest';
import { watchCpuContention } from '../cpu-contention.ts';
import { recordFigures } from '../figures.ts';
import { waitUntilReady } from '../fixtures.ts';
import { IS_FULL } from '../seed.ts';
import { type Cluster, SNUG_SECRET } from './cluster.ts';
import { finishAndCheckCluster, startClusterLoad, startTestCluster, waitUntilRead } from './fixtures.ts';

const ROUNDS = IS_FULL ? 10 : 1;
/** In each round: in the full run, 10,000 in total. */
const ACKNOWLEDGED = IS_FULL ? 1_000 : 200;
const MEASURED = IS_FULL ? 500 : 100;
/** Longer than a node's lease. */
const NODE_FREEZE_MS = 12_000;
const MAX_END_MS = 1_000;

function skipWithoutServer(context: TestContext): void {
  context.skip(NATS_UNAVAILABLE !== undefined, NATS_UNAVAILABLE);
}

async function startNats(args: readonly string[] = []): Promise<NatsServer> {
  const nats = await NatsServer.start(args);
  onTestFinished(() => nats.kill());
  return nats;
}

function startNatsCluster(nodes: number, { port }: NatsServer): Promise<Cluster> {
  return startTestCluster(nodes, { settings: { NATS_URL: `nats://127.0.0.1:${port}` } });
}

for (let round = 1; round <= ROUNDS; round++)
  test(`M1 M2 L1 L2 C9 kills of nodes and of the broker, and a frozen broker, lose nothing, round ${round}`, async context => {
    skipWithoutServer(context);
    const nats = await startNats();
    const cluster = await startNatsCluster(2, nats);
    const load = await startClusterLoad(cluster);
    const resumes: number[] = [];
    const step = async (cause: () => Promise<unknown>) => {
      await load.waitForResults(ACKNOWLEDGED / 4);
      await cause();
      resumes.push(await waitUntilRead(load, cluster, cluster.urls));
      await load.reconnect();
    };
    for (const downMs of [0, 2_500])
      await step(async () => {
        await nats.kill();
        await wait(downMs);
        await nats.start();
      });
    await step(async () => {
      nats.freeze();
      await wait(5_000);
      nats.thaw();
    });
    await step(async () => {
      const { server } = cluster.getNode(round);
      await server.kill();
      await server.start();
      await waitUntilReady(server);
    });
    const checked = await finishAndCheckCluster(load, cluster);
    recordFigures(context, { 'everyone complete after': resumes, ...checked });
    expect(checked.acknowledged).toBeGreaterThanOrEqual(ACKNOWLEDGED);
  });

test('M1 M2 L1 C9 with a broker, a node that stops for longer than its lease and goes on loses nothing', async context => {
  skipWithoutServer(context);
  const cluster = await startNatsCluster(2, await startNats());
  const load = await startClusterLoad(cluster);
  const { server: frozen } = cluster.getNode(0);
  await load.waitForResults(ACKNOWLEDGED / 2);
  frozen.freeze();
  await wait(NODE_FREEZE_MS);
  frozen.thaw();
  const resume = await waitUntilRead(load, cluster, cluster.urls);
  load.wake();
  const checked = await finishAndCheckCluster(load, cluster);
  recordFigures(context, { 'caught up after': [resume], ...checked });
  expect(checked.acknowledged).toBeGreaterThanOrEqual(ACKNOWLEDGED / 2);
});

/** Sends at the first node, and listens at the last one. */
async function openRoom(cluster: Cluster, person: TestPerson) {
  const origin = cluster.balancer.url;
  const [near = '', far = near] = [cluster.urls[0], cluster.urls.at(-1)];
  const roomId = await person.createRoom();
  const open = async (cookie: string) => {
    const socket = await TestSocket.open(far, { cookie, origin });
    await socket.request('open_room', { roomId });
    return socket;
  };
  const sender = await TestSocket.open(near, { cookie: person.cookie, origin });
  return { roomId, open, sender, near, origin };
}

test('H5 while the broker is frozen or away, an ended session and a ban end within a second on another node', async context => {
  skipWithoutServer(context);
  const nats = await startNats();
  const cluster = await startNatsCluster(2, nats);
  const ann = await TestPerson.signUp(cluster.balancer.url, 'Ann');
  const { roomId, open, sender, near, origin } = await openRoom(cluster, ann);
  const ends: number[] = [];
  const getContention = watchCpuContention();
  const endBoth = async () => {
    const [ben, eve] = [await TestPerson.signUp(origin, 'Ben'), await TestPerson.signUp(origin, 'Eve')];
    const [bens, eves] = [await open(ben.cookie), await open(eve.cookie)];
    const begun = performance.now();
    await postAuth(near, 'sign-out', {}, ben.cookie, origin);
    expect(await bens.closed).toBe(CLOSE_CODE.unauthenticated);
    ends.push(performance.now() - begun);
    const banned = performance.now();
    const { error } = await sender.request('set_member', { roomId, uid: eve.uid, bannedUntil: FOREVER });
    expect(error).toBeUndefined();
    await until('the ban arrives', () => eves.getEvents('member_changed').length > 0);
    ends.push(performance.now() - banned);
    await sender.request('send_message', { roomId, id: randomUUID(), text: 'not for Eve' });
    await wait(1_500);
    expect(eves.getEvents('message_sent')).toEqual([]);
  };
  await endBoth();
  nats.freeze();
  await endBoth();
  await nats.kill();
  await endBoth();
  recordFigures(context, { 'ended after': ends });
  expect(ends.filter(ms => ms > MAX_END_MS * getContention())).toEqual([]);
});

/** Times from a send at one node to its event at the socket of another one, ms. Leaves out those that a node reads after a gap. */
async function measureDeliveries(cluster: Cluster): Promise<number[]> {
  const ann = await TestPerson.signUp(cluster.balancer.url, 'Ann');
  const { roomId, open, sender } = await openRoom(cluster, ann);
  const receiver = await open(ann.cookie);
  const sentAt = new Map<string, number>();
  const times: number[] = [];
  receiver.socket.on('message', data => {
    const text = (data as Buffer).toString();
    for (const [id, at] of sentAt) {
      if (!text.includes(`"id":"${id}"`)) continue;
      if (!text.includes('"room_caught_up"')) times.push(performance.now() - at);
      sentAt.delete(id);
    }
  });
  for (let count = 0; count < MEASURED; count++) {
    const id = randomUUID();
    sentAt.set(id, performance.now());
    await sender.request('send_message', { roomId, id, text: 'x'.repeat(200) });
    await wait(10);
  }
  await until('everything arrived', () => sentAt.size === 0);
  return times;
}

test('L2 from a send to a socket of another node, side by side with both buses', async context => {
  skipWithoutServer(context);
  const nats = await startNats();
  const byDatabase: number[] = [];
  const byBroker: number[] = [];
  const [first, second] = [await startTestCluster(2), await startNatsCluster(2, nats)];
  for (let part = 0; part < 2; part++) {
    byDatabase.push(...(await measureDeliveries(first)));
    byBroker.push(...(await measureDeliveries(second)));
  }
  recordFigures(context, {
    'PostgreSQL p50, p99': [getQuantile(byDatabase, 0.5), getQuantile(byDatabase, 0.99)],
    'NATS p50, p99': [getQuantile(byBroker, 0.5), getQuantile(byBroker, 0.99)],
  });
  expect(Math.min(byDatabase.length, byBroker.length)).toBeGreaterThan(MEASURED);
});

async function expectRefusal(
  { databaseUrl }: Cluster,
  folder: string,
  settings: Record<string, string>,
): Promise<void> {
  const env = { ...settings, DATABASE_URL: databaseUrl, SNUG_SECRET, SNUG_DATA: folder };
  const { code, stderr } = await runToEnd({ ...env, PORT: String(await freePort()) });
  expect([code, stderr.trimEnd().split('\n')]).toEqual([1, [expect.stringContaining('NATS refuses Snug')]]);
}

test('with a file of credentials, nodes use the broker, and a wrong key or another operator is refused in one line', async context => {
  skipWithoutServer(context);
  const folder = mkdtempSync(join(tmpdir(), 'snug-credentials-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const write = (name: string, content: string) => {
    const path = join(folder, name);
    writeFileSync(path, content);
    return path;
  };
  const { config, creds, withOtherKey } = createNatsCredentials();
  const nats = await startNats(['--config', write('nats.conf', config)]);
  const signInWith = (content: string) => ({
    NATS_URL: `nats://127.0.0.1:${nats.port}`,
    NATS_CREDS_FILE: write('snug.creds', content),
  });
  const cluster = await startTestCluster(2, { settings: signInWith(creds) });
  expect((await measureDeliveries(cluster)).length).toBeGreaterThan(MEASURED / 2);
  await expectRefusal(cluster, folder, signInWith(withOtherKey));
  await expectRefusal(cluster, folder, signInWith(createNatsCredentials().creds));
});

test('with a private authority and a client certificate, nodes use the broker, and a wrong certificate is refused in one line', async context => {
  skipWithoutServer(context);
  context.skip(!CAN_CREATE_CERTIFICATES, 'there is no OpenSSL 3');
  const folder = mkdtempSync(join(tmpdir(), 'snug-certificates-'));
  const others = mkdtempSync(join(tmpdir(), 'snug-certificates-'));
  onTestFinished(() => [folder, others].forEach(each => rmSync(each, { recursive: true })));
  const own = createCertificates(folder, 'localhost');
  const foreign = createCertificates(others, 'localhost');
  const { authority, certificate, key, client } = own;
  const nats = await startNats([
    '--tlsverify',
    `--tlscert=${certificate}`,
    `--tlskey=${key}`,
    `--tlscacert=${authority}`,
  ]);
  const settings = {
    NATS_URL: `tls://localhost:${nats.port}`,
    NATS_CA_FILE: authority,
    NATS_CERT_FILE: client.certificate,
    NATS_KEY_FILE: client.key,
  };
  const cluster = await startTestCluster(2, { settings });
  const times = await measureDeliveries(cluster);
  expect(times.length).toBeGreaterThan(MEASURED / 2);
  const refuse = (changed: Record<string, string>) =>
    expectRefusal(cluster, folder, { ...settings, ...changed });
  await refuse({ NATS_CA_FILE: foreign.authority });
  const { certificate: cert, key: foreignKey } = foreign.client;
  await refuse({ NATS_CERT_FILE: cert, NATS_KEY_FILE: foreignKey });
  await refuse({ NATS_CERT_FILE: '', NATS_KEY_FILE: '' });
});
