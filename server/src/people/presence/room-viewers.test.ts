import type { Event } from '@snug/protocol';
import { expect, test } from 'vitest';
import type { ViewersMessage } from '../../cluster/bus/viewer-messages.ts';
import type { Publication } from '../../db/mutation.ts';
import { RoomViewers } from './room-viewers.ts';

function createRoomViewers() {
  const timers: { run: () => void; ms: number }[] = [];
  const published: Publication[][] = [];
  const all = new RoomViewers({
    publish: publications => published.push([...publications]),
    announce: () => {},
    setTimer: (run, ms) => timers.push({ run, ms }),
  });
  const publishNow = (): Event[] => {
    published.length = 0;
    for (const { run } of timers.splice(0)) run();
    return published.flat().map(({ event }) => event);
  };
  return { all, timers, published, publishNow };
}

test('W1 a person with several connections is one viewer', () => {
  const { all, publishNow } = createRoomViewers();
  for (const uid of ['ann', 'ben', 'ann']) all.enter('room', uid);
  expect(all.list('room')).toEqual(['ann', 'ben']);
  publishNow();
  all.leave('room', 'ann');
  expect(all.list('room')).toEqual(['ann', 'ben']);
  all.leave('room', 'ann');
  expect(all.list('room')).toEqual(['ben']);
  expect(all.list('other')).toEqual([]);
});

test('W2 five hundred people who open a room at once cause one event within half a second, with the last 200 names', () => {
  const { all, timers, published, publishNow } = createRoomViewers();
  const uids = Array.from({ length: 500 }, (_, index) => `person ${index}`);
  for (const uid of uids) all.enter('room', uid);
  expect(timers.map(({ ms }) => ms)).toEqual([500]);
  expect(published).toEqual([]);
  expect(publishNow()).toEqual([
    { type: 'viewer_count', roomId: 'room', count: 500 },
    { type: 'viewers_changed', roomId: 'room', count: 500, entered: uids.slice(300), left: [], more: true },
  ]);
  for (const uid of uids) all.leave('room', uid);
  expect(publishNow()[1]).toEqual({
    type: 'viewers_changed',
    roomId: 'room',
    count: 0,
    entered: [],
    left: uids.slice(300),
    more: true,
  });
});

test('W2 subscribers of the room receive the count, subscribers of the viewers the people', () => {
  const { all, published, publishNow } = createRoomViewers();
  all.enter('room', 'ann');
  publishNow();
  expect(published.flat().map(({ topic, event }) => [topic, event.type])).toEqual([
    ['room:room', 'viewer_count'],
    ['viewers:room', 'viewers_changed'],
  ]);
});

test('W2 a person who enters and leaves within the delay is published with the final state', () => {
  const { all, publishNow } = createRoomViewers();
  all.enter('room', 'ann');
  all.enter('room', 'ben');
  all.leave('room', 'ben');
  expect(publishNow()[1]).toMatchObject({ count: 1, entered: ['ann'], left: ['ben'] });
  all.leave('room', 'ann');
  all.enter('room', 'ann');
  expect(publishNow()[1]).toMatchObject({ count: 1, entered: ['ann'], left: [] });
});

test('W2 rooms are published separately, and later changes later', () => {
  const { all, publishNow, timers } = createRoomViewers();
  all.enter('one', 'ann');
  all.enter('two', 'ben');
  expect(publishNow().map(event => 'roomId' in event && event.roomId)).toEqual(['one', 'one', 'two', 'two']);
  expect(timers).toEqual([]);
  all.leave('two', 'ben');
  expect(publishNow()[0]).toEqual({ type: 'viewer_count', roomId: 'two', count: 0 });
});

