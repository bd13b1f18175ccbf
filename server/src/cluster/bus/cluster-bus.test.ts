import { type Event, roomTopic, sessionTopic } from '@snug/protocol';
import { expect, test } from 'vitest';
import type { Publication } from '../../db/mutation.ts';
import type { Metrics } from '../../metrics/metrics.ts';
import { createTestMetrics } from '../../testing/metrics.ts';
import type { Channel, ChannelReceiver } from './channel.ts';
import { ClusterBus } from './cluster-bus.ts';
import { encodePublication } from './envelope.ts';

const SESSION_ENDED: Publication = { topic: sessionTopic('s'), event: { type: 'session_ended' } };

function makeId(number: number): string {
  return `01890a5d-ac96-774b-bcce-${String(number).padStart(12, '0')}`;
}

const ROOM = makeId(1);
const OTHER_ROOM = makeId(2);

function makeStep(seq: number, roomId = ROOM): Publication {
  const event: Event = { type: 'admin_changed', roomId, seq, uid: makeId(3), admin: true };
  return { topic: roomTopic(roomId), event };
}

/** Delivers to all nodes at once, and loses what the test chooses. */
class FakeNetwork {
  readonly channels: FakeChannel[] = [];
  readonly sent: string[] = [];

  send(payloads: readonly string[]): void {
    this.sent.push(...payloads);
    for (const payload of payloads)
      for (const channel of this.channels)
        if (channel.isConnected && !channel.isLosing) channel.receiver?.onPayload(payload);
  }
}

class FakeChannel implements Channel {
  readonly sendsCommits: boolean;
  isConnected = true;
  isLosing = false;
  receiver: ChannelReceiver | undefined;
  readonly #network: FakeNetwork;

  constructor(network: FakeNetwork, sendsCommits: boolean) {
    this.#network = network;
    this.sendsCommits = sendsCommits;
    network.channels.push(this);
  }

  start(receiver: ChannelReceiver): void {
    this.receiver = receiver;
  }

  send(payloads: readonly string[]): void {
    if (this.isConnected) this.#network.send(payloads);
  }

  stop = async (): Promise<void> => {
    this.isConnected = false;
  };
}

interface NodesOptions {
  /** Of the first node. */
  metrics?: Metrics | undefined;
  sendsCommits?: boolean;
}

function createNode(
  node: string,
  network: FakeNetwork,
  clock: { now: number; ticks: (() => void)[] },
  { metrics, sendsCommits = true }: NodesOptions,
) {
  const channel = new FakeChannel(network, sendsCommits);
  const calls: string[] = [];
  const repeat = (run: () => void) => {
    clock.ticks.push(run);
    return () => void clock.ticks.splice(clock.ticks.indexOf(run), 1);
  };
  const bus = new ClusterBus({
    origin: { node, epoch: 'epoch' },
    channel,
    clock: { steadyNow: () => clock.now, repeat },
    metrics,
  });
  bus.start({
    deliver: ([publication]) => calls.push(`deliver ${JSON.stringify(publication)}`),
    hint: (roomId, seq) => calls.push(`hint ${roomId} ${seq}`),
    expect: (roomId, seq) => calls.push(`expect ${roomId} ${seq}`),
    onPossibleLoss: () => calls.push('possible loss'),
    onGap: () => calls.push('gap'),
    onSilence: () => calls.push('silence'),
    onAnnouncement: (from, { type }) => calls.push(`${type} from ${from}`),
  });
  const takeCalls = () => calls.splice(0);
  const commit = (publications: readonly Publication[]) => {
    bus.publishCommitted(publications);
    if (sendsCommits) channel.send(publications.map(each => encodePublication({ node }, each)));
  };
  return { bus, channel, takeCalls, commit };
}

function createNodes(options: NodesOptions = {}) {
  const network = new FakeNetwork();
  const clock = { now: 0, ticks: [] as (() => void)[] };
  const one = createNode('one', network, clock, options);
  const two = createNode('two', network, clock, { ...options, metrics: undefined });
  /** Advances the clock in steps of half a second, in which all nodes send heartbeats. */
  const pass = (count: number) => {
    for (let step = 0; step < count; step++) {
      clock.now += 500;
      for (const tick of clock.ticks) tick();
    }
  };
  return { network, one, two, pass };
}

test('all nodes receive the publications of commits, and those without', () => {
  const { one, two } = createNodes();
  for (const publication of [makeStep(1), SESSION_ENDED]) {
    if (publication === SESSION_ENDED) one.bus.publish([publication]);
    else one.commit([publication]);
    for (const { takeCalls } of [one, two])
      expect(takeCalls()).toEqual([`deliver ${JSON.stringify(publication)}`]);
  }
});

test('the other nodes receive an announcement', () => {
  const { one, two } = createNodes();
  one.bus.announce({ type: 'viewers_requested', roomIds: [ROOM], seq: 1 });
  expect([one.takeCalls(), two.takeCalls()]).toEqual([[], ['viewers_requested from one']]);
});

test('a channel that commits use sends no commit a second time', () => {
  const { network, one } = createNodes();
  one.bus.publishCommitted([makeStep(1)]);
  expect(network.sent).toEqual([]);
});

