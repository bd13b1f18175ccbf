import { type EventOf, personTopic, roomTopic, summaryTopic, viewersTopic } from '@snug/protocol';
import { expect, test } from 'vitest';
import { LocalBus } from '../cluster/bus/local-bus.ts';
import type { Publication } from '../db/mutation.ts';
import { BannedRooms } from './banned-rooms.ts';
import type { Frame } from './frame.ts';
import { Hub } from './hub.ts';

const ROOM = roomTopic('a');
const SUMMARY = summaryTopic('b');

function createHeartbeat(topic: Publication['topic'], seq: number): Publication {
  return { topic, event: { type: 'heartbeat', rooms: { a: seq } } };
}

function createSubscriber() {
  const frames: Frame[] = [];
  const receive = (frame: Frame) => frames.push(frame);
  return {
    uid: 'ann',
    bannedRooms: new BannedRooms(),
    unsubscribe: () => {},
    frames,
    send: receive,
    sendInBackground: receive,
    close: () => {},
    texts: () => frames.map(({ text }) => text),
  };
}

test('L2 subscribers receive the events of their topic in order, and nothing else', () => {
  const hub = new Hub(new LocalBus());
  const [one, two] = [createSubscriber(), createSubscriber()];
  void hub.subscribe(ROOM, one);
  void hub.subscribe(SUMMARY, two);
  hub.publish([createHeartbeat(ROOM, 1), createHeartbeat(SUMMARY, 2), createHeartbeat(ROOM, 3)]);
  expect(one.texts()).toEqual([
    JSON.stringify({ events: [1, 3].map(seq => createHeartbeat(ROOM, seq).event) }),
  ]);
  expect(two.frames).toHaveLength(1);
});

test('H6 events of rooms go first, and those of lists and people go in the background', async () => {
  const hub = new Hub(new LocalBus());
  const calls: string[] = [];
  const subscriber = {
    uid: 'ann',
    send: () => calls.push('first'),
    sendInBackground: () => calls.push('later'),
    close: () => {},
    unsubscribe: () => {},
    bannedRooms: new BannedRooms(),
  };
  await subscriber.bannedRooms.read(async () => new Set());
  const topics = [ROOM, 'list', viewersTopic('a'), personTopic('ann')] as const;
  for (const topic of topics) {
    void hub.subscribe(topic, subscriber);
    hub.publish([createHeartbeat(topic, 1)]);
  }
  expect(calls).toEqual(['first', 'later', 'later', 'later']);
});

test('an event is encoded once for all subscribers', () => {
  const hub = new Hub(new LocalBus());
  const [one, two] = [createSubscriber(), createSubscriber()];
  void hub.subscribe(ROOM, one);
  void hub.subscribe(ROOM, two);
  hub.publish([createHeartbeat(ROOM, 1)]);
  expect(one.frames[0]).toBe(two.frames[0]);
});

test('a second subscription changes nothing, and an ended one delivers nothing', () => {
  const hub = new Hub(new LocalBus());
  const [one, two] = [createSubscriber(), createSubscriber()];
  void hub.subscribe(ROOM, one);
  void hub.subscribe(ROOM, one);
  void hub.subscribe(ROOM, two);
  hub.publish([createHeartbeat(ROOM, 1)]);
  hub.unsubscribe(ROOM, one);
  hub.unsubscribe('list', one);
  hub.publish([createHeartbeat(ROOM, 2)]);
  expect([one.frames.length, two.frames.length]).toEqual([1, 2]);
});

test('the hub subscribes to a topic while it has subscribers, and later subscribers wait for the same promise', async () => {
  const calls: string[] = [];
  const subscribed = Promise.withResolvers<void>();
  const hub = new Hub({
    subscribe: topic => {
      calls.push(`+${topic}`);
      return subscribed.promise;
    },
    unsubscribe: topic => calls.push(`-${topic}`),
  });
  const [one, two] = [createSubscriber(), createSubscriber()];
  const opening = hub.subscribe(ROOM, one);
  expect(hub.subscribe(ROOM, two)).toBe(opening);
  hub.publish([createHeartbeat(ROOM, 1)]);
  expect(one.frames).toHaveLength(1);
  subscribed.resolve();
  await opening;
  await hub.subscribe(ROOM, one);
  hub.unsubscribe(ROOM, one);
  expect(calls).toEqual([`+${ROOM}`]);
  hub.unsubscribe(ROOM, two);
  expect(calls).toEqual([`+${ROOM}`, `-${ROOM}`]);
});

test("subscribers of an event's excepted topic do not receive it", () => {
  const hub = new Hub(new LocalBus());
  const [one, two] = [createSubscriber(), createSubscriber()];
  for (const subscriber of [one, two]) void hub.subscribe(SUMMARY, subscriber);
  void hub.subscribe(ROOM, one);
  hub.publish([{ ...createHeartbeat(SUMMARY, 1), exceptTopic: ROOM }]);
  expect([one.frames.length, two.frames.length]).toEqual([0, 1]);
  hub.unsubscribe(ROOM, one);
  hub.publish([{ ...createHeartbeat(SUMMARY, 2), exceptTopic: ROOM }]);
  expect([one.frames.length, two.frames.length]).toEqual([1, 2]);
});

