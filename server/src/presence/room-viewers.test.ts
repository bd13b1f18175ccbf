import type { Event } from '@snug/protocol';
import { expect, test } from 'vitest';
import type { Publication } from '../db/mutation.ts';
import { RoomViewers } from './room-viewers.ts';

function createRoomViewers() {
  const timers: { run: () => void; ms: number }[] = [];
  const published: Publication[][] = [];
  const all = new RoomViewers({
    publish: publications => published.push([...publications]),
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
