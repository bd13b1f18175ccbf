import { roomTopic } from '@snug/protocol';
import { expect, test } from 'vitest';
import type { Publication } from '../db/mutation.ts';
import type { Frame } from './frame.ts';
import { Hub } from './hub.ts';

const ROOM = roomTopic('a');

function beat(topic: Publication['topic'], seq: number): Publication {
  return { topic, event: { type: 'heartbeat', rooms: { a: seq } } };
}

function listener() {
  const heard: Frame[] = [];
  return { heard, send: (frame: Frame) => heard.push(frame), texts: () => heard.map(({ text }) => text) };
}

test('L2 those who listen to a topic hear its events in their order, and nothing else', () => {
  const hub = new Hub();
  const [one, two] = [listener(), listener()];
  hub.subscribe(ROOM, one);
  hub.subscribe('rooms', two);
  hub.publish([beat(ROOM, 1), beat('rooms', 2), beat(ROOM, 3)]);
  expect(one.texts()).toEqual([1, 3].map(seq => JSON.stringify({ events: [beat(ROOM, seq).event] })));
  expect(two.heard).toHaveLength(1);
});

test('an event is put into words once for all who hear it', () => {
  const hub = new Hub();
  const [one, two] = [listener(), listener()];
  hub.subscribe(ROOM, one);
  hub.subscribe(ROOM, two);
  hub.publish([beat(ROOM, 1)]);
  expect(one.heard[0]).toBe(two.heard[0]);
});

test('who listens twice hears once, and who stops hears nothing more', () => {
  const hub = new Hub();
  const [one, two] = [listener(), listener()];
  hub.subscribe(ROOM, one);
  hub.subscribe(ROOM, one);
  hub.subscribe(ROOM, two);
  hub.publish([beat(ROOM, 1)]);
  hub.unsubscribe(ROOM, one);
  hub.unsubscribe('rooms', one);
  hub.publish([beat(ROOM, 2)]);
  expect([one.heard.length, two.heard.length]).toEqual([1, 2]);
});

test('who listens to the topic that an event excepts does not hear it', () => {
  const hub = new Hub();
  const [one, two] = [listener(), listener()];
  for (const subscriber of [one, two]) hub.subscribe('rooms', subscriber);
  hub.subscribe(ROOM, one);
  hub.publish([{ ...beat('rooms', 1), except: ROOM }]);
  expect([one.heard.length, two.heard.length]).toEqual([0, 1]);
  hub.unsubscribe(ROOM, one);
  hub.publish([{ ...beat('rooms', 2), except: ROOM }]);
  expect([one.heard.length, two.heard.length]).toEqual([1, 2]);
});
