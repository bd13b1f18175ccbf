import { setTimeout as wait } from 'node:timers/promises';
import { CLOSE_CODE, FOREVER, PAGE_SIZE } from '@snug/protocol';
import { NatsBroker } from '@snug/testkit/nats-broker.ts';
import { PostgresServer } from '@snug/testkit/postgres/postgres-server.ts';
import { freePort } from '@snug/testkit/server-process.ts';
import { until } from '@snug/testkit/until.ts';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { FaultProxy } from '../../faults/proxy/proxy.ts';
import { type Clock, systemClock } from '../src/base/clock.ts';
import { newId } from '../src/base/ids.ts';
import { addPersonWithSession, RoomReader, startNode, type TestNode } from '../src/testing/cluster-node.ts';
import { FakeTransport } from '../src/testing/fake-transport.ts';

let database: PostgresServer;

beforeAll(async () => {
  database = await PostgresServer.start();
});

afterAll(() => database.remove());

interface Cluster {
  /** The LISTEN connection of the second node passes through it. */
  proxy: FaultProxy;
  nodes: readonly [TestNode, TestNode];
  writer: Awaited<ReturnType<typeof addPersonWithSession>>;
  roomId: string;
  /** On the second node. */
  reader: RoomReader;
}

interface ClusterOptions {
  clock?: Clock;
  /** Between the nodes, beside the database. */
  broker?: NatsBroker;
}

async function startCluster({ clock = systemClock, broker }: ClusterOptions = {}): Promise<Cluster> {
  const url = await database.createDatabase();
  const proxy = await FaultProxy.start(database.port);
  onTestFinished(() => proxy.close());
  const listenUrl = new URL(url);
  listenUrl.port = new URL(proxy.url).port;
  const nats = broker && { servers: [`127.0.0.1:${broker.port}`] };
  const common = { clock, ...(nats && { nats }) };
  const nodes = [
    await startNode(url, common),
    await startNode(url, { ...common, listenUrl: listenUrl.href }),
  ] as const;
  const writer = await addPersonWithSession(nodes[0]);
  const { room } = await nodes[0].writer.write('create_room', writer.me, {
    id: newId(),
    name: 'Room',
    description: '',
  });
  const reader = new RoomReader(nodes[1], await addPersonWithSession(nodes[1]), room.id);
  await until('the room is open', () => reader.position !== undefined);
  return { proxy, nodes, writer, roomId: room.id, reader };
}

/** Sends from both nodes until it stops. */
class Load {
  readonly #cluster: Cluster;
  #isStopped = false;
  readonly #running: Promise<void>[];

  constructor(cluster: Cluster) {
    this.#cluster = cluster;
    this.#running = cluster.nodes.map((node, index) => this.#run(node, index));
    onTestFinished(() => this.stop());
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await Promise.all(this.#running);
  }

  async #run({ writer }: TestNode, index: number): Promise<void> {
    const { roomId, writer: author } = this.#cluster;
    for (let number = 0; !this.#isStopped; number++) {
      const text = `node ${index} message ${number}`;
      await writer.write('send_message', author.me, { id: newId(), roomId, text });
      await wait(5);
    }
  }
}

/** Resolves when the reader has everything. After a large gap, it has only the end. */
async function expectComplete({ nodes, roomId, reader }: Cluster): Promise<void> {
  const rows = await nodes[0].read
    .selectFrom('messages')
    .select(['seq', 'text'])
    .where('roomId', '=', roomId)
    .orderBy('seq')
    .execute();
  await until('the reader has everything', () => reader.position === rows.length);
  expect(reader.texts.length).toBeGreaterThanOrEqual(Math.min(rows.length, PAGE_SIZE));
  expect(reader.texts).toEqual(rows.slice(-reader.texts.length).map(({ text }) => text));
}

test('L2 C9 a message on one node reaches a reader on another one in order, also if it does not fit into a notification', async () => {
  const { nodes, writer, roomId, reader } = await startCluster();
  const texts = Array.from({ length: 30 }, (_, index) => (index % 10 === 5 ? '€'.repeat(3_000) : `${index}`));
  for (const text of texts)
    await nodes[0].writer.write('send_message', writer.me, { id: newId(), roomId, text });
  await until('all arrived', () => reader.texts.length === texts.length);
  expect(reader.texts).toEqual(texts);
  // On a busy machine, the node fills many of the gaps behind a large message before it has read that message.
  expect(reader.countEvents('message_sent')).toBeGreaterThan(0);
});

