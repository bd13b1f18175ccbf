import { expect, test } from 'vitest';
import { type LinePlace, placeLine } from './place-line.ts';

const SEEN = { isAway: false, isSynced: true };
const HIDDEN = { isAway: true, isSynced: true };
const STALE = { isAway: false, isSynced: false };

/** The line after each of these states. */
function follow(...steps: [readSeq: number, unread: number, page?: typeof SEEN][]): LinePlace | undefined {
  let line: LinePlace | undefined;
  for (const [readSeq, unread, page = SEEN] of steps) line = placeLine(line, { readSeq, unread }, page);
  return line;
}

test('the line is placed when the room opens, and stays while its reader looks', () => {
  expect(follow([10, 0])).toMatchObject({ seq: undefined });
  expect(follow([10, 0], [10, 3])).toMatchObject({ seq: undefined });
  expect(follow([10, 3])).toMatchObject({ seq: 10, count: 3 });
  expect(follow([10, 3], [13, 0], [20, 0], [20, 2])).toMatchObject({ seq: 10, count: 3 });
});

test('while nothing after the line is read, its number grows', () => {
  expect(follow([10, 3], [10, 5])).toMatchObject({ seq: 10, count: 5 });
  expect(follow([10, 3], [10, 5], [15, 0], [15, 1])).toMatchObject({ seq: 10, count: 5 });
});

test('the line moves for messages that come while the page is hidden', () => {
  expect(follow([10, 3], [13, 0], [13, 0, HIDDEN])).toMatchObject({ seq: 10, count: 3 });
  expect(follow([10, 3], [13, 0], [13, 1, HIDDEN], [13, 2, HIDDEN], [13, 2], [15, 0])).toMatchObject({
    seq: 13,
    count: 2,
  });
});

test('the line moves if the person moves the cursor back', () => {
  expect(follow([10, 3], [13, 0], [6, 7])).toMatchObject({ seq: 6, count: 7 });
});

test('the notice ends until the line moves', () => {
  const line: LinePlace = { seq: 10, count: 3, readSeq: 10, isSynced: true, isDone: true };
  expect(placeLine(line, { readSeq: 10, unread: 4 }, SEEN)).toMatchObject({ seq: 10, isDone: true });
  expect(placeLine(line, { readSeq: 13, unread: 0 }, SEEN)).toMatchObject({ seq: 10, isDone: true });
  expect(placeLine(line, { readSeq: 13, unread: 1 }, HIDDEN)).toEqual({
    seq: 13,
    count: 1,
    readSeq: 13,
    isSynced: true,
  });
});

test('a room that opens with its copy gets the line for what the server then sends', () => {
  expect(follow([10, 0, STALE], [10, 3])).toMatchObject({ seq: 10, count: 3 });
  expect(follow([10, 0, STALE], [10, 0], [10, 3])).toMatchObject({ seq: undefined });
  expect(follow([10, 3, STALE], [13, 0, STALE], [13, 0])).toMatchObject({ seq: 10, count: 3 });
});

test('the same state again changes nothing', () => {
  const lines = [
    follow([10, 0, STALE]),
    follow([10, 3, STALE]),
    follow([10, 3], [13, 0]),
    follow([10, 0], [10, 1, HIDDEN]),
  ];
  const states = [
    [10, 0, STALE],
    [10, 3, STALE],
    [13, 0, SEEN],
    [10, 1, HIDDEN],
  ] as const;
  for (const [index, [readSeq, unread, page]] of states.entries())
    expect(placeLine(lines[index], { readSeq, unread }, page)).toBe(lines[index]);
});

test('the line keeps the cursors of conversations that hold while nothing after it is read', () => {
  const before = placeLine(undefined, { readSeq: 10, unread: 3, conversations: { first: 12 } }, SEEN);
  expect(before).toMatchObject({ seq: 10, conversations: { first: 12 } });
  const more = placeLine(before, { readSeq: 10, unread: 1, conversations: { first: 14 } }, SEEN);
  expect(more).toMatchObject({ seq: 10, count: 1, conversations: { first: 14 } });
  const read = placeLine(more, { readSeq: 15, unread: 0 }, SEEN);
  expect(read).toMatchObject({ seq: 10, count: 1, conversations: { first: 14 } });
});
