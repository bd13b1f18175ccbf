import { type Event, roomTopic, selfTopic, sessionTopic } from '@snug/protocol';
import { expect, test } from 'vitest';
import type { Publication } from '../../db/mutation.ts';
import type { Bus, Receiver } from './bus.ts';
import { RoutedBus } from './routed-bus.ts';

const ROOM = '01890a5d-ac96-774b-bcce-000000000001';
const UID = '01890a5d-ac96-774b-bcce-000000000002';

function inRoom(seq: number, event: object): Publication {
  return { topic: roomTopic(ROOM), event: { roomId: ROOM, seq, ...event } as Event };
}

const SESSION_ENDED: Publication = { topic: sessionTopic('s'), event: { type: 'session_ended' } };
const READ_MOVED: Publication = { topic: selfTopic(UID), event: { type: 'read_moved', roomId: ROOM } };
const ADMIN_CHANGED = inRoom(1, { type: 'admin_changed', uid: UID, admin: true });
const MEMBER_CHANGED = inRoom(2, { type: 'member_changed', uid: UID, role: null, canRead: false });
const ALL = [SESSION_ENDED, READ_MOVED, ADMIN_CHANGED, MEMBER_CHANGED];

class FakeBus implements Bus {
  receiver: Receiver | undefined;
  readonly calls: string[] = [];
  readonly connection = { isConnected: true, forMs: 0 };

  start(receiver: Receiver): void {
    this.receiver = receiver;
  }

  publish = (publications: readonly Publication[]): void => this.#record('publish', publications);
  publishCommitted = (publications: readonly Publication[]): void => this.#record('commit', publications);
  announce = (): void => void this.calls.push('announce');
  subscribe = async (): Promise<void> => {};
  unsubscribe = (): void => {};
  expectNodes = (nodes: readonly string[]): void => void this.calls.push(`expect ${nodes.join()}`);
  stop = async (): Promise<void> => void this.calls.push('stop');

  #record(method: string, publications: readonly Publication[]): void {
    this.calls.push([method, ...publications.map(({ event }) => event.type)].join(' '));
  }
}

function createBus() {
  const [database, broker] = [new FakeBus(), new FakeBus()];
  const bus = new RoutedBus({ database, broker });
  const calls: string[] = [];
  bus.start({
    deliver: publications => calls.push(...publications.map(({ event }) => event.type)),
    hint: (_roomId, seq) => calls.push(`hint ${seq}`),
    expect: (_roomId, seq) => calls.push(`expect ${seq}`),
    onPossibleLoss: () => calls.push('possible loss'),
    onGap: () => calls.push('gap'),
    onSilence: () => calls.push('silence'),
    onAnnouncement: node => calls.push(`announcement of ${node}`),
  });
  return { bus, database, broker, takeCalls: () => calls.splice(0) };
}

test('each event takes its route: those that change who may read a room take both', async () => {
  const { bus, database, broker } = createBus();
  bus.publishCommitted(ALL);
  bus.publish(ALL);
  bus.publish([READ_MOVED]);
  bus.announce({ type: 'viewers_requested', roomIds: [], seq: 1 });
  bus.expectNodes(['two']);
  await bus.stop();
  const exact = 'session_ended member_changed';
  const repaired = 'read_moved admin_changed member_changed';
  expect(database.calls).toEqual([`commit ${exact}`, `publish ${exact}`, 'stop']);
  expect(broker.calls).toEqual([
    `commit ${repaired}`,
    `publish ${repaired}`,
    'publish read_moved',
    'announce',
    'expect two',
    'stop',
  ]);
});

test('H5 the broker ends no session and no access: only in an open room, the feed takes the first copy of a removal', async () => {
  const { bus, database, broker, takeCalls } = createBus();
  broker.receiver?.deliver(ALL);
  expect(takeCalls()).toEqual(['read_moved', 'admin_changed']);
  database.receiver?.deliver(ALL);
  expect(takeCalls()).toHaveLength(ALL.length);
  await bus.subscribe(roomTopic(ROOM));
  broker.receiver?.deliver(ALL);
  expect(takeCalls()).toEqual(['read_moved', 'admin_changed', 'member_changed']);
  bus.unsubscribe(roomTopic(ROOM));
  broker.receiver?.deliver([MEMBER_CHANGED]);
  expect(takeCalls()).toEqual([]);
});

test('while the broker is away, positions are compared once a second; while the database is, sessions are checked', () => {
  const { database, broker, takeCalls } = createBus();
  for (let halfSecond = 0; halfSecond < 6; halfSecond++) broker.receiver?.onSilence();
  expect(takeCalls()).toEqual(['possible loss', 'possible loss', 'possible loss']);
  database.receiver?.onSilence();
  expect(takeCalls()).toEqual(['silence']);
  broker.receiver?.onGap();
  broker.receiver?.hint(ROOM, 3);
  broker.receiver?.onAnnouncement('two', { type: 'viewers_requested', roomIds: [], seq: 1 });
  expect(takeCalls()).toEqual(['gap', 'hint 3', 'announcement of two']);
});