async function startBroker(port = 0): Promise<NatsBroker> {
  const broker = await NatsBroker.start({ port });
  onTestFinished(() => broker.stop());
  return broker;
}

async function startBrokerCluster() {
  const broker = await startBroker();
  const cluster = await startCluster({ broker });
  await until('the nodes use the broker', () => broker.clientCount === 2);
  return { broker, cluster };
}

test('L2 over a broker, a message reaches a reader on another node in order, also a large one', async () => {
  const { cluster } = await startBrokerCluster();
  const { nodes, writer, roomId, reader } = cluster;
  const texts = Array.from({ length: 30 }, (_, index) => (index % 10 === 5 ? '€'.repeat(3_000) : `${index}`));
  for (const text of texts)
    await nodes[0].writer.write('send_message', writer.me, { id: newId(), roomId, text });
  await until('all arrived', () => reader.texts.length === texts.length);
  expect(reader.texts).toEqual(texts);
  expect(reader.countEvents('message_sent')).toBeGreaterThan(0);
});

test('C9 C11 a broker is cut, killed and frozen under load, and a reader on another node misses nothing', async () => {
  const { broker, cluster } = await startBrokerCluster();
  const load = new Load(cluster);
  await wait(300);
  broker.cut();
  await wait(300);
  broker.freeze();
  const countCaughtUp = () => cluster.reader.countEvents('room_caught_up');
  const before = countCaughtUp();
  await until('events arrive without the broker', () => countCaughtUp() > before);
  broker.thaw();
  await wait(300);
  const { port } = broker;
  await broker.stop();
  await wait(1_500);
  const [{ serverState }] = cluster.nodes;
  const readBroker = async () => (await serverState.read()).broker;
  const away = await readBroker();
  expect(away).toMatchObject({ isConnected: false });
  await startBroker(port);
  await until('the node uses the broker again', async () => (await readBroker())?.isConnected === true);
  expect((await readBroker())?.since).toBeGreaterThan(away?.since ?? Number.NaN);
  await wait(500);
  await load.stop();
  await expectComplete(cluster);
  await expect.poll(() => cluster.reader.countEvents('resync')).toBeGreaterThan(0);
});

test('H5 the ends of a session and of a membership reach another node while the broker is frozen', async () => {
  const { broker, cluster } = await startBrokerCluster();
  const { nodes, writer, roomId } = cluster;
  const session = new RoomReader(nodes[1], writer, roomId);
  const banned = new RoomReader(nodes[1], await addPersonWithSession(nodes[1]), roomId);
  await until('the room is open', () => session.position !== undefined && banned.position !== undefined);
  broker.freeze();
  await nodes[0].writer.write('set_member', writer.me, { roomId, uid: banned.uid, bannedUntil: FOREVER });
  await nodes[0].sessionEvents.onEnded({ userId: writer.me.uid, id: writer.sessionId }, false);
  await until('the socket is closed', () => session.transport.closed.length > 0);
  await until('the ban arrives', () => banned.countEvents('member_changed') > 0);
  expect(session.transport.closed).toEqual([CLOSE_CODE.unauthenticated]);
  await nodes[0].writer.write('set_admin', writer.me, { roomId, uid: cluster.reader.uid, admin: true });
  await until(
    'the others go on',
    () => cluster.reader.countEvents('admin_changed') + cluster.reader.countEvents('room_caught_up') > 0,
  );
  expect(banned.countEvents('admin_changed')).toBe(0);
});

test('a node that uses another bus than the living ones does not start', async () => {
  const url = await database.createDatabase();
  const broker = await startBroker();
  const nats = { servers: [`127.0.0.1:${broker.port}`] };
  const first = await startNode(url, { nats });
  await expect(startNode(url)).rejects.toThrow('Another server on this database runs with NATS_URL');
  await startNode(url, { nats });
  await first.node.stop();
  const other = await database.createDatabase();
  await startNode(other);
  await expect(startNode(other, { nats })).rejects.toThrow('Another server on this database runs without');
});