test('C9 a lost last event is noticed 1 to 1.5 s later, by the position that its writer sends again', () => {
  const { one, two, pass } = createNodes();
  two.channel.isLosing = true;
  one.commit([makeStep(1), makeStep(2), makeStep(7, OTHER_ROOM)]);
  two.channel.isLosing = false;
  one.takeCalls();
  pass(1);
  one.commit([makeStep(8, OTHER_ROOM)]);
  pass(1);
  expect(two.takeCalls().slice(1)).toEqual([`expect ${ROOM} 2`]);
  pass(1);
  expect([...one.takeCalls().slice(1), ...two.takeCalls()]).toEqual([]);
});

test('a position of which the event arrived is not expected again', () => {
  const { one, two, pass } = createNodes();
  one.commit([makeStep(1)]);
  two.takeCalls();
  pass(4);
  expect(two.takeCalls()).toEqual([]);
});

test('a busy room sends no positions until it is quiet', () => {
  const { network, one, pass } = createNodes();
  for (let seq = 1; seq <= 6; seq++) {
    one.commit([makeStep(seq)]);
    pass(1);
  }
  const listHeads = () => network.sent.filter(text => text.includes(`"heads":{"${ROOM}"`));
  expect(listHeads()).toEqual([]);
  pass(3);
  expect(listHeads()).toHaveLength(1);
  expect(listHeads()[0]).toContain(`"heads":{"${ROOM}":6}`);
});

test('the positions of many rooms leave in several heartbeats that fit', () => {
  const { network, one, two, pass } = createNodes();
  const roomIds = Array.from({ length: 250 }, (_, index) => makeId(index));
  two.channel.isLosing = true;
  one.commit(roomIds.map(roomId => makeStep(Number.MAX_SAFE_INTEGER, roomId)));
  two.channel.isLosing = false;
  pass(4);
  expect(two.takeCalls()).toHaveLength(250);
  expect(Math.max(...network.sent.map(text => Buffer.byteLength(text)))).toBeLessThan(7_900);
});

test('C9 a node that is silent for 2 s may have lost its last events, and again when its lease has ended', () => {
  const { one, two, pass } = createNodes();
  pass(3);
  two.channel.isLosing = true;
  two.channel.isConnected = false;
  pass(3);
  expect(one.takeCalls()).toEqual([]);
  pass(1);
  expect(one.takeCalls()).toEqual(['possible loss']);
  pass(15);
  expect(one.takeCalls()).toEqual([]);
  pass(1);
  expect(one.takeCalls()).toEqual(['possible loss']);
  pass(60);
  expect(one.takeCalls()).toEqual([]);
});

test('C9 C11 a reconnected node reports its silence and a gap, and does not suspect the others', () => {
  const { one, two, pass } = createNodes();
  pass(3);
  one.channel.isConnected = false;
  pass(30);
  expect(one.takeCalls()).toEqual(Array.from({ length: 30 }, () => 'silence'));
  two.takeCalls();
  one.channel.isConnected = true;
  one.channel.receiver?.onConnect();
  expect(one.takeCalls()).toEqual(['gap']);
  pass(10);
  expect([...one.takeCalls(), ...two.takeCalls()]).toEqual([]);
});

test('C11 publications that a node could not send are a gap for all nodes', () => {
  const { one, two, pass } = createNodes();
  one.channel.receiver?.onOverflow();
  pass(3);
  for (const { takeCalls } of [one, two]) expect(takeCalls()).toEqual(['gap']);
});

test('possible losses count by their cause, and the first connection is none', async () => {
  const { metrics, read } = await createTestMetrics();
  const { network, one, two, pass } = createNodes({ metrics });
  one.channel.receiver?.onConnect();
  expect(await read('snug_bus_gaps_total')).toEqual([]);
  pass(3);
  one.channel.receiver?.onConnect();
  network.send(['garbage', '{}']);
  two.channel.receiver?.onOverflow();
  pass(1);
  two.channel.isConnected = false;
  pass(5);
  expect(await read('snug_bus_gaps_total')).toEqual([
    '{cause="overflow"} 1',
    '{cause="reconnect"} 1',
    '{cause="silent_server"} 1',
    '{cause="unreadable"} 2',
  ]);
});

test('an unknown event is a hint, and after garbage the positions are compared', () => {
  const { network, two } = createNodes();
  const event = { type: 'later', roomId: ROOM, seq: 4 };
  const later = { v: 9, node: 'three', epoch: 'epoch', publications: [{ topic: roomTopic(ROOM), event }] };
  network.send([JSON.stringify(later)]);
  expect(two.takeCalls()).toEqual([`hint ${ROOM} 4`]);
  network.send(['garbage', '{}', '']);
  expect(two.takeCalls()).toEqual(['possible loss', 'possible loss', 'possible loss']);
});

