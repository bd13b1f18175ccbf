import { MAX_CATCH_UP, PAGE_SIZE } from '@snug/protocol';
import { expect, test } from 'vitest';
import { newId } from '../ids.ts';
import { aRoom, sendMany } from '../testing/database.ts';
import { readRoomState } from './room-state.ts';

async function aRoomOf(count: number) {
  const { db, uid, roomId } = await aRoom();
  await sendMany(db, uid, roomId, count);
  const read = async (since?: number, maxCatchUp = MAX_CATCH_UP) => {
    const { messages, seq, reset, hasOlder } = await readRoomState(
      { read: db, maxCatchUp },
      uid,
      roomId,
      since,
    );
    return { seqs: messages.map(message => message.seq), seq, reset, hasOlder };
  };
  return { db, uid, roomId, read };
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

test('who knows nothing of a room gets its newest page', async () => {
  const { read } = await aRoomOf(PAGE_SIZE + 1);
  expect(await read()).toEqual({ seqs: range(2, 16), seq: 16, reset: true, hasOlder: true });
  const { read: readShort } = await aRoomOf(PAGE_SIZE);
  expect(await readShort()).toEqual({ seqs: range(1, 15), seq: 15, reset: true, hasOlder: false });
});

test('a room without messages is read, too', async () => {
  const { read } = await aRoomOf(0);
  expect(await read()).toEqual({ seqs: [], seq: 0, reset: true, hasOlder: false });
  expect(await read(0)).toEqual({ seqs: [], seq: 0, reset: false, hasOlder: false });
});

test('C4 a catch-up has everything that changed since, up to the limit, and one more is a reset', async () => {
  const { read } = await aRoomOf(MAX_CATCH_UP + 1);
  const seq = MAX_CATCH_UP + 1;
  expect(await read(1)).toEqual({ seqs: range(2, seq), seq, reset: false, hasOlder: false });
  expect(await read(0)).toEqual({ seqs: range(seq - PAGE_SIZE + 1, seq), seq, reset: true, hasOlder: true });
  expect(await read(seq)).toEqual({ seqs: [], seq, reset: false, hasOlder: false });
});

test('C4 whatever the limit is, a catch-up is complete or a reset', async () => {
  const { read } = await aRoomOf(20);
  for (let since = 0; since <= 20; since++) {
    for (const limit of [0, 1, 5, 19, 20, 21]) {
      const state = await read(since, limit);
      const reset = 20 - since > limit;
      const seqs = reset ? range(6, 20) : range(since + 1, 20);
      expect({ since, limit, ...state }).toMatchObject({ since, limit, reset, seqs });
    }
  }
});

test('C4 a position that the room has never reached is a reset', async () => {
  const { read } = await aRoomOf(3);
  expect(await read(4)).toMatchObject({ seqs: [1, 2, 3], seq: 3, reset: true });
});

test('C4 a message that changed since is told, however old it is', async () => {
  const { db, roomId, read } = await aRoomOf(5);
  await db.updateTable('messages').set({ changedSeq: 6 }).where('seq', '=', 2).execute();
  await db.updateTable('rooms').set({ seq: 6 }).where('id', '=', roomId).execute();
  expect(await read(5)).toMatchObject({ seqs: [2], seq: 6, reset: false });
});

test('a room that is not there is not found', async () => {
  const { db } = await aRoomOf(0);
  const read = readRoomState({ read: db, maxCatchUp: 1 }, newId(), newId());
  await expect(read).rejects.toMatchObject({ code: 'not_found' });
});
