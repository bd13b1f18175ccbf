import { type CommandOutput, FOREVER, MAX_LISTED_SAVED, MAX_SAVED, selfTopic } from '@snug/protocol';
import { expect, test } from 'vitest';
import { newId } from '../../base/ids.ts';
import type { Db } from '../../db/schema.ts';
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
  runJobsAt,
  sendMany,
} from '../../testing/database.ts';
import { createRoomErasure } from '../rooms/erasure.ts';
import { readSaved } from './saved-list.ts';
import { findSavedAmong, findSavedVersion, listReminders } from './saved-store.ts';

type Output = CommandOutput<'set_saved'>;

interface SaveInput {
  roomId: string;
  messageId: string;
  on?: boolean;
  remindAt?: number | null;
}

function saveJob(uid: string, input: SaveInput): WriteJob {
  return { mutation: 'set_saved', caller: { uid }, input: { on: true, ...input } };
}

async function send(db: Db, uid: string, roomId: string, text = 'hello') {
  const messageId = newId();
  await runJob(db, createSendJob(uid, { roomId, id: messageId, text }));
  return { roomId, messageId };
}

function removeJob(message: { roomId: string; messageId: string }, uid: string): WriteJob {
  return { mutation: 'delete_message', caller: { uid }, input: message };
}

test('I5 only the devices of the person who saves a message learn of it, with a rising version', async () => {
  const { db, uid, roomId } = await createTestRoom();
  const message = await send(db, uid, roomId);
  const ben = await addPerson(db, 'Ben');
  const { output, publications } = await runJob<Output>(db, saveJob(ben, message));
  const saved = { savedAt: NOW };
  expect(output).toEqual({ saved, version: 1 });
  expect(publications).toEqual([
    { topic: selfTopic(ben), event: { type: 'saved_changed', ...message, saved, version: 1 } },
  ]);
  expect(await readSeq(db, roomId)).toBe(1);
  expect(await readSaved(db, { uid, now: NOW })).toMatchObject({ saved: [], rooms: [], version: 0 });
  expect(await findSavedAmong(db, uid, roomId, [message.messageId])).toEqual({});
  expect(await findSavedAmong(db, ben, roomId, [message.messageId, newId()])).toEqual({
    [message.messageId]: saved,
  });
  const removed = await runJob<Output>(db, saveJob(ben, { ...message, on: false }));
  expect(removed).toMatchObject({
    output: { saved: null, version: 2 },
    publications: [{ event: { saved: null, version: 2 } }],
  });
  expect(await readSaved(db, { uid: ben, now: NOW })).toMatchObject({ saved: [] });
});

test('I5 a repetition changes nothing, and keeps the time and the reminder', async () => {
  const { db, uid, roomId } = await createTestRoom();
  const message = await send(db, uid, roomId);
  await runJob(db, saveJob(uid, { ...message, remindAt: 5 }));
  for (const input of [message, { ...message, remindAt: 5 }]) {
    const [again] = await runJobsAt(NOW + 9, db, saveJob(uid, input));
    expect(again).toEqual({ output: { saved: { savedAt: NOW, remindAt: 5 }, version: 1 }, publications: [] });
  }
  const [unknown] = await runJobs(db, saveJob(uid, { roomId, messageId: newId(), on: false }));
  expect(unknown).toEqual({ output: { saved: null, version: 1 }, publications: [] });
});

test('I6 reminders are listed by their times, and end when they are cleared', async () => {
  const { db, uid, roomId } = await createTestRoom();
  const [late, early, none] = [
    await send(db, uid, roomId),
    await send(db, uid, roomId),
    await send(db, uid, roomId),
  ];
  await runJob(db, saveJob(uid, { ...late, remindAt: FOREVER }));
  await runJob(db, saveJob(uid, { ...early, remindAt: 0 }));
  await runJob(db, saveJob(uid, none));
  expect(await listReminders(db, uid, 10)).toEqual([
    { ...early, remindAt: 0 },
    { ...late, remindAt: FOREVER },
  ]);
  expect(await listReminders(db, uid, 1)).toHaveLength(1);
  const { output } = await runJob<Output>(db, saveJob(uid, { ...early, remindAt: null }));
  expect(output).toEqual({ saved: { savedAt: NOW }, version: 4 });
  expect(await listReminders(db, uid, 10)).toEqual([{ ...late, remindAt: FOREVER }]);
});

test('I7 nobody saves a message that they cannot read, or a deleted one', async () => {
  const { db, uid } = await createTestRoom();
  const created = createRoomJob(uid, { kind: 'private' });
  const { output } = await runJob<CommandOutput<'create_room'>>(db, created);
  const message = await send(db, uid, output.room.id);
  const ben = await addPerson(db, 'Ben');
  const refused = [{ error: { code: 'not_found' } }];
  expect(await runJobs(db, saveJob(ben, message))).toMatchObject(refused);
  expect(await runJobs(db, saveJob(ben, { ...message, messageId: newId() }))).toMatchObject(refused);
  await runJob(db, removeJob(message, uid));
  expect(await runJobs(db, saveJob(uid, message))).toMatchObject(refused);
});

