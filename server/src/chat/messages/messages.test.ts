import { type CommandOutput, HEART, type Message, roomTopic } from '@snug/protocol';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { newId } from '../../base/ids.ts';
import type { WriteJob } from '../../db/store.ts';
import {
  addPerson,
  createRoomJob,
  createSendJob,
  createTestRoom,
  NOW,
  readSeq,
  runJob,
  runJobs,
  sendMany,
} from '../../testing/database.ts';
import { readPage } from './message-store.ts';

type Sent = CommandOutput<'send_message'>;
const ALL = Number.MAX_SAFE_INTEGER;
const ID_TAKEN = { error: { code: 'id_taken', message: 'That id is already in use' } };

test('the result, the event and the stored row of a message are equal', async () => {
  const { db, uid, roomId } = await createTestRoom();
  const id = newId();
  const { output, publications } = await runJob<Sent>(db, createSendJob(uid, { roomId, id, text: ' hi\n' }));
  const author = { uid, name: 'Ann', createdAt: NOW, version: 1 };
  const message: Message = {
    id,
    roomId,
    seq: 1,
    changedSeq: 1,
    author,
    createdAt: NOW,
    text: ' hi\n',
  };
  expect(output).toEqual({ message });
  const incarnation = expect.any(String) as string;
  const event = { type: 'message_sent', roomId, seq: 1, incarnation, message };
  expect(publications).toEqual([{ topic: roomTopic(roomId), event }]);
  expect((await readPage(db, roomId, ALL, 10)).messages).toEqual([message]);
});

test('M2 a repeated send under the same id stores nothing, publishes nothing and returns the same result', async () => {
  const { db, uid, roomId } = await createTestRoom();
  const input = { roomId, id: newId(), text: 'once' };
  const first = await runJob<Sent>(db, createSendJob(uid, input));
  await sendMany(db, uid, roomId, 2);
  const repeated = await runJob<Sent>(db, createSendJob(uid, input), NOW + 60_000);
  expect(repeated).toEqual({ output: first.output, publications: [] });
  expect(await readSeq(db, roomId)).toBe(3);
});

test('M2 a message that is sent twice in one batch is stored once', async () => {
  const { db, uid, roomId } = await createTestRoom();
  const job = createSendJob(uid, { roomId });
  const [first, repeated] = await runJobs(db, job, job);
  expect(first).toMatchObject({ output: { message: { seq: 1 } }, publications: [{}] });
  expect(repeated).toMatchObject({ output: { message: { seq: 1 } }, publications: [] });
});

test('M2 V4 a repetition of a message that an earlier release stored as it was sent is no conflict', async () => {
  const { db, uid, roomId } = await createTestRoom();
  const input = { roomId, id: newId(), text: ' \r\nonce\r\nmore\u0007' };
  const { output } = await runJob<Sent>(db, createSendJob(uid, input));
  const repeated = await runJob<Sent>(db, createSendJob(uid, { ...input, text: 'once\nmore' }));
  expect(repeated).toEqual({ output, publications: [] });
});

test('M3 an id of the room is rejected for another text or another person', async () => {
  const { db, uid, roomId } = await createTestRoom();
  const bob = await addPerson(db, 'Bob');
  const input = { roomId, id: newId(), text: 'mine' };
  await runJob(db, createSendJob(uid, input));
  const jobs = [
    createSendJob(uid, { ...input, text: 'other' }),
    createSendJob(uid, { ...input, text: 'mine ' }),
    createSendJob(bob, input),
  ];
  expect(await runJobs(db, ...jobs)).toEqual(jobs.map(() => ID_TAKEN));
  expect(await readSeq(db, roomId)).toBe(1);
});

