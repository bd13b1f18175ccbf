import type { Event } from '@snug/protocol';
import { expect, test } from 'vitest';
import type { Publication } from '../db/mutation.ts';
import { Attendance } from './room-viewers.ts';

function attendance() {
  const timers: { run: () => void; ms: number }[] = [];
  const told: Publication[][] = [];
  const all = new Attendance({
    publish: publications => told.push([...publications]),
    setTimer: (run, ms) => timers.push({ run, ms }),
  });
  /** Lets the time pass in which comings and goings gather; answers with the events that are told then. */
  const tell = (): Event[] => {
    told.length = 0;
    for (const { run } of timers.splice(0)) run();
    return told.flat().map(({ event }) => event);
  };
  return { all, timers, told, tell };
}

test('W1 who has a room open is here, once, however many connections do', () => {
  const { all, tell } = attendance();
  for (const uid of ['ann', 'ben', 'ann']) all.enter('room', uid);
  expect(all.list('room')).toEqual(['ann', 'ben']);
  tell();
  all.leave('room', 'ann');
  expect(all.list('room')).toEqual(['ann', 'ben']);
  all.leave('room', 'ann');
  expect(all.list('room')).toEqual(['ben']);
  expect(all.list('other')).toEqual([]);
});

test('W2 five hundred who open a room at once are told as one, within half a second, and the last 200 of them by name', () => {
  const { all, timers, told, tell } = attendance();
  const uids = Array.from({ length: 500 }, (_, index) => `person ${index}`);
  for (const uid of uids) all.enter('room', uid);
  expect(timers.map(({ ms }) => ms)).toEqual([500]);
  expect(told).toEqual([]);
  expect(tell()).toEqual([
    { type: 'here_count', roomId: 'room', count: 500 },
    { type: 'here_changed', roomId: 'room', count: 500, entered: uids.slice(300), left: [], more: true },
  ]);
  for (const uid of uids) all.leave('room', uid);
  expect(tell()[1]).toEqual({
    type: 'here_changed',
    roomId: 'room',
    count: 0,
    entered: [],
    left: uids.slice(300),
    more: true,
  });
});

test('W2 the count goes to the room, who it is to those who watch', () => {
  const { all, told, tell } = attendance();
  all.enter('room', 'ann');
  tell();
  expect(told.flat().map(({ topic, event }) => [topic, event.type])).toEqual([
    ['room:room', 'here_count'],
    ['here:room', 'here_changed'],
  ]);
});

test('W2 of somebody who came and went it is told how it ended', () => {
  const { all, tell } = attendance();
  all.enter('room', 'ann');
  all.enter('room', 'ben');
  all.leave('room', 'ben');
  expect(tell()[1]).toMatchObject({ count: 1, entered: ['ann'], left: ['ben'] });
  all.leave('room', 'ann');
  all.enter('room', 'ann');
  expect(tell()[1]).toMatchObject({ count: 1, entered: ['ann'], left: [] });
});

test('W2 each room is told for itself, and what comes later later', () => {
  const { all, tell, timers } = attendance();
  all.enter('one', 'ann');
  all.enter('two', 'ben');
  expect(tell().map(event => 'roomId' in event && event.roomId)).toEqual(['one', 'one', 'two', 'two']);
  expect(timers).toEqual([]);
  all.leave('two', 'ben');
  expect(tell()[0]).toEqual({ type: 'here_count', roomId: 'two', count: 0 });
});
