import { personTopic, roomTopic, viewersTopic } from '@snug/protocol';
import { expect, test } from 'vitest';
import type { Publication } from '../db/mutation.ts';
import { LocalBus } from './bus.ts';
import type { Frame } from './frame.ts';
import { Hub } from './hub.ts';

const ROOM = roomTopic('a');

function createHeartbeat(topic: Publication['topic'], seq: number): Publication {
  return { topic, event: { type: 'heartbeat', rooms: { a: seq } } };
}

function createSubscriber() {
  const heard: Frame[] = [];
  const hear = (frame: Frame) => heard.push(frame);
  return {
    heard,
    send: hear,
    sendInBackground: hear,
    close: () => {},
    texts: () => heard.map(({ text }) => text),
  };
}

test('L2 those who listen to a topic hear its events in their order, and nothing else', () => {
  const hub = new Hub(new LocalBus());
  const [one, two] = [createSubscriber(), createSubscriber()];
  void hub.subscribe(ROOM, one);
  void hub.subscribe('list', two);
  hub.publish([createHeartbeat(ROOM, 1), createHeartbeat('list', 2), createHeartbeat(ROOM, 3)]);
  expect(one.texts()).toEqual([
    JSON.stringify({ events: [1, 3].map(seq => createHeartbeat(ROOM, seq).event) }),
  ]);
  expect(two.heard).toHaveLength(1);
});

test('H6 what is said in a room goes first, and what lists and people are about comes after it', () => {
  const hub = new Hub(new LocalBus());
  const told: string[] = [];
  const subscriber = {
    send: () => told.push('first'),
    sendInBackground: () => told.push('later'),
    close: () => {},
  };
  const topics = [ROOM, 'list', viewersTopic('a'), personTopic('ann')] as const;
  for (const topic of topics) {
    void hub.subscribe(topic, subscriber);
    hub.publish([createHeartbeat(topic, 1)]);
  }
  expect(told).toEqual(['first', 'later', 'later', 'later']);
});

test('an event is put into words once for all who hear it', () => {
  const hub = new Hub(new LocalBus());
  const [one, two] = [createSubscriber(), createSubscriber()];
  void hub.subscribe(ROOM, one);
  void hub.subscribe(ROOM, two);
  hub.publish([createHeartbeat(ROOM, 1)]);
  expect(one.heard[0]).toBe(two.heard[0]);
});

test('who listens twice hears once, and who stops hears nothing more', () => {
  const hub = new Hub(new LocalBus());
  const [one, two] = [createSubscriber(), createSubscriber()];
  void hub.subscribe(ROOM, one);
  void hub.subscribe(ROOM, one);
  void hub.subscribe(ROOM, two);
  hub.publish([createHeartbeat(ROOM, 1)]);
  hub.unsubscribe(ROOM, one);
  hub.unsubscribe('list', one);
  hub.publish([createHeartbeat(ROOM, 2)]);
  expect([one.heard.length, two.heard.length]).toEqual([1, 2]);
});

test('a topic is asked for while anyone listens to it, and those who come meanwhile wait for the same', async () => {
  const calls: string[] = [];
  const standing = Promise.withResolvers<void>();
  const hub = new Hub({
    subscribe: topic => {
      calls.push(`+${topic}`);
      return standing.promise;
    },
    unsubscribe: topic => calls.push(`-${topic}`),
  });
  const [one, two] = [createSubscriber(), createSubscriber()];
  const opening = hub.subscribe(ROOM, one);
  expect(hub.subscribe(ROOM, two)).toBe(opening);
  hub.publish([createHeartbeat(ROOM, 1)]);
  expect(one.heard).toHaveLength(1);
  standing.resolve();
  await opening;
  await hub.subscribe(ROOM, one);
  hub.unsubscribe(ROOM, one);
  expect(calls).toEqual([`+${ROOM}`]);
  hub.unsubscribe(ROOM, two);
  expect(calls).toEqual([`+${ROOM}`, `-${ROOM}`]);
});

test('who listens to the topic that an event excepts does not hear it', () => {
  const hub = new Hub(new LocalBus());
  const [one, two] = [createSubscriber(), createSubscriber()];
  for (const subscriber of [one, two]) void hub.subscribe('list', subscriber);
  void hub.subscribe(ROOM, one);
  hub.publish([{ ...createHeartbeat('list', 1), exceptTopic: ROOM }]);
  expect([one.heard.length, two.heard.length]).toEqual([0, 1]);
  hub.unsubscribe(ROOM, one);
  hub.publish([{ ...createHeartbeat('list', 2), exceptTopic: ROOM }]);
  expect([one.heard.length, two.heard.length]).toEqual([1, 2]);
});

test('what is told at once is one frame, and the same for all who know the same of it', () => {
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
  expect(people[1]?.heard[0]).toBe(people[2]?.heard[0]);
});
