import { expect, test } from 'vitest';
import { snug } from './dialects/snug.ts';
import { indexAt, textOf } from './text.ts';
import { TextFinder } from './text-finder.ts';

function sent(index: number): object {
  return {
    type: 'message_sent',
    roomId: 'r',
    seq: index,
    message: { id: 'm', text: textOf(index) },
  };
}

function indexesIn(finder: TextFinder, ...events: object[]): number[] {
  const payload = Buffer.from(JSON.stringify({ events }));
  const indexes: number[] = [];
  for (let at = finder.first(payload); at !== -1; at = finder.next(payload, at))
    indexes.push(indexAt(payload, at));
  return indexes;
}

test('every message of a frame is found, one or several, and wherever it stands', () => {
  const finder = new TextFinder(snug);
  expect(indexesIn(finder, sent(1))).toEqual([1]);
  expect(indexesIn(finder, sent(2))).toEqual([2]);
  expect(indexesIn(finder, sent(3), sent(4), sent(5))).toEqual([3, 4, 5]);
  expect(indexesIn(finder, sent(6), sent(7), sent(8))).toEqual([6, 7, 8]);
  expect(indexesIn(finder, sent(99_999_999), sent(1_000))).toEqual([99_999_999, 1_000]);
  expect(indexesIn(finder, { type: 'heartbeat', rooms: {} }, sent(9))).toEqual([9]);
});

test('a message that the list of rooms tells of is no delivery', () => {
  const finder = new TextFinder(snug);
  const summary = { type: 'room_summary', room: { lastMessage: { text: textOf(5) } } };
  expect(indexesIn(finder, summary)).toEqual([]);
  expect(indexesIn(finder, sent(5), summary)).toEqual([5]);
  expect(indexesIn(finder, summary, sent(6))).toEqual([6]);
});