test('a stopped bus sends a last heartbeat and no other, and its silence is no loss', async () => {
  const { network, one, two, pass } = createNodes();
  pass(1);
  network.sent.length = 0;
  await two.bus.stop();
  expect(network.sent.map(text => JSON.parse(text) as object)).toMatchObject([{ node: 'two', isLast: true }]);
  pass(30);
  expect([...one.takeCalls(), ...two.takeCalls()]).toEqual([]);
  expect(network.sent).toHaveLength(31);
});

/** Two nodes over a broker, each with an echo and with a heartbeat of the other. */
function createBrokerNodes(options: NodesOptions = {}) {
  const nodes = createNodes({ ...options, sendsCommits: false });
  for (const { channel } of [nodes.one, nodes.two]) channel.receiver?.onConnect();
  nodes.pass(1);
  for (const { takeCalls } of [nodes.one, nodes.two]) expect(takeCalls()).toEqual(['gap']);
  return nodes;
}

test('over a broker, a commit reaches its own node at once and only once', () => {
  const { one, two } = createBrokerNodes();
  const publication = makeStep(1);
  const delivered = [`deliver ${JSON.stringify(publication)}`];
  two.channel.isLosing = true;
  two.bus.publishCommitted([publication]);
  expect([one.takeCalls(), two.takeCalls()]).toEqual([delivered, delivered]);
});

test('C9 a node without an echo for a second is away: it sends nothing, and returns with a gap for all', () => {
  const { network, one, two, pass } = createBrokerNodes();
  one.channel.isLosing = true;
  pass(2);
  expect([one.bus.isConnected, one.takeCalls()]).toEqual([true, []]);
  pass(2);
  expect([one.bus.isConnected, one.takeCalls()]).toEqual([false, ['silence', 'silence']]);
  network.sent.length = 0;
  one.bus.publishCommitted([makeStep(1)]);
  one.bus.announce({ type: 'viewers_requested', roomIds: [ROOM], seq: 1 });
  expect([network.sent, one.takeCalls()]).toEqual([[], [`deliver ${JSON.stringify(makeStep(1))}`]]);
  one.channel.isLosing = false;
  pass(1);
  expect([one.bus.isConnected, one.takeCalls(), two.takeCalls()]).toEqual([true, ['gap'], ['gap']]);
  pass(1);
  expect([one.takeCalls(), two.takeCalls()]).toEqual([[], [`expect ${ROOM} 1`]]);
});

test('over a broker, the connection tells since when it carries payloads or does not', () => {
  const { one, pass } = createBrokerNodes();
  pass(7);
  expect(one.bus.connection).toEqual({ isConnected: true, forMs: 4_000 });
  one.channel.isConnected = false;
  pass(4);
  expect(one.bus.connection).toEqual({ isConnected: false, forMs: 1_500 });
  one.channel.isConnected = true;
  one.channel.receiver?.onConnect();
  pass(2);
  expect(one.bus.connection).toEqual({ isConnected: true, forMs: 1_000 });
});

test('C11 a new connection is a gap, also if it was away for less than a second', () => {
  const { one, two, pass } = createBrokerNodes();
  one.channel.receiver?.onConnect();
  expect(one.takeCalls()).toEqual(['gap']);
  pass(1);
  expect([one.takeCalls(), two.takeCalls()]).toEqual([[], ['gap']]);
});

test('8 MiB without an echo are too much: the rest is dropped and reported', () => {
  const { network, one, two, pass } = createBrokerNodes();
  network.sent.length = 0;
  one.channel.isLosing = true;
  const large = { type: 'viewers_requested' as const, roomIds: ['x'.repeat(1024 * 1024)], seq: 1 };
  for (let count = 0; count < 9; count++) one.bus.announce(large);
  expect(network.sent).toHaveLength(7);
  one.channel.isLosing = false;
  two.takeCalls();
  pass(2);
  expect([one.takeCalls(), two.takeCalls()]).toEqual([['gap'], ['gap']]);
});

test('C9 over a broker, the silence of another node and its return are gaps', () => {
  const { one, two, pass } = createBrokerNodes();
  two.channel.isConnected = false;
  pass(4);
  expect(one.takeCalls()).toEqual(['gap']);
  pass(16);
  expect(one.takeCalls()).toEqual(['possible loss']);
  two.channel.isConnected = true;
  pass(1);
  expect(one.takeCalls()).toEqual(['gap']);
});

test('C9 while nothing arrives from a node that is alive, its events may be lost', () => {
  const { one, two, pass } = createBrokerNodes();
  one.bus.expectNodes(['two', 'three']);
  pass(2);
  expect(one.takeCalls()).toEqual(['silence', 'silence']);
  one.bus.expectNodes(['two']);
  expect(one.takeCalls()).toEqual(['gap']);
  pass(2);
  expect(one.takeCalls()).toEqual([]);
  two.channel.isConnected = false;
  pass(4);
  expect(one.takeCalls()).toEqual(['gap', 'silence']);
  one.bus.expectNodes([]);
  expect(one.takeCalls()).toEqual(['gap']);
});

test('a node that has stopped is no silent one', async () => {
  const { one, two, pass } = createBrokerNodes();
  one.bus.expectNodes(['two']);
  await two.bus.stop();
  pass(10);
  one.bus.expectNodes([]);
  expect(one.takeCalls()).toEqual([]);
});