test('events of one publish share a frame, and subscribers that already have the same events share theirs', () => {
  const hub = new Hub(new LocalBus());
  const rooms = ['a', 'b'].map(id => roomTopic(id));
  const people = [[], ['a'], ['a'], ['a', 'b']].map(open => {
    const person = createSubscriber();
    void hub.subscribe(SUMMARY, person);
    for (const id of open) void hub.subscribe(roomTopic(id), person);
    return person;
  });
  hub.publish(rooms.map((except, seq) => ({ ...createHeartbeat(SUMMARY, seq), exceptTopic: except })));
  const [both, ofOne] = [[0, 1], [1]].map(seqs =>
    JSON.stringify({ events: seqs.map(seq => createHeartbeat(SUMMARY, seq).event) }),
  );
  expect(people.map(person => person.texts())).toEqual([[both], [ofOne], [ofOne], []]);
  expect(people[1]?.frames[0]).toBe(people[2]?.frames[0]);
});

test('Y2 Y5 the end of access ends the subscriptions of one person to the room', () => {
  const hub = new Hub(new LocalBus());
  const ended: string[] = [];
  const subscribe = (uid: string) => {
    const subscriber = {
      ...createSubscriber(),
      uid,
      unsubscribe: (topic: Publication['topic']) => ended.push(`${uid} ${topic}`),
    };
    for (const topic of [ROOM, viewersTopic('a'), summaryTopic('a'), roomTopic('b')])
      void hub.subscribe(topic, subscriber);
  };
  subscribe('ann');
  subscribe('ben');
  hub.endAccess('a', 'ben');
  expect(ended).toEqual(['ben room:a', 'ben viewers:a', 'ben summary:a']);
  hub.endAccess('a');
  expect(ended).toHaveLength(9);
});

/** A subscriber of the list, with bans from these rooms. */
async function createReader(hub: Hub, uid: string, banned: readonly string[]) {
  const reader = { ...createSubscriber(), uid };
  void hub.subscribe('list', reader);
  await reader.bannedRooms.read(async () => new Set(banned));
  const rooms = () =>
    reader.frames.map(({ text }) => {
      const { events } = JSON.parse(text) as { events: EventOf<'list_changed'>[] };
      return events.flatMap(({ rooms, removed = [] }) => [...rooms.map(({ id }) => id), ...removed]).join('');
    });
  return Object.assign(reader, { rooms });
}

function createListPublication(ids: string, removed: string[] = []): Publication {
  const rooms = ids.split('').map(id => ({ id, name: 'Room', createdAt: 0, seq: 0 }));
  return { topic: 'list', event: { type: 'list_changed', rooms, removed, more: false } };
}

test('Y5 a person with bans receives the list without those rooms', async () => {
  const hub = new Hub(new LocalBus());
  const [ann, ben] = [await createReader(hub, 'ann', []), await createReader(hub, 'ben', [])];
  const publish = () => hub.publish([createListPublication('ab', ['c'])]);
  hub.setBanned('a', 'ben', true);
  hub.setBanned('c', 'ben', true);
  publish();
  hub.setBanned('a', 'ben', false);
  hub.setBanned('c', 'ben', false);
  publish();
  expect(ann.rooms()).toEqual(['abc', 'abc']);
  expect(ben.rooms()).toEqual(['b', 'abc']);
});

test('people with bans from the same rooms among the listed ones share a frame, and an event about nothing else is not sent', async () => {
  const hub = new Hub(new LocalBus());
  const readers = await Promise.all(
    [[], ['x'], ['y'], ['a'], ['a', 'x'], ['a', 'b']].map((banned, index) =>
      createReader(hub, `${index}`, banned),
    ),
  );
  hub.publish([createListPublication('ab')]);
  hub.publish([createListPublication('a')]);
  expect(readers.map(reader => reader.rooms())).toEqual([
    ['ab', 'a'],
    ['ab', 'a'],
    ['ab', 'a'],
    ['b'],
    ['b'],
    [],
  ]);
  const first = readers.flatMap(({ frames }) => frames.slice(0, 1));
  expect(new Set(first).size).toBe(2);
});

test('Y5 a ban during the read of bans outlasts its older result, and nothing is sent before it', async () => {
  const hub = new Hub(new LocalBus());
  const { promise, resolve } = Promise.withResolvers<ReadonlySet<string>>();
  const ben = { ...createSubscriber(), uid: 'ben' };
  void hub.subscribe('list', ben);
  const reading = ben.bannedRooms.read(() => promise);
  hub.publish([createListPublication('ab')]);
  hub.setBanned('a', 'ben', true);
  hub.setBanned('b', 'ben', false);
  resolve(new Set(['b']));
  expect(await reading).toBe(true);
  hub.publish([createListPublication('ab')]);
  expect(ben.texts().map(text => [text.includes('"a"'), text.includes('"b"')])).toEqual([[false, true]]);
});
