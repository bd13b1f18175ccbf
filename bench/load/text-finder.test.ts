import { expect, test } from 'vitest';
import { snug } from './dialects/snug.ts';
import { createText, readIndex } from './text.ts';
import { TextFinder } from './text-finder.ts';

function createSentEvent(index: number): object {
  return {
    type: 'message_sent',
    roomId: 'r',
    seq: index,
    message: { id: 'm', text: createText(index) },
  };
}

function findIndexes(finder: TextFinder, ...events: object[]): number[] {
  const payload = Buffer.from(JSON.stringify({ events }));
  const indexes: number[] = [];
  for (let at = finder.first(payload); at !== -1; at = finder.next(payload, at))
    indexes.push(readIndex(payload, at));
  return indexes;
}

test('each message of a frame is found, for one or several messages at any place', () => {
  const finder = new TextFinder(snug);
  expect(findIndexes(finder, createSentEvent(1))).toEqual([1]);
  expect(findIndexes(finder, createSentEvent(2))).toEqual([2]);
  expect(findIndexes(finder, createSentEvent(3), createSentEvent(4), createSentEvent(5))).toEqual([3, 4, 5]);
  expect(findIndexes(finder, createSentEvent(6), createSentEvent(7), createSentEvent(8))).toEqual([6, 7, 8]);
  expect(findIndexes(finder, createSentEvent(99_999_999), createSentEvent(1_000))).toEqual([
    99_999_999, 1_000,
  ]);
  expect(findIndexes(finder, { type: 'heartbeat', rooms: {} }, createSentEvent(9))).toEqual([9]);
});

test('a last message in the list of rooms is not a delivery', () => {
  const finder = new TextFinder(snug);
  const summary = { type: 'room_summary', room: { lastMessage: { text: createText(5) } } };
  expect(findIndexes(finder, summary)).toEqual([]);
  expect(findIndexes(finder, createSentEvent(5), summary)).toEqual([5]);
  expect(findIndexes(finder, summary, createSentEvent(6))).toEqual([6]);
});
