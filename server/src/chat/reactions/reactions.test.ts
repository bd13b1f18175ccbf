import {
  type CommandOutput,
  type EventOf,
  HEART,
  MAX_REACTION_KINDS,
  MAX_RESULT_BYTES,
} from '@snug/protocol';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { newId } from '../../base/ids.ts';
import type { Db } from '../../db/schema.ts';
import type { WriteJob } from '../../db/store.ts';
import { jsonBytes } from '../../limits/json-bytes.ts';
import {
  addPerson,
  createSendJob,
  createTestRoom,
  readSeq,
  runJob,
  runJobs,
} from '../../testing/database.ts';
import { readChanges, readPage } from '../messages/message-store.ts';
import { addOwnReactions, readOwnReactions } from './own-reactions.ts';

type Reacted = CommandOutput<'set_reaction'>;
const ALL = Number.MAX_SAFE_INTEGER;

interface Message {
  roomId: string;
  messageId: string;
}

function reactJob(uid: string, { roomId, messageId }: Message, on: boolean, emoji = HEART): WriteJob {
  const input = { roomId, messageId, emoji, on };
  return { mutation: 'set_reaction', caller: { uid }, input };
}

async function createMessage(): Promise<{ db: Db; uid: string; roomId: string; messageId: string }> {
  const { db, uid, roomId } = await createTestRoom();
  const messageId = newId();
  await runJob(db, createSendJob(uid, { roomId, id: messageId }));
  return { db, uid, roomId, messageId };
}

async function readAs(db: Db, uid: string, roomId: string) {
  const { messages } = await readPage(db, roomId, ALL, 10);
  return addOwnReactions(db, uid, roomId, messages);
}

test('L5 M7 a reaction is a change of the room, published to all, and its author sees it as their own', async () => {
  const { db, uid, roomId, messageId } = await createMessage();
  const ben = await addPerson(db, 'Ben');
  const { output, publications } = await runJob<Reacted>(db, reactJob(ben, { roomId, messageId }, true));
  const expected = { reactions: { [HEART]: 1 }, mine: [HEART] };
  expect(output.message).toMatchObject({ seq: 1, changedSeq: 2, ...expected });
  expect(publications).toMatchObject([
    { event: { type: 'message_reacted', roomId, seq: 2, uid: ben, emoji: HEART, on: true } },
  ]);
  expect(publications[0]?.event).not.toHaveProperty('message.mine');
  expect(await readAs(db, ben, roomId)).toMatchObject([expected]);
  expect(await readAs(db, uid, roomId)).toMatchObject([{ ...expected, mine: [] }]);
  expect(await readChanges(db, roomId, 1, 10)).toMatchObject([{ id: messageId, changedSeq: 2 }]);
});

test('L5 M7 a repeated reaction with the same emoji changes nothing and takes no seq', async () => {
  const { db, uid, roomId, messageId } = await createMessage();
  await runJob(db, reactJob(uid, { roomId, messageId }, false));
  await runJob(db, reactJob(uid, { roomId, messageId }, true));
  const again = await runJob<Reacted>(db, reactJob(uid, { roomId, messageId }, true));
  const message = { reactions: { [HEART]: 1 }, mine: [HEART] };
  expect(again).toMatchObject({ output: { message }, publications: [] });
  expect(await readSeq(db, roomId)).toBe(2);
});

test('M7 each emoji and each skin tone has its own count, and the last removal leaves no reactions', async () => {
  const { db, uid, roomId, messageId } = await createMessage();
  const message = { roomId, messageId };
  for (const emoji of ['👍', '👍🏽', HEART]) await runJob(db, reactJob(uid, message, true, emoji));
  const counts = { '👍': 1, '👍🏽': 1, [HEART]: 1 };
  expect(await readAs(db, uid, roomId)).toMatchObject([{ reactions: counts, mine: Object.keys(counts) }]);
  for (const emoji of ['👍🏽', HEART]) await runJob(db, reactJob(uid, message, false, emoji));
  expect((await readAs(db, uid, roomId))[0]).toMatchObject({ reactions: { '👍': 1 }, mine: ['👍'] });
  const { output } = await runJob<Reacted>(db, reactJob(uid, message, false, '👍'));
  for (const row of [output.message, ...(await readAs(db, uid, roomId))]) {
    expect(row).not.toHaveProperty('reactions');
    expect(row).not.toHaveProperty('mine');
  }
});

