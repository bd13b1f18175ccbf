import { type CommandOutput, HEART, MAX_REACTION_KINDS } from '@snug/protocol';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { newId } from '../../base/ids.ts';
import type { Db } from '../../db/schema.ts';
import type { WriteJob } from '../../db/store.ts';
import {
  addPerson,
  createSendJob,
  createTestRoom,
  NOW,
  readSeq,
  runJob,
  runJobs,
} from '../../testing/database.ts';
import { addEmoji, createEmojiChange, createNameJob } from '../../testing/emoji.ts';
import { readPage } from '../messages/message-store.ts';
import { addOwnReactions, readOwnReactions } from './own-reactions.ts';
import { listReactions } from './reaction-people.ts';

type Reacted = CommandOutput<'set_reaction'>;

async function createMessage() {
  const { db, uid, roomId } = await createTestRoom();
  const messageId = newId();
  await runJob(db, createSendJob(uid, { roomId, id: messageId }));
  await addEmoji(db, uid, 'party-parrot');
  const react = (by: string, emoji: string, on = true): WriteJob => ({
    mutation: 'set_reaction',
    caller: { uid: by },
    input: { roomId, messageId, emoji, on },
  });
  return { db, uid, roomId, messageId, react };
}

async function readAs(db: Db, uid: string, roomId: string) {
  const { messages } = await readPage(db, roomId, Number.MAX_SAFE_INTEGER, 10);
  return (await addOwnReactions(db, uid, roomId, messages))[0];
}

test('CE7 counts of emoji of the workspace are beside the others, by the first name', async () => {
  const { db, uid, roomId, messageId, react } = await createMessage();
  const ben = await addPerson(db, 'Ben');
  await runJob(db, react(ben, ':party-parrot:'));
  const { output, publications } = await runJob<Reacted>(db, react(uid, ':party-parrot:'));
  expect(output.message).toMatchObject({
    customReactions: { 'party-parrot': 2 },
    customMine: ['party-parrot'],
  });
  expect(output.message).not.toHaveProperty('reactions');
  expect(output.message).not.toHaveProperty('mine');
  expect(publications).toMatchObject([
    { event: { type: 'message_reacted', emoji: ':party-parrot:', on: true } },
  ]);
  await runJob(db, react(uid, HEART));
  const expected = {
    reactions: { [HEART]: 1 },
    mine: [HEART],
    customReactions: { 'party-parrot': 2 },
    customMine: ['party-parrot'],
  };
  expect(await readAs(db, uid, roomId)).toMatchObject(expected);
  expect(await readAs(db, ben, roomId)).toMatchObject({
    ...expected,
    mine: [],
    customMine: ['party-parrot'],
  });
  expect(await readOwnReactions(db, uid, roomId, [messageId])).toEqual({
    mine: { [messageId]: [HEART] },
    customMine: { [messageId]: ['party-parrot'] },
  });
  const { people } = await listReactions(db, { roomId, messageId, emoji: ':party-parrot:' });
  expect(people.map(({ uid: id }) => id)).toEqual([uid, ben].toSorted());
});

test('CE7 nobody adds an unknown, a deleted or an other name, and everyone can remove their own', async () => {
  const { db, uid, roomId, react } = await createMessage();
  const ben = await addPerson(db, 'Ben');
  await runJob(db, createNameJob(uid, 'party-parrot', 'bird-of-joy'));
  await runJob(db, react(uid, ':party-parrot:'));
  for (const emoji of [':unknown:', ':bird-of-joy:'])
    expect(await runJobs(db, react(ben, emoji))).toMatchObject([{ error: { code: 'not_found' } }]);
  await runJob(db, createEmojiChange('delete_emoji', uid, 'party-parrot'));
  const seq = await readSeq(db, roomId);
  expect(await runJobs(db, react(ben, ':party-parrot:'))).toMatchObject([{ error: { code: 'not_found' } }]);
  expect([await readSeq(db, roomId), (await readAs(db, uid, roomId))?.customReactions]).toEqual([
    seq,
    { 'party-parrot': 1 },
  ]);
  const { output } = await runJob<Reacted>(db, react(uid, ':party-parrot:', false));
  expect(output.message).not.toHaveProperty('customReactions');
  expect(await runJob(db, react(uid, ':unknown:', false))).toMatchObject({ publications: [] });
});

test('CE7 the 20 kinds are those of both, and the heart is free', async () => {
  const { db, uid, react } = await createMessage();
  await addEmoji(db, uid, 'second');
  for (let index = 0; index < MAX_REACTION_KINDS - 1; index++)
    await runJob(db, react(uid, String.fromCodePoint(0x1f600 + index)));
  await runJob(db, react(uid, ':party-parrot:'));
  for (const emoji of [':second:', '👍'])
    expect(await runJobs(db, react(uid, emoji))).toMatchObject([{ error: { code: 'limit_exceeded' } }]);
  await runJob(db, react(uid, HEART));
  await runJob(db, react(await addPerson(db, 'Ben'), ':party-parrot:'));
  await runJob(db, react(uid, String.fromCodePoint(0x1f600), false));
  await runJob(db, react(uid, ':second:'));
});

test('CE7 a deleted message has none, also if a server of the previous release deleted it', async () => {
  const { db, uid, roomId, messageId, react } = await createMessage();
  await runJob(db, react(uid, ':party-parrot:'));
  // It knows only its own columns.
  await db
    .updateTable('messages')
    .set({ text: null, reactions: null, deletedAt: NOW, removed: 1 })
    .where('id', '=', messageId)
    .execute();
  expect(await readAs(db, uid, roomId)).not.toHaveProperty('customReactions');
  await db
    .updateTable('messages')
    .set({ deletedAt: null, removed: null })
    .where('id', '=', messageId)
    .execute();
  await runJob(db, { mutation: 'delete_message', caller: { uid }, input: { roomId, messageId } });
  const rows = await db.selectFrom('messages').select('customReactions').execute();
  expect(rows).toEqual([{ customReactions: null }]);
});

test('CE7 after any reactions on and off, the counts equal the stored reactions', async () => {
  const { db, uid, roomId, react } = await createMessage();
  const people = [uid, await addPerson(db, 'Ben'), await addPerson(db, 'Cem')];
  await addEmoji(db, uid, 'second');
  const turn = fc.tuple(
    fc.constantFrom(...people),
    fc.constantFrom(HEART, '👍', ':party-parrot:', ':second:'),
    fc.boolean(),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(turn, { minLength: 30, maxLength: 60 }), async turns => {
      await runJobs(db, ...turns.map(([by, emoji, on]) => react(by, emoji, on)));
      const rows = await db.selectFrom('reactions').selectAll().execute();
      const counts = Object.fromEntries(
        [...Map.groupBy(rows, ({ emoji }) => emoji)].map(([emoji, all]) => [emoji, all.length]),
      );
      const { reactions = {}, customReactions = {} } = (await readAs(db, uid, roomId)) ?? {};
      const custom = Object.entries(customReactions).map(([key, count]) => [`:${key}:`, count]);
      expect({ ...reactions, ...Object.fromEntries(custom) }).toEqual(counts);
    }),
    { numRuns: 8 },
  );
});
