import type { Person } from '@snug/protocol';
import { expect, test } from 'vitest';
import type { Day, Row } from '../messages/rows.ts';
import { findFirstUnread } from './find-first-unread.ts';

const ROW: Omit<Row, 'id' | 'seq' | 'author'> = {
  roomId: 'room',
  text: 'text',
  file: undefined,
  createdAt: 0,
  status: 'stored',
  startsRun: true,
};

function makeRow(seq: number | undefined, uid = 'ben', change: Partial<Row> = {}): Row {
  const author: Person = { uid, name: uid, createdAt: 0, version: 1 };
  return { ...ROW, id: `row ${seq}`, ...(seq !== undefined && { seq }), author, ...change };
}

function find(rows: Row[], seq: number | undefined, hasOlder = false): string | undefined {
  const days: Day[] = [
    { date: 'one', rows: rows.slice(0, 2) },
    { date: 'two', rows: rows.slice(2) },
  ];
  return findFirstUnread(
    days,
    seq === undefined ? undefined : { readSeq: seq },
    hasOlder,
    uid => uid !== 'ben',
  )?.id;
}

test('the first unread message is the first one after the cursor that counts', () => {
  const rows = [
    makeRow(4),
    makeRow(5),
    makeRow(6, 'me'),
    makeRow(7, 'blocked'),
    makeRow(8, 'ben', { line: 'removed' }),
  ];
  expect(find([...rows, makeRow(9), makeRow(10)], 5)).toBe('row 9');
  expect(find(rows, 3)).toBe('row 4');
  expect(find(rows, 5)).toBeUndefined();
  expect(find(rows, undefined)).toBeUndefined();
  expect(find([], 0)).toBeUndefined();
  expect(find([...rows, makeRow(undefined, 'me')], 5)).toBeUndefined();
});

test('a part of the room that begins after the first unread message has none', () => {
  const rows = [makeRow(4), makeRow(5)];
  expect(find(rows, 2, true)).toBeUndefined();
  expect(find(rows, 3, true)).toBe('row 4');
  expect(find(rows, 2)).toBe('row 4');
});

test('messages that their reader read in a conversation are read, and other ones are not', () => {
  const rows = [
    makeRow(5),
    makeRow(6, 'ben', { rootId: 'row 5' }),
    makeRow(7, 'ben', { rootId: 'row 5' }),
    makeRow(8, 'ben', { rootId: 'row 3' }),
    makeRow(9),
  ];
  const days: Day[] = [{ date: 'one', rows }];
  const findAfter = (readSeq: number, conversations: Record<string, number>) =>
    findFirstUnread(days, { readSeq, conversations }, false, () => false)?.id;
  expect(findAfter(4, { 'row 5': 7 })).toBe('row 8');
  expect(findAfter(4, { 'row 5': 6 })).toBe('row 7');
  expect(findAfter(4, { 'row 5': 7, 'row 3': 8 })).toBe('row 9');
  expect(findAfter(4, { 'row 3': 8 })).toBe('row 5');
  expect(findAfter(8, { 'row 5': 7 })).toBe('row 9');
});