test('M2 two rooms can have messages with the same id, and each command changes the one of its room', async () => {
  const { db, uid, roomId } = await createTestRoom();
  const bob = await addPerson(db, 'Bob');
  const { output } = await runJob<CommandOutput<'create_room'>>(db, createRoomJob(bob));
  const other = output.room.id;
  const id = newId();
  await runJob(db, createSendJob(uid, { roomId, id, text: 'here' }));
  await runJob(db, createSendJob(bob, { roomId: other, id, text: 'there' }));
  const caller = { uid: bob, now: NOW };
  const like = { messageId: id, emoji: HEART, on: true };
  for (const room of [roomId, other])
    await runJob(db, { mutation: 'set_reaction', caller, input: { roomId: room, ...like } });
  await runJob(db, { mutation: 'delete_message', caller, input: { roomId: other, messageId: id } });
  expect((await readPage(db, roomId, ALL, 10)).messages).toMatchObject([
    { id, text: 'here', reactions: { [HEART]: 1 } },
  ]);
  expect((await readPage(db, other, ALL, 10)).messages).toEqual([]);
  expect(
    await runJobs(db, { mutation: 'delete_message', caller, input: { roomId, messageId: id } }),
  ).toMatchObject([{ error: { code: 'forbidden' } }]);
  const elsewhere = {
    roomId: (await runJob<CommandOutput<'create_room'>>(db, createRoomJob(bob))).output.room.id,
  };
  expect(
    await runJobs(db, { mutation: 'set_reaction', caller, input: { ...elsewhere, ...like } }),
  ).toMatchObject([{ error: { code: 'not_found' } }]);
});

test('L1 each room counts its own changes from 1, without gaps, even if other commands are rejected in between', async () => {
  const { db, uid, roomId } = await createTestRoom();
  const { output } = await runJob<CommandOutput<'create_room'>>(db, createRoomJob(uid));
  const roomIds = [roomId, output.room.id];
  const choice = fc.record({ room: fc.nat(1), kind: fc.constantFrom('send', 'again', 'nobody') });
  const counts = new Map(roomIds.map(id => [id, 0]));
  await fc.assert(
    fc.asyncProperty(fc.array(choice, { maxLength: 8 }), async choices => {
      const jobs = choices.map(({ room, kind }): WriteJob => {
        const id = roomIds[room] ?? '';
        if (kind === 'nobody') return createSendJob(newId(), { roomId: id });
        counts.set(id, (counts.get(id) ?? 0) + 1);
        return createSendJob(uid, { roomId: id });
      });
      const repeated = jobs.flatMap((job, index) => (choices[index]?.kind === 'again' ? [job, job] : [job]));
      await runJobs(db, ...repeated);
      for (const id of roomIds) {
        const { messages } = await readPage(db, id, ALL, 10_000);
        const seqs = messages.map(({ seq }) => seq);
        expect(seqs).toEqual(Array.from({ length: counts.get(id) ?? 0 }, (_, index) => index + 1));
        expect(await readSeq(db, id)).toBe(counts.get(id));
      }
    }),
    { numRuns: 20 },
  );
});

test('L3 times in a room never go back, however the clock jumps', async () => {
  const { db, uid, roomId } = await createTestRoom();
  const clock = [-86_400_000, 5, 3, 1_000, -1_000, 999, 1_000, 1_001, 0];
  const times: number[] = [];
  for (const jump of clock) {
    const { output } = await runJob<Sent>(db, createSendJob(uid, { roomId }), NOW + jump);
    times.push(output.message.createdAt);
  }
  expect(times.map(time => time - NOW)).toEqual([0, 5, 5, 1_000, 1_000, 1_000, 1_000, 1_001, 1_001]);
  const { messages } = await readPage(db, roomId, ALL, 100);
  expect(messages.map(({ createdAt }) => createdAt)).toEqual(times);
});

test('a text is stored character by character', async () => {
  const { db, uid, roomId } = await createTestRoom();
  const texts = [
    '👩‍👧‍👦',
    'e\u0301',
    '\u202ertl',
    '\ufffd',
    '\ufeffbom',
    '$1 ? :a',
    "'; drop table users; --",
    'x'.repeat(10_000),
  ];
  await runJobs(db, ...texts.map(text => createSendJob(uid, { roomId, text })));
  expect((await readPage(db, roomId, ALL, 100)).messages.map(({ text }) => text)).toEqual(texts);
});

test('old messages show a new name of their author', async () => {
  const { db, uid, roomId } = await createTestRoom();
  await sendMany(db, uid, roomId, 1);
  await db
    .updateTable('users')
    .set({ name: 'Anna', avatar: '/a.png', version: 2 })
    .where('id', '=', uid)
    .execute();
  const { messages } = await readPage(db, roomId, ALL, 10);
  expect(messages[0]?.author).toEqual({ uid, name: 'Anna', avatar: '/a.png', createdAt: NOW, version: 2 });
});
