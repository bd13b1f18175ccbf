import type { Message } from '@snug/protocol';
import { expect, test } from 'vitest';
import type { SavedRow } from './saved-row.ts';
import { trimSaved } from './trim-saved.ts';

const AUTHOR = { uid: 'ann', name: 'Ann', createdAt: 0, version: 1 };

function makeMessage(seq: number): Message {
  return {
    id: `${seq}`,
    roomId: 'room',
    seq,
    changedSeq: seq,
    author: AUTHOR,
    createdAt: seq,
    text: `${seq}`,
  };
}

function makeRow(seq: number): SavedRow {
  const [before, message, after] = [seq - 1, seq, seq + 1].map(makeMessage);
  return {
    roomId: 'room',
    messageId: `${seq}`,
    savedAt: 1,
    room: { id: 'room', name: 'Room' },
    ...(before && { before }),
    ...(message && { message }),
    ...(after && { after }),
  };
}

test('TR7 a saved message leaves the list with its trim, and a neighbour leaves its row', () => {
  const trim = (row: SavedRow, before: number) => trimSaved(row, { roomId: 'room', before });
  const [row] = trim(makeRow(5), 5);
  expect(row).toMatchObject({ message: { seq: 5 }, after: { seq: 6 } });
  expect(row).not.toHaveProperty('before');
  expect(trim(makeRow(5), 6)).toEqual([]);
  expect(trim(makeRow(5), 4)).toEqual([makeRow(5)]);
  expect(trimSaved(makeRow(5), { roomId: 'other', before: 9 })).toEqual([makeRow(5)]);
  const { message: _, before: __, after: ___, ...unreadable } = makeRow(5);
  expect(trim(unreadable, 9), 'what the person cannot read stays to be removed').toEqual([unreadable]);
});
