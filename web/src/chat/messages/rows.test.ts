import type { OutboxItem } from '@snug/client';
import type { Message, Person } from '@snug/protocol';
import { expect, test } from 'vitest';
import { groupByDay } from './rows.ts';

const ADA: Person = { uid: 'ada', name: 'Ada', createdAt: 0, version: 1 };
const BEN: Person = { uid: 'ben', name: 'Ben', createdAt: 0, version: 1 };
const NOON = new Date(2026, 8, 5, 12).getTime();
const MINUTE = 60_000;

let seq = 0;
const message = (author: Person, createdAt: number): Message => {
  seq++;
  return { id: `m${seq}`, roomId: 'r', seq, changedSeq: seq, author, createdAt, text: 'hello' };
};
const item = (id: string, createdAt: number, status: OutboxItem['status'] = 'waiting'): OutboxItem => ({
  id,
  roomId: 'r',
  text: 'hi',
  createdAt,
  status,
});

test('groups rows by day', () => {
  const days = groupByDay([message(ADA, NOON), message(ADA, NOON + 24 * 60 * MINUTE)], [], ADA);
  expect(days.map(day => [day.date, day.rows.length])).toEqual([
    ['05 Sep 2026', 1],
    ['06 Sep 2026', 1],
  ]);
});

test('a run ends with another author, after five minutes, and at midnight', () => {
  const late = new Date(2026, 8, 5, 23, 59).getTime();
  const messages = [
    message(ADA, NOON),
    message(ADA, NOON + 4 * MINUTE),
    message(ADA, NOON + 5 * MINUTE),
    message(BEN, NOON + 6 * MINUTE),
    message(BEN, late),
    message(BEN, late + MINUTE),
  ];
  const rows = groupByDay(messages, [], ADA).flatMap(day => day.rows);
  expect(rows.map(row => row.startsRun)).toEqual([true, false, true, true, true, true]);
});

test('outbox items come last, even if the clock of the device is slow', () => {
  const rows = groupByDay([message(BEN, NOON)], [item('p1', NOON - MINUTE), item('p2', NOON)], ADA).flatMap(
    day => day.rows,
  );
  expect(rows.map(row => [row.id, row.status, row.startsRun])).toEqual([
    [`m${seq}`, 'stored', true],
    ['p1', 'waiting', true],
    ['p2', 'waiting', false],
  ]);
});

test('an outbox item that is in the log shows once', () => {
  const stored = message(ADA, NOON);
  const [day] = groupByDay([stored], [item(stored.id, NOON)], ADA);
  expect(day?.rows.map(row => row.status)).toEqual(['stored']);
});

test('a stored item is waiting until it is in the log, and a failed item is failed', () => {
  const [day] = groupByDay([], [item('p1', NOON, 'stored'), item('p2', NOON, 'failed')], ADA);
  expect(day?.rows.map(row => row.status)).toEqual(['waiting', 'failed']);
});

test('a row has the number of its replies, and only its own number makes another row of it', () => {
  const messages = [message(ADA, NOON), message(BEN, NOON), message(ADA, NOON + MINUTE)];
  const [first = '', second = ''] = messages.map(({ id }) => id);
  const group = (replies?: Parameters<typeof groupByDay>[3]) =>
    groupByDay(messages, [item('p1', NOON)], ADA, replies).flatMap(({ rows }) => rows);
  const count = (count: number) => ({ count, at: 9 });
  const without = group();
  expect(without.map(row => row.replyCount)).toEqual([undefined, undefined, undefined, undefined]);
  const none = group({ [first]: count(0), other: count(4) });
  expect(none.slice(0, 3).every((row, index) => row === without[index])).toBe(true);
  const one = group({ [first]: count(2), [second]: count(0) });
  expect(one.map(row => row.replyCount)).toEqual([2, undefined, undefined, undefined]);
  expect(one.slice(1, 3).every((row, index) => row === without[index + 1])).toBe(true);
  expect(group({ [first]: count(2), [second]: count(7) })[0]).toBe(one[0]);
});
