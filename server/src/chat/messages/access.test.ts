import { HEART } from '@snug/protocol';
import { expect, test } from 'vitest';
import { newId } from '../../base/ids.ts';
import {
  addPerson,
  createRoomJob,
  createSendJob,
  NOW,
  runJob,
  temporaryDatabase,
} from '../../testing/database.ts';
import { accessMessageAsAuthor, accessMessageAsModerator, accessMessageAsSender } from './access.ts';

const FORBIDDEN = { code: 'forbidden' };

/** A private room of Ann, with Ben and Wanda, who looks after the server. */
async function createSetup() {
  const { db } = await temporaryDatabase();
  const [ann, ben, wanda] = [
    await addPerson(db, 'Ann'),
    await addPerson(db, 'Ben'),
    await addPerson(db, 'Wanda'),
  ];
  const roomId = newId();
  const run = (mutation: string, uid: string, input: object) =>
    runJob(db, { mutation, caller: { uid }, input: { roomId, ...input } });
  await runJob(db, createRoomJob(ann, { id: roomId, kind: 'private' }));
  await run('set_member', ann, { uid: ben, member: true });
  return { db, ann, ben, wanda, roomId, run };
}

test('A20 nobody changes or removes a notice, neither its author nor an admin of the room', async () => {
  const { db, ann, wanda, roomId, run } = await createSetup();
  const id = newId();
  await run('set_workspace_admin', '', { uid: wanda, admin: true });
  await run('join_as_admin', '', { uid: wanda, reason: 'Ben asked for help', messageId: id });
  await run('set_admin', ann, { uid: wanda, admin: true });
  for (const uid of [ann, wanda])
    await expect(accessMessageAsModerator(db, { uid, now: NOW }, roomId, id)).rejects.toMatchObject(
      FORBIDDEN,
    );
  await expect(accessMessageAsAuthor(db, { uid: wanda, now: NOW }, roomId, id)).rejects.toMatchObject(
    FORBIDDEN,
  );
});

test('M2 a repeated send after the end of access returns only what the sender wrote', async () => {
  const { db, ann, ben, roomId, run } = await createSetup();
  const asBen = { uid: ben, now: NOW };
  const [question, answer, plain] = [newId(), newId(), newId()];
  await runJob(db, createSendJob(ann, { roomId, id: question, text: 'When?' }));
  await runJob(db, createSendJob(ben, { roomId, id: answer, text: 'At nine', replyTo: question }));
  await runJob(db, createSendJob(ben, { roomId, id: plain, text: 'Or ten' }));
  for (const messageId of [answer, plain])
    await run('set_reaction', ann, { messageId, emoji: HEART, on: true });
  await run('edit_message', ann, { id: question, text: 'Only members know', editId: newId(), revision: 0 });
  const read = (id: string) => accessMessageAsSender(db, asBen, roomId, id);
  expect(await read(answer)).toMatchObject({
    reactions: { [HEART]: 1 },
    reply: { text: 'Only members know' },
  });
  await run('set_member', ann, { uid: ben, member: false });
  const [repeatedAnswer, repeatedPlain] = [await read(answer), await read(plain)];
  expect(repeatedAnswer).toMatchObject({ text: 'At nine' });
  expect(repeatedAnswer.reply).toEqual({
    id: question,
    seq: expect.any(Number),
    author: expect.objectContaining({ uid: ann }),
  });
  expect(repeatedPlain).toMatchObject({ text: 'Or ten' });
  for (const message of [repeatedAnswer, repeatedPlain]) expect(message).not.toHaveProperty('reactions');
  expect(repeatedPlain).not.toHaveProperty('reply');
  await expect(read(question)).rejects.toMatchObject({ code: 'not_found' });
});