test('M7 a message has the heart and at most 20 other emoji, from all people together', async () => {
  const { db, uid, roomId, messageId } = await createMessage();
  const ben = await addPerson(db, 'Ben');
  const message = { roomId, messageId };
  const emoji = Array.from({ length: MAX_REACTION_KINDS }, (_, index) =>
    String.fromCodePoint(0x1f600 + index),
  );
  for (const one of emoji) await runJob(db, reactJob(uid, message, true, one));
  const seq = await readSeq(db, roomId);
  const [other] = await runJobs(db, reactJob(ben, message, true, '👍'));
  expect(other).toMatchObject({ error: { code: 'limit_exceeded' } });
  expect(await readSeq(db, roomId)).toBe(seq);
  const rows = await db.selectFrom('reactions').select('userId').where('emoji', '=', '👍').execute();
  expect(rows).toEqual([]);
  await runJob(db, reactJob(ben, message, true));
  await runJob(db, reactJob(ben, message, true, emoji[3]));
  await runJob(db, reactJob(uid, message, false, emoji[0]));
  const { output } = await runJob<Reacted>(db, reactJob(ben, message, true, '👍'));
  expect(output.message.reactions).toMatchObject({ [HEART]: 1, [emoji[3] ?? '']: 2, '👍': 1 });
});

test('Q12 neither the event nor the result of a reaction repeats a long text', async () => {
  const { db, uid, roomId } = await createTestRoom();
  for (const [text, isRepeated] of [
    ['a'.repeat(2_000), true],
    ['\u0001'.repeat(400), false],
  ] as const) {
    const messageId = newId();
    await runJob(db, createSendJob(uid, { roomId, id: messageId, text }));
    const { output, publications } = await runJob<Reacted>(db, reactJob(uid, { roomId, messageId }, true));
    const event = publications[0]?.event as EventOf<'message_reacted'>;
    const { output: unchanged } = await runJob<Reacted>(db, reactJob(uid, { roomId, messageId }, true));
    for (const { message, withoutText } of [output, event, unchanged])
      expect([message.text, withoutText]).toEqual(isRepeated ? [text, undefined] : [undefined, true]);
  }
});

test('M7 after 200 concurrent reactions, on and off, the counts equal the stored reactions', async () => {
  const { db, roomId, messageId } = await createMessage();
  const people = await Promise.all(
    Array.from({ length: 10 }, (_, index) => addPerson(db, `Person ${index}`)),
  );
  const turns = fc.array(fc.tuple(fc.constantFrom(...people), fc.constantFrom(HEART, '👍'), fc.boolean()), {
    minLength: 200,
    maxLength: 200,
  });
  await fc.assert(
    fc.asyncProperty(turns, async turns => {
      await runJobs(db, ...turns.map(([uid, emoji, on]) => reactJob(uid, { roomId, messageId }, on, emoji)));
      const rows = await db.selectFrom('reactions').selectAll().execute();
      const last = new Map(turns.map(turn => [`${turn[0]} ${turn[1]}`, turn]));
      for (const [uid, emoji, on] of last.values())
        expect(rows.some(row => row.userId === uid && row.emoji === emoji)).toBe(on);
      const { messages } = await readPage(db, roomId, ALL, 1);
      const byEmoji = Map.groupBy(rows, ({ emoji }) => emoji);
      const counts = [...byEmoji].map(([emoji, all]) => [emoji, all.length]);
      expect(messages[0]?.reactions ?? {}).toEqual(Object.fromEntries(counts));
    }),
    { numRuns: 5 },
  );
});

test('nobody can react to a message that does not exist', async () => {
  const { db, uid, roomId } = await createMessage();
  expect(await runJobs(db, reactJob(uid, { roomId, messageId: newId() }, true))).toMatchObject([
    { error: { code: 'not_found' } },
  ]);
});

test('Q10 one’s own reactions are read for as many messages as fit into a result, and without those of others', async () => {
  const { db, uid, roomId, messageId } = await createMessage();
  const ben = await addPerson(db, 'Ben');
  await runJob(db, reactJob(uid, { roomId, messageId }, true));
  await runJob(db, reactJob(ben, { roomId, messageId }, true, '👍'));
  const unknown = newId();
  expect(await readOwnReactions(db, uid, roomId, [messageId, unknown])).toEqual({
    mine: { [messageId]: [HEART], [unknown]: [] },
  });
  expect(await readOwnReactions(db, uid, newId(), [messageId])).toEqual({ mine: { [messageId]: [] } });
  const { mine: many } = await readOwnReactions(db, uid, roomId, Array.from({ length: 2_000 }, newId));
  expect(Object.keys(many).length).toBeGreaterThan(500);
  expect(jsonBytes({ mine: many })).toBeLessThan(MAX_RESULT_BYTES);
});
