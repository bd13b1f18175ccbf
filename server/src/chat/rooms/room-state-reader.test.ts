import { HEART, MAX_CATCH_UP_MESSAGES, MAX_RESULT_BYTES, PAGE_SIZE } from '@snug/protocol';
import type { CompiledQuery } from 'kysely';
import { expect, test } from 'vitest';
import { newId } from '../../base/ids.ts';
import { jsonBytes } from '../../limits/json-bytes.ts';
import { createCounts } from '../../testing/counts.ts';
import {
  addPerson,
  createSendJob,
  createTestRoom,
  NOW,
  runJob,
  runJobs,
  sendMany,
} from '../../testing/database.ts';
import { createFailingDatabase } from '../../testing/failing-database.ts';
import { readHistory } from '../messages/history.ts';
import { RoomStateReader } from './room-state-reader.ts';

async function createRoomWithMessages(count: number) {
  const { db, uid, roomId } = await createTestRoom();
  await sendMany(db, uid, roomId, count);
  const read = async (since?: number, maxCatchUp = MAX_CATCH_UP_MESSAGES) => {
    const states = new RoomStateReader({
      read: db,
      counts: createCounts(db),
      maxCatchUp,
      setTimer: () => {},
    });
    const { messages, seq, reset, hasOlder } = await states.read({ uid, now: NOW }, roomId, { since });
    return { seqs: messages.map(message => message.seq), seq, reset, hasOlder };
  };
  return { db, uid, roomId, read };
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

test('a client without a position gets the newest page', async () => {
  const { read } = await createRoomWithMessages(PAGE_SIZE + 1);
  expect(await read()).toEqual({ seqs: range(2, 16), seq: 16, reset: true, hasOlder: true });
  const { read: readShort } = await createRoomWithMessages(PAGE_SIZE);
  expect(await readShort()).toEqual({ seqs: range(1, 15), seq: 15, reset: true, hasOlder: false });
});

test('a room without messages can be read', async () => {
  const { read } = await createRoomWithMessages(0);
  expect(await read()).toEqual({ seqs: [], seq: 0, reset: true, hasOlder: false });
  expect(await read(0)).toEqual({ seqs: [], seq: 0, reset: false, hasOlder: false });
});

test('C4 a catch-up has everything that changed since, up to the limit, and one more is a reset', async () => {
  const { read } = await createRoomWithMessages(MAX_CATCH_UP_MESSAGES + 1);
  const seq = MAX_CATCH_UP_MESSAGES + 1;
  expect(await read(1)).toEqual({ seqs: range(2, seq), seq, reset: false, hasOlder: false });
  expect(await read(0)).toEqual({ seqs: range(seq - PAGE_SIZE + 1, seq), seq, reset: true, hasOlder: true });
  expect(await read(seq)).toEqual({ seqs: [], seq, reset: false, hasOlder: false });
});

test('C4 for any limit, a catch-up is complete or a reset', async () => {
  const { read } = await createRoomWithMessages(20);
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
  const { read } = await createRoomWithMessages(3);
  expect(await read(4)).toMatchObject({ seqs: [1, 2, 3], seq: 3, reset: true });
});

test('C4 a catch-up contains changed messages of any age', async () => {
  const { db, roomId, read } = await createRoomWithMessages(5);
  await db.updateTable('messages').set({ changedSeq: 6 }).where('seq', '=', 2).execute();
  await db.updateTable('rooms').set({ seq: 6 }).where('id', '=', roomId).execute();
  expect(await read(5)).toMatchObject({ seqs: [2], seq: 6, reset: false });
});

test('a room that does not exist is not found', async () => {
  const { db } = await createRoomWithMessages(0);
  const states = new RoomStateReader({
    read: db,
    counts: createCounts(db),
    maxCatchUp: 1,
    setTimer: () => {},
  });
  await expect(states.read({ uid: newId(), now: NOW }, newId())).rejects.toMatchObject({ code: 'not_found' });
});

/** A reader that counts reads of messages, with timers for the test to run. */
async function createCountingReader() {
  const { db, uid, roomId } = await createTestRoom();
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
  const states = new RoomStateReader({
    read,
    counts: createCounts(read),
    maxCatchUp: 10,
    setTimer: run => timers.push(run),
  });
  return { db, uid, roomId, states, reads, timers };
}

test('C8 concurrent requests share one read, and each gets their own reactions', async () => {
  const { db, uid, roomId, states, reads, timers } = await createCountingReader();
  const [first] = (await states.read({ uid, now: NOW }, roomId, { since: 0 })).messages;
  await runJob(db, {
    mutation: 'set_reaction',
    caller: { uid },
    input: { roomId, messageId: first?.id ?? '', emoji: HEART, on: true },
  });
  const people = await Promise.all(
    Array.from({ length: 100 }, (_, index) =>
      index === 7 ? Promise.resolve(uid) : addPerson(db, `Person ${index}`),
    ),
  );
  reads.messages = 0;
  const results = await Promise.all(
    people.map(person => states.read({ uid: person, now: NOW }, roomId, { since: 0 })),
  );
  expect(reads.messages).toBe(1);
  const likedBy = results.flatMap(({ messages }, index) =>
    messages.some(({ mine }) => mine?.length) ? [index] : [],
  );
  expect(likedBy).toEqual([7]);
  for (const run of timers.splice(0)) run();
  await states.read({ uid, now: NOW }, roomId, { since: 0 });
  expect(reads.messages, 'no read is shared for long').toBe(2);
});

test('C8 a shared read is never older than the room', async () => {
  const { db, uid, roomId, states } = await createCountingReader();
  await states.read({ uid, now: NOW }, roomId, { since: 1 });
  await sendMany(db, uid, roomId, 1);
  const { messages, seq } = await states.read({ uid, now: NOW }, roomId, { since: 1 });
  expect({ seq, seqs: messages.map(message => message.seq) }).toEqual({ seq: 4, seqs: [2, 3, 4] });
});

test('C8 later requests do not share a failed read', async () => {
  const { db, uid, roomId } = await createTestRoom();
  let isBroken = true;
  const read = createFailingDatabase(db, 'members', () => isBroken);
  const states = new RoomStateReader({
    read,
    counts: createCounts(read),
    maxCatchUp: 10,
    setTimer: () => {},
  });
  await expect(states.read({ uid, now: NOW }, roomId)).rejects.toThrow('the disk is gone');
  isBroken = false;
  expect(await states.read({ uid, now: NOW }, roomId)).toMatchObject({ seq: 0, messages: [] });
});

/** Each character is six bytes of JSON. */
const LONG = '\u0001'.repeat(10_000);

/** A room with these messages, read with the limits of the server. */
async function createRoomWithTexts(texts: readonly string[]) {
  const { db, uid, roomId } = await createTestRoom();
  await runJobs(db, ...texts.map(text => createSendJob(uid, { roomId, text })));
  const states = new RoomStateReader({
    read: db,
    counts: createCounts(db),
    maxCatchUp: MAX_CATCH_UP_MESSAGES,
    setTimer: () => {},
  });
  const page = (where: { before?: number; after?: number; around?: string }, limit = 100) =>
    readHistory(
      db,
      { uid, now: NOW },
      { seq: texts.length, trimmedBefore: null },
      { roomId, limit, ...where },
    );
  return {
    db,
    uid,
    roomId,
    page,
    read: (since?: number) => states.read({ uid, now: NOW }, roomId, { since }),
  };
}

test('C4 Q10 a catch-up of more than 64 kB is a reset, whose page is shorter and reports older messages', async () => {
  const { read } = await createRoomWithTexts(Array.from({ length: 490 }, () => LONG));
  for (const since of [undefined, 0, 100, 488]) {
    const state = await read(since);
    expect(state).toMatchObject({ seq: 490, reset: true, hasOlder: true });
    expect(state.messages.map(({ seq }) => seq)).toEqual([490]);
    expect(jsonBytes(state)).toBeLessThan(MAX_RESULT_BYTES);
  }
  const { messages, reset } = await read(489);
  expect([reset, messages.map(({ seq }) => seq)]).toEqual([false, [490]]);
});

test('C4 Q10 for any lengths, a catch-up is complete or a reset, and has at most 64 kB', async () => {
  const texts = Array.from({ length: 60 }, (_, index) => '\u0001'.repeat(1 + ((index * 131) % 1_900)));
  const { read } = await createRoomWithTexts(texts);
  for (let since = 0; since <= 60; since++) {
    const state = await read(since);
    expect(jsonBytes(state)).toBeLessThanOrEqual(MAX_RESULT_BYTES);
    const seqs = state.messages.map(({ seq }) => seq);
    expect(seqs).toEqual(range(state.reset ? 61 - seqs.length : since + 1, 60));
  }
});

test('C7 Q10 a page has as many messages as fit into 64 kB, at least one, and reports where there are more', async () => {
  const { page } = await createRoomWithTexts([
    ...Array.from({ length: 20 }, () => 'x'.repeat(6_000)),
    LONG,
    LONG,
    'a',
    LONG,
  ]);
  const readSeqs = async (where: Parameters<typeof page>[0]) => {
    const { messages, hasOlder, hasNewer } = await page(where);
    expect(jsonBytes(messages)).toBeLessThan(MAX_RESULT_BYTES);
    return [messages.map(({ seq }) => seq), hasOlder, hasNewer];
  };
  expect(await readSeqs({})).toEqual([[23, 24], true, false]);
  expect(await readSeqs({ before: 23 })).toEqual([[22], true, true]);
  expect(await readSeqs({ before: 21 })).toEqual([range(11, 20), true, true]);
  expect(await readSeqs({ after: 0 })).toEqual([range(1, 10), false, true]);
  expect(await readSeqs({ after: 20 })).toEqual([[21], true, true]);
  expect(await readSeqs({ after: 21 })).toEqual([[22, 23], true, true]);
});

test('Q10 a result has at most 64 kB, including the reader’s reactions', async () => {
  const { db, uid, read } = await createRoomWithTexts(Array.from({ length: 100 }, () => 'x'.repeat(300)));
  const emoji = Array.from({ length: 20 }, (_, index) => `\u{1f9d1}\u{1f3fb}\u200d\u2764\ufe0f${index}`);
  const counts = JSON.stringify(Object.fromEntries(emoji.map(one => [one, 1])));
  await db.updateTable('messages').set({ reactions: counts }).execute();
  for (const { roomId, id } of await db.selectFrom('messages').select(['roomId', 'id']).execute()) {
    const rows = emoji.map(one => ({ roomId, messageId: id, userId: uid, emoji: one }));
    await db.insertInto('reactions').values(rows).execute();
  }
  for (let since = 0; since < 100; since++) {
    const state = await read(since);
    expect(jsonBytes(state)).toBeLessThanOrEqual(MAX_RESULT_BYTES);
    expect(state.messages.every(({ mine }) => mine?.length === emoji.length)).toBe(true);
  }
});

test('C7 Q10 a page around a message grows from it to both sides', async () => {
  const texts = Array.from({ length: 40 }, () => 'x'.repeat(6_000));
  const { page, db } = await createRoomWithTexts(texts);
  const around = async (seq: number) => {
    const { id } = await db
      .selectFrom('messages')
      .select('id')
      .where('seq', '=', seq)
      .executeTakeFirstOrThrow();
    const { messages, hasOlder, hasNewer } = await page({ around: id }, 50);
    return [messages.map(message => message.seq), hasOlder, hasNewer];
  };
  expect(await around(20)).toEqual([range(16, 25), true, true]);
  expect(await around(1)).toEqual([range(1, 10), false, true]);
  expect(await around(40)).toEqual([range(31, 40), true, false]);
});