test('I7 the list has no message that the person may no longer read, and they can still remove it', async () => {
  const { db, uid, roomId } = await createTestRoom();
  const message = await send(db, uid, roomId, 'a secret');
  const ben = await addPerson(db, 'Ben');
  await runJob(db, saveJob(ben, { ...message, remindAt: 7 }));
  const actor = { uid: ben, now: NOW };
  expect(await readSaved(db, actor)).toMatchObject({
    saved: [{ message: { text: 'a secret' } }],
    rooms: [{ id: roomId }],
  });
  const ban = { roomId, uid: ben, bannedUntil: FOREVER };
  await runJob(db, { mutation: 'set_member', caller: { uid }, input: ban });
  expect(await readSaved(db, actor)).toEqual({
    saved: [{ ...message, savedAt: NOW, remindAt: 7 }],
    rooms: [],
    version: 1,
  });
  expect(await runJobs(db, saveJob(ben, { ...message, remindAt: 8 }))).toMatchObject([
    { error: { code: 'not_found' } },
  ]);
  await runJob(db, saveJob(ben, { ...message, remindAt: null }));
  await runJob(db, saveJob(ben, { ...message, on: false }));
  expect(await readSaved(db, actor)).toEqual({ saved: [], rooms: [], version: 3 });
});

test('I7 a deleted message is marked in the list, without its text and the messages beside it', async () => {
  const { db, uid, roomId } = await createTestRoom();
  await sendMany(db, uid, roomId, 1);
  const message = await send(db, uid, roomId, 'regretted');
  await runJob(db, saveJob(uid, message));
  await runJob(db, removeJob(message, uid));
  const { saved } = await readSaved(db, { uid, now: NOW });
  expect(saved).toMatchObject([{ ...message, message: { deletedAt: NOW } }]);
  expect(JSON.stringify(saved)).not.toContain('regretted');
  expect(saved[0]).not.toHaveProperty('before');
});

test('I8 the list has pages, the last saved message first, each with the messages beside it', async () => {
  const { db, uid, roomId } = await createTestRoom();
  const messages: { roomId: string; messageId: string }[] = [];
  for (let index = 0; index < MAX_LISTED_SAVED + 3; index++)
    messages.push(await send(db, uid, roomId, `message ${index}`));
  for (const [index, message] of messages.entries())
    await runJobsAt(NOW + Math.floor(index / 3), db, saveJob(uid, message));
  const actor = { uid, now: NOW };
  const first = await readSaved(db, actor);
  expect(first.saved).toHaveLength(MAX_LISTED_SAVED);
  const second = await readSaved(db, actor, first.next);
  expect(second.next).toBeUndefined();
  const all = [...first.saved, ...second.saved];
  expect(all.map(({ savedAt }) => savedAt)).toEqual(
    all.map(({ savedAt }) => savedAt).toSorted((a, b) => b - a),
  );
  expect(new Set(all.map(({ messageId }) => messageId)).size).toBe(messages.length);
  const middle = all.find(({ messageId }) => messageId === messages[4]?.messageId);
  expect(middle).toMatchObject({ before: { text: 'message 3' }, after: { text: 'message 5' } });
});

test('I8 a page has at most 64 kB: messages beside a saved one give way to it', async () => {
  const { db, uid, roomId } = await createTestRoom();
  const text = '\u0001'.repeat(6_000);
  const messages: { roomId: string; messageId: string }[] = [];
  for (let index = 0; index < 3; index++) messages.push(await send(db, uid, roomId, text));
  for (const message of messages) await runJob(db, saveJob(uid, message));
  const listed: string[] = [];
  let page = await readSaved(db, { uid, now: NOW });
  for (;;) {
    expect(Buffer.byteLength(JSON.stringify(page))).toBeLessThan(64 * 1024);
    listed.push(...page.saved.map(({ messageId }) => messageId));
    if (!page.next) break;
    page = await readSaved(db, { uid, now: NOW }, page.next);
  }
  expect(listed.toSorted()).toEqual(messages.map(({ messageId }) => messageId).toSorted());
});

test('I5 a person saves at most 5,000 messages', async () => {
  const { db, uid, roomId } = await createTestRoom();
  const rows = Array.from({ length: MAX_SAVED }, () => ({
    userId: uid,
    roomId,
    messageId: newId(),
    savedAt: NOW,
    remindAt: null,
  }));
  for (let start = 0; start < rows.length; start += 1_000)
    await db
      .insertInto('saved')
      .values(rows.slice(start, start + 1_000))
      .execute();
  const message = await send(db, uid, roomId);
  expect(await runJobs(db, saveJob(uid, message))).toMatchObject([{ error: { code: 'limit_exceeded' } }]);
  await runJob(db, saveJob(uid, { roomId, messageId: rows[0]?.messageId ?? '', on: false }));
  await runJob(db, saveJob(uid, message));
});

test('I7 Y11 the erasure of a room erases what people saved there', async () => {
  const { db, uid, roomId } = await createTestRoom();
  const message = await send(db, uid, roomId);
  await runJob(db, saveJob(uid, message));
  await runJob(db, { mutation: 'delete_room', caller: { uid }, input: { roomId, name: 'Room' } });
  expect(await readSaved(db, { uid, now: NOW })).toMatchObject({ saved: [{ ...message }], rooms: [] });
  const write = (mutation: string, caller: { uid: string }, input: unknown) =>
    runJob(db, { mutation, caller, input }).then(({ output }) => output);
  const { step } = createRoomErasure(db, { write } as never);
  for (let next = await step(undefined); next !== undefined; next = await step(next));
  expect(await db.selectFrom('saved').selectAll().execute()).toEqual([]);
  expect(await findSavedVersion(db, uid)).toBe(1);
});
