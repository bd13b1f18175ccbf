import type { Message } from '@snug/protocol';
import { expect, test } from 'vitest';
import { deleteSaved } from './delete-saved.ts';
import type { SavedRow } from './saved-row.ts';

function makeMessage(seq: number): Message {
  const author = { uid: 'ann', name: 'Ann', createdAt: 0, version: 1 };
  const text = `text ${seq}`;
  return { id: `${seq}`, roomId: 'room', seq, changedSeq: seq, author, createdAt: seq, text };
}

const ROW: SavedRow = {
  roomId: 'room',
  messageId: '5',
  savedAt: 1,
  room: { id: 'room', name: 'Room' },
  before: makeMessage(4),
  message: makeMessage(5),
  after: makeMessage(6),
};

test('a saved message that is deleted loses its text, and a deleted neighbour leaves the row', () => {
  const remove = (seq: number, roomId = 'room') => deleteSaved(ROW, { roomId, seq, at: 99 });
  expect(remove(5).message).toMatchObject({ id: '5', deletedAt: 99 });
  expect(JSON.stringify(remove(5))).not.toContain('text 5');
  const { before: _, ...withoutBefore } = ROW;
  expect(remove(4)).toEqual(withoutBefore);
  const { after: __, ...withoutAfter } = ROW;
  expect(remove(6)).toEqual(withoutAfter);
  expect([remove(7), remove(5, 'other')]).toEqual([ROW, ROW]);
});
