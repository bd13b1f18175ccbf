import { personTopic, roomTopic, summaryTopic, viewersTopic } from '@snug/protocol';
import { expect, test } from 'vitest';
import type { Publication } from '../db/mutation.ts';
import { LocalBus } from './bus/local-bus.ts';
import type { Frame } from './frame.ts';
import { Hub } from './hub.ts';

const ROOM = roomTopic('a');
const NO_LISTS = { hiddenRooms: new Set<string>(), hideRooms: () => {}, unsubscribe: () => {} };

function createHeartbeat(topic: Publication['topic'], seq: number): Publication {
  return { topic, event: { type: 'heartbeat', rooms: { a: seq } } };
}

function createSubscriber() {
  const frames: Frame[] = [];
  const receive = (frame: Frame) => frames.push(frame);
  return {
    uid: 'ann',
    ...NO_LISTS,
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
  void hub.subscribe('list', two);
  hub.publish([createHeartbeat(ROOM, 1), createHeartbeat('list', 2), createHeartbeat(ROOM, 3)]);
  expect(one.texts()).toEqual([
    JSON.stringify({ events: [1, 3].map(seq => createHeartbeat(ROOM, seq).event) }),
  ]);
  expect(two.frames).toHaveLength(1);
});

test('H6 events of rooms go first, and those of lists and people go in the background', () => {
  const hub = new Hub(new LocalBus());
  const calls: string[] = [];
  const subscriber = {
    uid: 'ann',
    send: () => calls.push('first'),
    ...NO_LISTS,
    sendInBackground: () => calls.push('later'),
    close: () => {},
  };
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
  for (const subscriber of [one, two]) void hub.subscribe('list', subscriber);
  void hub.subscribe(ROOM, one);
  hub.publish([{ ...createHeartbeat('list', 1), exceptTopic: ROOM }]);
  expect([one.frames.length, two.frames.length]).toEqual([0, 1]);
  hub.unsubscribe(ROOM, one);
  hub.publish([{ ...createHeartbeat('list', 2), exceptTopic: ROOM }]);
  expect([one.frames.length, two.frames.length]).toEqual([1, 2]);
});

test('events of one publish share a frame, and subscribers that already have the same events share theirs', () => {
  const hub = new Hub(new LocalBus());
  const rooms = ['a', 'b'].map(id => roomTopic(id));
  const people = [[], ['a'], ['a'], ['a', 'b']].map(open => {
    const person = createSubscriber();
    void hub.subscribe('list', person);
    for (const id of open) void hub.subscribe(roomTopic(id), person);
    return person;
  });
  hub.publish(rooms.map((except, seq) => ({ ...createHeartbeat('list', seq), exceptTopic: except })));
  const [both, ofOne] = [[0, 1], [1]].map(seqs =>
    JSON.stringify({ events: seqs.map(seq => createHeartbeat('list', seq).event) }),
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

test('Y5 a person with bans receives the list without those rooms', () => {
  const hub = new Hub(new LocalBus());
  const row = (id: string) => ({ id, name: 'Room', createdAt: 0, seq: 0 });
  const ben = createSubscriber();
  const hidden = {
    ...ben,
    uid: 'ben',
    hideRooms(roomIds: ReadonlySet<string>) {
      hidden.hiddenRooms = new Set(roomIds);
    },
  };
  const ann = createSubscriber();
  for (const subscriber of [ann, hidden]) void hub.subscribe('list', subscriber);
  const publish = () =>
    hub.publish([
      {
        topic: 'list',
        event: { type: 'list_changed', rooms: [row('a'), row('b')], removed: ['c'], more: false },
      },
    ]);
  hub.setHidden('a', 'ben', true);
  hub.setHidden('c', 'ben', true);
  publish();
  hub.setHidden('a', 'ben', false);
  hub.setHidden('c', 'ben', false);
  publish();
  const rooms = (texts: readonly string[]) =>
    texts.map(
      text =>
        [...text.matchAll(/"id":"(.)"/g)].map(([, id]) => id).join('') + (text.includes('"c"') ? 'c' : ''),
    );
  expect(rooms(ann.texts())).toEqual(['abc', 'abc']);
  expect(rooms(ben.texts())).toEqual(['b', 'abc']);
});
