import { type CommandOutput, HEART, MAX_EDIT_IDS, type Message } from '@snug/protocol';
import { expect, test } from 'vitest';
import { newId } from '../../base/ids.ts';
import {
  addPerson,
  createSendJob,
  createTestRoom,
  NOW,
  readSeq,
  runJob,
  runJobs,
} from '../../testing/database.ts';
import { readConversation } from './conversation.ts';
import { readChanges, readPage } from './message-store.ts';

async function createMessage() {
  const room = await createTestRoom();
  const id = newId();
  await runJobs(room.db, createSendJob(room.uid, { roomId: room.roomId, id, text: 'first' }));
  const edit = async (
    text: string,
    revision: number,
    { uid = room.uid, editId = newId(), message = id } = {},
  ) => {
    const input = { roomId: room.roomId, id: message, text, revision, editId };
    const { output } = await runJob<CommandOutput<'edit_message'>>(room.db, {
      mutation: 'edit_message',
      caller: { uid },
      input,
    });
    return output.message;
  };
  const send = async (input: object) => {
    const job = createSendJob(room.uid, { roomId: room.roomId, ...input });
    return (await runJob<{ message: Message }>(room.db, job)).output.message;
  };
  const remove = (messageId: string) =>
    runJobs(room.db, {
      mutation: 'delete_message',
      caller: { uid: room.uid },
      input: { roomId: room.roomId, messageId },
    });
  return { ...room, id, edit, send, remove };
}

test('D1 an edit replaces the text, and counts as a change of the log', async () => {
  const { db, roomId, edit } = await createMessage();
  expect(await edit('second', 0)).toMatchObject({ text: 'second', revision: 1, seq: 1, changedSeq: 2 });
  const [stored] = (await readPage(db, roomId, 9, 9)).messages;
  expect(stored).toMatchObject({ text: 'second', revision: 1, editedAt: expect.any(Number) });
});

test('D1 only its author edits a message, and nobody a deleted one', async () => {
  const { db, id, edit, remove } = await createMessage();
  const ben = await addPerson(db, 'Ben');
  await expect(edit('mine', 0, { uid: ben })).rejects.toThrow('forbidden');
  await remove(id);
  await expect(edit('late', 0)).rejects.toThrow('not_found');
});

test('D2 a repeated edit changes nothing, even after later edits', async () => {
  const { db, roomId, edit } = await createMessage();
  const editId = newId();
  await edit('second', 0, { editId });
  await edit('third', 1);
  expect(await edit('second', 0, { editId })).toMatchObject({ text: 'third', revision: 2 });
  expect(await readSeq(db, roomId)).toBe(3);
});

test(`D2 the last ${MAX_EDIT_IDS} edits are known`, async () => {
  const { edit } = await createMessage();
  const editIds = Array.from({ length: MAX_EDIT_IDS + 1 }, newId);
  for (const [revision, editId] of editIds.entries()) await edit(`text ${revision}`, revision, { editId });
  await expect(edit('again', 0, { editId: editIds[0] })).rejects.toThrow('stale');
  await expect(edit('again', 0, { editId: editIds[1] })).resolves.toMatchObject({
    revision: MAX_EDIT_IDS + 1,
  });
});

test('D2 another revision is stale, unless the text is the same already', async () => {
  const { edit } = await createMessage();
  await edit('second', 0);
  await expect(edit('other', 0)).rejects.toThrow('stale');
  await expect(edit('second', 0)).resolves.toMatchObject({ revision: 1 });
});

test('D2 V4 an edit to the clean form of a text that an earlier release stored changes nothing', async () => {
  const { edit } = await createMessage();
  const stored = await edit('a\r\nb ', 0);
  expect(await edit('a\nb', 0)).toEqual(stored);
  await expect(edit('a\nc', 0)).rejects.toThrow('stale');
});

test('D3 a late retry of the send is no conflict, and returns the message as it is', async () => {
  const { db, roomId, id, edit, send } = await createMessage();
  await edit('second', 0);
  expect(await send({ id, text: 'first' })).toMatchObject({ text: 'second', revision: 1 });
  expect(await readSeq(db, roomId)).toBe(2);
});

test('D3 a reaction to an edited message keeps its revision', async () => {
  const { db, uid, roomId, id, edit } = await createMessage();
  await edit('second', 0);
  const input = { roomId, messageId: id, emoji: HEART, on: true };
  await runJobs(db, { mutation: 'set_reaction', caller: { uid }, input });
  const [stored] = (await readPage(db, roomId, 9, 9)).messages;
  expect(stored).toMatchObject({ text: 'second', revision: 1, reactions: { [HEART]: 1 } });
});

test('D4 a reply shows its source as it is now', async () => {
  const { db, roomId, id, edit, send, remove } = await createMessage();
  await send({ text: 'an answer', replyTo: id });
  const readReply = async () => (await readPage(db, roomId, 99, 9)).messages.at(-1)?.reply;
  expect(await readReply()).toMatchObject({ id, seq: 1, text: 'first' });
  await edit('x'.repeat(300), 0);
  expect((await readReply())?.text).toBe('x'.repeat(200));
  await remove(id);
  expect(await readReply()).toMatchObject({ id, deleted: true });
  expect(await readReply()).not.toHaveProperty('text');
});

test('D4 a reply to an unknown message fails, one to a deleted message is stored', async () => {
  const { id, send, remove } = await createMessage();
  await expect(send({ text: 'to nothing', replyTo: newId() })).rejects.toThrow('not_found');
  await remove(id);
  expect(await send({ text: 'too late', replyTo: id })).toMatchObject({ reply: { deleted: true } });
});

test('D4 the same id with another source fails', async () => {
  const { id, send } = await createMessage();
  const reply = newId();
  await send({ id: reply, text: 'an answer', replyTo: id });
  await expect(send({ id: reply, text: 'an answer' })).rejects.toThrow('id_taken');
  await expect(send({ id: reply, text: 'an answer', replyTo: id })).resolves.toMatchObject({ seq: 2 });
});

test('D4 a deleted reply has no source any more', async () => {
  const { db, roomId, id, send, remove } = await createMessage();
  const { id: replyId } = await send({ text: 'an answer', replyTo: id });
  await remove(replyId);
  const [deleted] = (await readChanges(db, roomId, 2, 9)) ?? [];
  expect(deleted).toMatchObject({ id: replyId, rootId: id });
  expect(deleted).not.toHaveProperty('reply');
});

test('D5 a conversation has its first message and all replies, also replies to replies', async () => {
  const { db, uid, roomId, id, send, remove } = await createMessage();
  const { id: first } = await send({ text: 'one', replyTo: id });
  await send({ text: 'between' });
  await send({ text: 'two', replyTo: first });
  const read = async (input: object = {}) => {
    const asked = { roomId, conversation: first, limit: 9, ...input };
    const { messages, conversation, ...ends } = await readConversation(db, { uid, now: NOW }, asked);
    return [messages.map(({ text }) => text), conversation?.count, ends.hasOlder, ends.hasNewer, ends.seq];
  };
  expect(await read()).toEqual([['first', 'one', 'two'], 3, false, false, 4]);
  expect(await read({ limit: 1 })).toEqual([['two'], 3, true, false, 4]);
  expect(await read({ before: 4 })).toEqual([['first', 'one'], 3, false, true, 4]);
  expect(await read({ after: 1 })).toEqual([['one', 'two'], 3, true, false, 4]);
  await remove(id);
  expect(await read()).toEqual([['one', 'two'], 2, false, false, 5]);
});