test('L2 the transaction of a change notifies the other nodes, not its node', async () => {
  const { nodes, writer, roomId, reader } = await startCluster();
  await nodes[0].bus.stop();
  for (const text of ['one', 'two'])
    await nodes[0].writer.write('send_message', writer.me, { id: newId(), roomId, text });
  await nodes[0].writer.write('set_admin', writer.me, { roomId, uid: reader.uid, admin: true });
  await until('all arrived', () => reader.position === 3);
  expect(['message_sent', 'admin_changed', 'room_caught_up'].map(type => reader.countEvents(type))).toEqual([
    2, 1, 0,
  ]);
});

/** The heartbeats, sweeps and comparisons of its nodes end with `stop`; what one change causes goes on. */
function createStoppableClock() {
  let isStopped = false;
  const repeat = (run: () => void, ms: number) => systemClock.repeat(() => !isStopped && run(), ms);
  return { ...systemClock, repeat, stop: () => (isStopped = true) };
}

test('H5 the end of a session on one node closes its sockets on another one, before any heartbeat', async () => {
  const clock = createStoppableClock();
  const { nodes, writer, roomId } = await startCluster({ clock });
  const reader = new RoomReader(nodes[1], writer, roomId);
  await until('the room is open', () => reader.position !== undefined);
  clock.stop();
  await nodes[0].sessionEvents.onEnded({ userId: writer.me.uid, id: writer.sessionId }, false);
  await until('the socket is closed', () => reader.transport.closed.length > 0);
  expect(reader.transport.closed).toEqual([CLOSE_CODE.unauthenticated]);
});

test('A18 a suspension on one node closes the sockets on another one, before any heartbeat', async () => {
  const clock = createStoppableClock();
  const { nodes, writer, reader } = await startCluster({ clock });
  const { me, sessionId } = writer;
  await nodes[0].writer.write('set_workspace_admin', { uid: '' }, { uid: me.uid, admin: true });
  const admin = nodes[0].connections.accept(me, sessionId, new FakeTransport());
  clock.stop();
  const input = { uid: reader.uid, suspended: true };
  admin.receive(JSON.stringify({ id: 1, command: 'set_suspension', input }));
  await until('the socket is closed', () => reader.transport.closed.length > 0);
  expect(reader.transport.closed).toEqual([CLOSE_CODE.unauthenticated]);
});

test('C9 C11 the LISTEN connection of a node is reset again and again under load, and its reader misses nothing', async () => {
  const cluster = await startCluster();
  const load = new Load(cluster);
  for (let cut = 0; cut < 5; cut++) {
    await wait(300);
    cluster.proxy.reset();
  }
  await load.stop();
  await expectComplete(cluster);
  await expect.poll(() => cluster.reader.countEvents('resync')).toBeGreaterThan(0);
});

test('C9 the LISTEN connection of a node stalls under load without a close, and its reader misses nothing', async () => {
  const cluster = await startCluster();
  const load = new Load(cluster);
  await wait(300);
  cluster.proxy.silence();
  const countLive = () => cluster.reader.countEvents('message_sent');
  await wait(500);
  const before = countLive();
  await wait(1_000);
  expect(countLive()).toBe(before);
  // No later event reveals the gap.
  await load.stop();
  await expectComplete(cluster);
});

test('C9 while the LISTEN connection of a node is cut, a person who only watches viewers loses them with the access', async () => {
  const { proxy, nodes, writer } = await startCluster();
  // Nobody has this room open.
  const roomId = newId();
  await nodes[0].writer.write('create_room', writer.me, { id: roomId, name: 'Other', description: '' });
  const { me, sessionId } = await addPersonWithSession(nodes[1]);
  const transport = new FakeTransport();
  const watcher = nodes[1].connections.accept(me, sessionId, transport);
  watcher.receive(JSON.stringify({ id: 1, command: 'watch_viewers', input: { roomId } }));
  await until('the viewers are watched', () => transport.sent.some(frame => 'ok' in frame));
  proxy.moveTo(await freePort());
  await nodes[0].writer.write('set_member', writer.me, { roomId, uid: me.uid, bannedUntil: FOREVER });
  await until('the socket is closed', () => transport.closed.length > 0);
  expect(transport.closed).toEqual([CLOSE_CODE.restart]);
});
