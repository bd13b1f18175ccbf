import { MAX_CATCH_UP, PAGE_SIZE } from '@snug/protocol';
import type { CompiledQuery } from 'kysely';
import { expect, test } from 'vitest';
import { newId } from '../ids.ts';
import { addPerson, aRoom, NOW, sendMany, store } from '../testing/database.ts';
import { RoomStates } from './room-states.ts';

async function aRoomOf(count: number) {
  const { db, uid, roomId } = await aRoom();
  await sendMany(db, uid, roomId, count);
  const read = async (since?: number, maxCatchUp = MAX_CATCH_UP) => {
    const states = new RoomStates({ read: db, maxCatchUp, setTimer: () => {} });
    const { messages, seq, reset, hasOlder } = await states.read(uid, roomId, since);
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
  const states = new RoomStates({ read: db, maxCatchUp: 1, setTimer: () => {} });
  await expect(states.read(newId(), newId())).rejects.toMatchObject({ code: 'not_found' });
});

/** A room's states, with a count of how often messages were read and a way to let the timers run out. */
async function counted() {
  const { db, uid, roomId } = await aRoom();
  await sendMany(db, uid, roomId, 3);
  const timers: (() => void)[] = [];
  const reads = { messages: 0 };
  const read = new Proxy(db, {
    get(target, key) {
      if (key === 'executeQuery')
        return (query: CompiledQuery) => {
          if (query.sql.includes('"changedSeq" >')) reads.messages++;
          return target.executeQuery(query);
        };
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  const states = new RoomStates({ read, maxCatchUp: 10, setTimer: run => timers.push(run) });
  return { db, uid, roomId, states, reads, timers };
}

test('C8 what many ask for at once is read once, and each is told what they like themselves', async () => {
  const { db, uid, roomId, states, reads, timers } = await counted();
  const [first] = (await states.read(uid, roomId, 0)).messages;
  await store(db, {
    mutation: 'set_like',
    call: { uid, now: NOW },
    input: { messageId: first?.id ?? '', liked: true },
  });
  const people = await Promise.all(
    Array.from({ length: 100 }, (_, index) =>
      index === 7 ? Promise.resolve(uid) : addPerson(db, `Person ${index}`),
    ),
  );
  reads.messages = 0;
  const crowd = await Promise.all(people.map(person => states.read(person, roomId, 0)));
  expect(reads.messages).toBe(1);
  const likedBy = crowd.flatMap(({ messages }, index) =>
    messages.some(({ liked }) => liked) ? [index] : [],
  );
  expect(likedBy).toEqual([7]);
  for (const run of timers.splice(0)) run();
  await states.read(uid, roomId, 0);
  expect(reads.messages, 'nothing is kept for long').toBe(2);
});

test('C8 what is shared is never older than the room', async () => {
  const { db, uid, roomId, states } = await counted();
  await states.read(uid, roomId, 1);
  await sendMany(db, uid, roomId, 1);
  const { messages, seq } = await states.read(uid, roomId, 1);
  expect({ seq, seqs: messages.map(message => message.seq) }).toEqual({ seq: 4, seqs: [2, 3, 4] });
});

test('C8 a reading that failed is not shared with those who come later', async () => {
  const { db, uid, roomId } = await aRoom();
  let isBroken = true;
  const read = new Proxy(db, {
    get(target, key) {
      if (key === 'selectFrom' && isBroken) throw new Error('the disk is gone');
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  const states = new RoomStates({ read, maxCatchUp: 10, setTimer: () => {} });
  await expect(states.read(uid, roomId)).rejects.toThrow('the disk is gone');
  isBroken = false;
  expect(await states.read(uid, roomId)).toMatchObject({ seq: 0, messages: [] });
});