/** Three nodes with a bus between them. */
function createNodes() {
  const nodes = ['one', 'two', 'three'].map(id => {
    const timers: (() => void)[] = [];
    const events: Event[] = [];
    const sent: ViewersMessage[] = [];
    const viewers = new RoomViewers({
      publish: publications => events.push(...publications.map(({ event }) => event)),
      announce: message => sent.push(message),
      setTimer: run => timers.push(run),
    });
    return { id, viewers, timers, events, sent };
  });
  /** Delivers all messages, except those of `lost`, until none is left. */
  const settle = (lost: readonly string[] = []) => {
    while (nodes.some(({ timers, sent }) => timers.length + sent.length > 0)) {
      for (const { timers } of nodes) for (const run of timers.splice(0)) run();
      for (const from of nodes)
        for (const message of from.sent.splice(0))
          for (const to of nodes)
            if (to !== from && !lost.includes(from.id)) to.viewers.receive(from.id, message);
    }
  };
  const [one, two, three] = nodes as [(typeof nodes)[0], (typeof nodes)[0], (typeof nodes)[0]];
  const listAll = () => nodes.map(({ viewers }) => viewers.list('room').toSorted().join());
  const countAll = () => nodes.map(({ viewers }) => viewers.count('room'));
  return { one, two, three, settle, listAll, countAll };
}

test('W1 a person on two nodes is one viewer, until they left both', () => {
  const { one, two, settle, listAll, countAll } = createNodes();
  one.viewers.enter('room', 'ann');
  two.viewers.enter('room', 'ann');
  two.viewers.enter('room', 'ben');
  settle();
  expect(listAll().slice(0, 2)).toEqual(['ann,ben', 'ann,ben']);
  expect(countAll().slice(0, 2)).toEqual([2, 2]);
  one.events.length = 0;
  two.viewers.leave('room', 'ann');
  settle();
  expect(one.events).toContainEqual(
    expect.objectContaining({ type: 'viewers_changed', count: 2, entered: ['ann'], left: [] }),
  );
  one.viewers.leave('room', 'ann');
  settle();
  expect(two.events.at(-1)).toMatchObject({ count: 1, entered: [], left: ['ann'] });
});

test('W2 a node that opens a room receives its viewers on the other nodes', () => {
  const { one, three, settle, listAll } = createNodes();
  one.viewers.enter('room', 'ann');
  settle();
  three.viewers.enter('room', 'cem');
  settle();
  expect(listAll()).toEqual(['ann,cem', '', 'ann,cem']);
  expect(three.events.at(-1)).toMatchObject({ type: 'viewers_changed', count: 2, entered: ['ann'] });
});

test('W2 after a lost message a node asks again', () => {
  const { one, two, settle, listAll } = createNodes();
  one.viewers.enter('room', 'ann');
  two.viewers.enter('room', 'ben');
  settle();
  two.viewers.leave('room', 'ben');
  two.viewers.enter('room', 'cem');
  settle(['two']);
  expect(listAll()[0]).toBe('ann,ben');
  two.viewers.enter('room', 'dora');
  settle();
  expect(listAll()[0]).toBe('ann,cem,dora');
});

test('W1 the viewers of an ended node leave', () => {
  const { one, two, settle, listAll } = createNodes();
  one.viewers.enter('room', 'ann');
  two.viewers.enter('room', 'ben');
  settle();
  one.viewers.retain(['three']);
  settle();
  expect(listAll()[0]).toBe('ann');
  expect(one.events.at(-1)).toMatchObject({ count: 1, left: ['ben'] });
});

test('W2 nodes exchange bounded lists and whole counts of a large room', () => {
  const { one, two, settle } = createNodes();
  for (let person = 0; person < 1_000; person++) two.viewers.enter('room', `person ${person}`);
  one.viewers.enter('room', 'ann');
  settle();
  expect(one.viewers.count('room')).toBe(1_001);
  expect(one.viewers.list('room')).toHaveLength(151);
  for (let person = 0; person < 1_000; person++) two.viewers.leave('room', `person ${person}`);
  settle();
  expect(one.viewers.count('room')).toBe(1);
});

test('W2 every message has at most 150 ids', () => {
  const { one } = createNodes();
  const rooms = Array.from({ length: 400 }, (_, index) => `room ${index}`);
  for (const room of rooms) for (let person = 0; person < 3; person++) one.viewers.enter(room, `${person}`);
  for (const run of one.timers.splice(0)) run();
  const sizes = one.sent.map(message => JSON.stringify(message).match(/"(room )?\d+"/g)?.length ?? 0);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(150);
  expect(one.sent.map(({ seq }) => seq)).toEqual(one.sent.map((_, index) => index + 1));
});
