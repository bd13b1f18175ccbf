import type { ListedRoom } from '@snug/protocol';
import { expect, test } from 'vitest';
import { ANN } from '../testing/samples.ts';
import { RoomRows } from './room-rows.ts';

function makeRow(seq: number, text: string, rest: Partial<ListedRoom> = {}): ListedRoom {
  const lastMessage = { id: `m${seq}`, seq, author: ANN, createdAt: seq, text };
  return { id: 'garden', name: 'Garden', createdAt: 0, seq, lastMessage, ...rest };
}

test('a row that repeats the known one is no change, and the known one stays', () => {
  const rows = new RoomRows();
  const row = makeRow(3, 'Tulips');
  expect(rows.put(row)).toBe(true);
  expect(rows.put(makeRow(3, 'Tulips'))).toBe(false);
  expect(rows.get('garden')).toBe(row);
});

test.each<[string, ListedRoom]>([
  ['a later message', makeRow(4, 'Tulips')],
  ['another text of the same step', makeRow(3, 'Roses')],
  ['another name', makeRow(3, 'Tulips', { name: 'Allotment' })],
  ['other people', makeRow(3, 'Tulips', { kind: 'direct', people: [ANN] })],
])('a row with %s is a change', (_, next) => {
  const rows = new RoomRows();
  rows.put(makeRow(3, 'Tulips'));
  expect(rows.put(next)).toBe(true);
  expect(rows.all()).toEqual([next]);
});

test('a page that was requested before a row was repeated does not drop it', () => {
  const rows = new RoomRows();
  rows.put(makeRow(3, 'Tulips'));
  const asOf = rows.changeCount;
  rows.put(makeRow(3, 'Tulips'));
  rows.dropUncovered(new Set(), { after: undefined, to: undefined, asOf }, () => true);
  expect(rows.get('garden')).toBeDefined();
});
