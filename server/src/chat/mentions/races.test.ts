import { type CommandOutput, MAX_OUTSIDE_MENTIONS } from '@snug/protocol';
import { expect, test } from 'vitest';
import { newId } from '../../base/ids.ts';
import { expectInvariant, type Race } from '../../testing/concurrency/races.ts';
import { createRoomJob, createSendJob, NOW, runJob } from '../../testing/database.ts';
import { createMentionRoom, memberJob, readMentionRows } from '../../testing/mentions.ts';

/** One mention is left to Ann and her bots. */
async function createLastMention() {
  const setup = await createMentionRoom();
  const { db, ann, cem } = setup;
  const times = JSON.stringify(Array.from({ length: MAX_OUTSIDE_MENTIONS - 1 }, () => NOW));
  await db.insertInto('outside_mentions').values({ userId: ann, times }).execute();
  const mentions = [{ uid: cem, start: 0, length: 4 }];
  const mention = (uid: string, roomId: string) => createSendJob(uid, { roomId, text: '@Cem', mentions });
  const assertInvariant: Race['assertInvariant'] = async after =>
    expect(await readMentionRows(after)).toHaveLength(1);
  return { ...setup, mention, assertInvariant };
}

test('J3 messages that are sent to two rooms at once share the limit of mentions outside', async () => {
  const { db, path, roomId, ann, mention, assertInvariant } = await createLastMention();
  const other = await runJob<CommandOutput<'create_room'>>(db, createRoomJob(ann));
  const jobs = [roomId, other.output.room.id].map(roomId => mention(ann, roomId));
  const race: Race = { path, jobs, assertInvariant };
  await expectInvariant(race);
  await expect(expectInvariant(race, 'none')).rejects.toThrow('length');
});

test('J3 two bots that send to two rooms at once share the limit of their owner', async () => {
  const { db, path, ann, mention, assertInvariant } = await createLastMention();
  const jobs = [];
  for (const name of ['Robo', 'Rosie']) {
    const { room } = (await runJob<CommandOutput<'create_room'>>(db, createRoomJob(ann))).output;
    const job = { mutation: 'create_bot', caller: { uid: ann }, input: { id: newId(), name } };
    const { bot } = (await runJob<CommandOutput<'create_bot'>>(db, job)).output;
    await runJob(db, memberJob(ann, room.id, bot.uid, { member: true }));
    const caller = { uid: bot.uid, scope: { ownerId: ann, roomIds: [room.id] } };
    jobs.push({ ...mention(bot.uid, room.id), caller });
  }
  const race: Race = { path, jobs, assertInvariant };
  await expectInvariant(race);
  await expect(expectInvariant(race, 'none')).rejects.toThrow('length');
});

test('J4 a message that is edited during its deletion mentions nobody afterwards', async () => {
  const { db, path, roomId, ann, ben, send } = await createMentionRoom();
  const mentions = [{ uid: ben, start: 0, length: 4 }];
  const { output } = await send(ann, { text: '@Ben', mentions });
  const { id } = output.message;
  expect(await readMentionRows(db)).toHaveLength(1);
  const editId = crypto.randomUUID();
  const edit = { roomId, id, text: '@Ben!', mentions, revision: 0, editId };
  await expectInvariant({
    path,
    jobs: [
      { mutation: 'edit_message', caller: { uid: ann }, input: edit },
      { mutation: 'delete_message', caller: { uid: ann }, input: { roomId, messageId: id } },
    ],
    assertInvariant: async after => expect(await readMentionRows(after)).toEqual([]),
  });
});
