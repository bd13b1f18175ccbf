import { expect, test } from 'vitest';
import { createTestRoom, NOW, sendMany } from '../../testing/database.ts';
import { readHistory } from './history.ts';

async function createReader(count: number) {
  const { db, uid, roomId } = await createTestRoom();
  await sendMany(db, uid, roomId, count);
  return async (input: { before?: number; after?: number; around?: number; limit: number }) => {
    const page = await readHistory(
      db,
      { uid, now: NOW },
      { seq: count, trimmedBefore: null },
      { roomId, ...input },
    );
    return [page.hasOlder, page.messages.map(({ seq }) => seq), page.hasNewer];
  };
}

test('a page reports whether there are older and newer messages, at both ends of the room', async () => {
  const read = await createReader(5);
  expect(await read({ limit: 2 })).toEqual([true, [4, 5], false]);
  expect(await read({ before: 4, limit: 2 })).toEqual([true, [2, 3], true]);
  expect(await read({ before: 3, limit: 2 })).toEqual([false, [1, 2], true]);
  expect(await read({ after: 0, limit: 2 })).toEqual([false, [1, 2], true]);
  expect(await read({ after: 1, limit: 2 })).toEqual([true, [2, 3], true]);
  expect(await read({ after: 3, limit: 2 })).toEqual([true, [4, 5], false]);
  expect(await read({ around: 3, limit: 3 })).toEqual([true, [2, 3, 4], true]);
  expect(await read({ around: 1, limit: 9 })).toEqual([false, [1, 2, 3, 4, 5], false]);
});
