import type { Message } from '@snug/protocol';
import { expect, test } from 'vitest';
import { isDeleted } from './is-deleted.ts';

const AUTHOR = { uid: 'ann', name: 'Ann', createdAt: 0, version: 1 };

function makeLog(...seqs: number[]) {
  const messages = seqs.map(
    (seq): Message => ({
      id: `${seq}`,
      roomId: 'room',
      seq,
      changedSeq: seq,
      author: AUTHOR,
      createdAt: seq,
      text: '.',
    }),
  );
  return { messages, hasOlder: true, hasNewer: true };
}

test('a message is deleted if the loaded messages around it lack it, or an admin has removed it', () => {
  const log = makeLog(4, 5, 7);
  const isGone = (seq: number, part = log) => isDeleted(part, { id: `${seq}`, seq });
  expect([3, 4, 5, 6, 7, 8].map(seq => isGone(seq))).toEqual([false, false, false, true, false, false]);
  expect(isGone(8, { ...log, hasNewer: false }), 'the newest message').toBe(true);
  expect(isGone(3, { ...log, hasOlder: false }), 'the first message').toBe(true);
  expect(isGone(1, { messages: [], hasOlder: false, hasNewer: false }), 'the only message').toBe(true);
  const messages = log.messages.map(message => ({ ...message, deletedAt: 9, removed: true as const }));
  expect(isGone(5, { ...log, messages })).toBe(true);
});
