import { assert, integer, property } from 'fast-check';
import { expect, test } from 'vitest';
import { hasTrimmed } from './list-copies.ts';

const AUTHOR = { uid: 'ann', name: 'Ann', createdAt: 0, version: 1 };

function makeMessage(seq: number, roomId = 'harbour') {
  return { id: `${seq}`, roomId, seq, changedSeq: seq, author: AUTHOR, createdAt: seq, text: `text ${seq}` };
}

const isTrimmed = (copy: unknown, before = 5) => hasTrimmed(copy, new Map([['harbour', before]]));

test('TR7 a copy of a list is stale if any of its messages is trimmed, in whatever kind of row', () => {
  const [old, kept] = [makeMessage(4), makeMessage(5)];
  const room = { id: 'harbour', name: 'Harbour', seq: 1 };
  expect(isTrimmed([{ message: kept, room }])).toBe(false);
  expect(
    isTrimmed([
      { message: kept, room },
      { message: old, room },
    ]),
  ).toBe(true);
  expect(isTrimmed([{ roomId: 'harbour', messageId: '5', message: kept, before: old, room }])).toBe(true);
  expect(
    isTrimmed([{ roomId: 'harbour', rootId: '1', last: [kept, old], readSeq: 1, lastSeq: 2, room }]),
  ).toBe(true);
  expect(isTrimmed([{ message: makeMessage(4, 'kitchen'), room }])).toBe(false);
  expect([isTrimmed(undefined), isTrimmed([]), isTrimmed([null])]).toEqual([false, false, false]);
});

test('TR7 a copy is stale if a message quotes a trimmed one, until the quote is that of a deleted one', () => {
  const reply = { id: '2', seq: 2, author: AUTHOR, text: 'quoted' };
  expect(isTrimmed([{ message: { ...makeMessage(9), reply } }])).toBe(true);
  expect(isTrimmed([{ message: { ...makeMessage(9), reply: { ...reply, seq: 7 } } }])).toBe(false);
  const { text: _, ...deleted } = { ...reply, deleted: true };
  expect(isTrimmed([{ message: { ...makeMessage(9), reply: deleted } }])).toBe(false);
});

test('TR7 exactly the messages below the beginning are trimmed', () => {
  assert(
    property(integer({ min: 1, max: 50 }), integer({ min: 1, max: 50 }), (seq, before) => {
      expect(isTrimmed([{ message: makeMessage(seq) }], before)).toBe(seq < before);
    }),
  );
});
