import { readFileSync } from 'node:fs';
import { HEART, type Room } from '@snug/protocol';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { newId } from '../../base/ids.ts';
import type { WriteJob } from '../../db/store.ts';
import {
  addPerson,
  createRoomJob,
  createSendJob,
  createTestRoom,
  isOnPostgres,
  NOW,
  readSeq,
  runJob,
  runJobs,
  sendMany,
} from '../../testing/database.ts';
import { addWorkspaceAdmin } from '../../workspace/workspace-admin-store.ts';
import { findRoom } from '../rooms/room-rows.ts';
import { readChanges, readPage, readPageAfter } from './message-store.ts';

const ALL = Number.MAX_SAFE_INTEGER;

function deleteJob(uid: string, roomId: string, messageId: string): WriteJob {
  return { mutation: 'delete_message', caller: { uid }, input: { roomId, messageId } };
}

function likeJob(uid: string, roomId: string, messageId: string): WriteJob {
  const input = { roomId, messageId, emoji: HEART, on: true };
  return { mutation: 'set_reaction', caller: { uid }, input };
}

async function createRoomWithMessages(count: number) {
  const room = await createTestRoom();
  await sendMany(room.db, room.uid, room.roomId, count);
  const { messages } = await readPage(room.db, room.roomId, ALL, count);
  return { ...room, ids: messages.map(message => message.id) };
}

test('M6 a deleted message keeps its seq, and nothing of its content', async () => {
  const { db, uid, roomId, ids } = await createRoomWithMessages(2);
  const id = ids[0] ?? '';
  await runJobs(db, likeJob(uid, roomId, id));
  const { publications } = await runJob(db, deleteJob(uid, roomId, id));
  expect(JSON.stringify(publications)).not.toContain('message 1');
  expect(publications[0]?.event).not.toHaveProperty('message.reactions');
  expect(publications).toMatchObject([
    {
      event: {
        type: 'message_deleted',
        roomId,
        seq: 4,
        message: { id, seq: 1, changedSeq: 4, deletedAt: NOW },
      },
    },
  ]);
  expect((await readPage(db, roomId, ALL, 10)).messages.map(message => message.id)).toEqual([ids[1]]);
  expect(
    await readChanges(db, roomId, 3, 10),
    'a client that was offline receives the deletion',
  ).toMatchObject([{ id, deletedAt: NOW }]);
  const row = await db.selectFrom('messages').selectAll().where('id', '=', id).executeTakeFirst();
  expect(row).toMatchObject({ text: null, reactions: null });
  expect(await db.selectFrom('reactions').selectAll().execute()).toEqual([]);
});

test('M6 only its author deletes a message', async () => {
  const { db, roomId, ids } = await createRoomWithMessages(1);
  const ben = await addPerson(db, 'Ben');
  const [other, absent] = await runJobs(
    db,
    deleteJob(ben, roomId, ids[0] ?? ''),
    deleteJob(ben, roomId, newId()),
  );
  expect(other).toMatchObject({ error: { code: 'forbidden' } });
  expect(absent).toMatchObject({ error: { code: 'not_found' } });
  expect(await readSeq(db, roomId)).toBe(1);
});

test('L5 M6 a repeated deletion changes nothing, a repeated send does not restore the message, and nobody can like it', async () => {
  const { db, uid, roomId } = await createTestRoom();
  const input = { roomId, id: newId(), text: 'gone' };
  await runJob(db, createSendJob(uid, input));
  await runJob(db, deleteJob(uid, roomId, input.id));
  expect(await runJob(db, deleteJob(uid, roomId, input.id))).toMatchObject({ publications: [] });
  expect(await runJob(db, createSendJob(uid, input))).toMatchObject({
    publications: [],
    output: { message: { deletedAt: NOW } },
  });
  expect(await runJobs(db, likeJob(uid, roomId, input.id))).toMatchObject([{ error: { code: 'not_found' } }]);
  expect(await readSeq(db, roomId)).toBe(2);
  expect((await readPage(db, roomId, ALL, 10)).messages).toEqual([]);
});

test('the last message of a room moves back to the previous one, until there is none', async () => {
  const { db, uid, roomId, ids } = await createRoomWithMessages(3);
  const lastMessage = async () => (await findRoom(db, roomId))?.lastMessage?.id;
  const [first = '', second = '', third = ''] = ids;
  await runJob(db, deleteJob(uid, roomId, second));
  expect(await lastMessage()).toBe(third);
  await runJob(db, deleteJob(uid, roomId, third));
  expect(await lastMessage()).toBe(first);
  await runJob(db, deleteJob(uid, roomId, first));
  expect(await lastMessage()).toBeUndefined();
});

test.skipIf(isOnPostgres)(
  'M6 the database file contains nothing of a deleted message’s content',
  async () => {
    const { db, path, uid, roomId } = await createTestRoom();
    const texts = Array.from(
      { length: 60 },
      (_, index) => `SECRET ${index} ${'x'.repeat((index * 173) % 5_000)} END`,
    );
    const ids = texts.map(newId);
    await runJobs(
      db,
      ...texts.map((text, index) => createSendJob(uid, { roomId, id: ids[index] ?? '', text })),
    );
    const checkpoint = sql`pragma wal_checkpoint(truncate)`;
    await checkpoint.execute(db);
    expect(readFileSync(path, 'latin1')).toContain('SECRET 59 ');
    await runJobs(db, ...ids.map(id => deleteJob(uid, roomId, id)));
    await checkpoint.execute(db);
    expect(readFileSync(path, 'latin1').match(/SECRET \d+|xxxx END/g) ?? []).toEqual([]);
  },
);

function removeJob(uid: string, roomId: string, messageId: string): WriteJob {
  return { mutation: 'remove_message', caller: { uid }, input: { roomId, messageId } };
}

async function createRoomWithMessageOfBen() {
  const room = await createTestRoom();
  const { db, uid, roomId } = room;
  const ben = await addPerson(db, 'Ben');
  const [before, id, after] = [newId(), newId(), newId()];
  await runJobs(
    db,
    createSendJob(uid, { roomId, id: before }),
    createSendJob(ben, { roomId, id, text: 'MARKED' }),
    createSendJob(uid, { roomId, id: after }),
  );
  return { ...room, ben, before, id, after };
}

test('A13 a removed message leaves a line in its place, and nothing of its content', async () => {
  const { db, uid, ben, roomId, before, id, after } = await createRoomWithMessageOfBen();
  await runJobs(db, createSendJob(uid, { roomId, replyTo: id }), likeJob(uid, roomId, id));
  const { publications } = await runJob(db, removeJob(uid, roomId, id));
  expect(publications).toMatchObject([
    { event: { type: 'message_deleted', seq: 6, message: { id, seq: 2, deletedAt: NOW, removed: true } } },
  ]);
  expect(JSON.stringify(publications)).not.toContain('MARKED');
  const page = await readPage(db, roomId, ALL, 10);
  expect(page.messages.map(message => message.id).slice(0, 3)).toEqual([before, id, after]);
  expect(page.messages[1]).toEqual({ ...page.messages[1], id, removed: true, deletedAt: NOW });
  expect(page.messages[3]?.reply).toMatchObject({ id, deleted: true });
  expect(JSON.stringify(page)).not.toContain('MARKED');
  const newer = await readPageAfter(db, roomId, 1, 2);
  expect(newer.messages.map(message => message.id)).toEqual([id, after]);
  expect(await db.selectFrom('audit').selectAll().execute()).toMatchObject([
    { action: 'remove_message', actorId: uid, targetId: ben, roomId },
  ]);
  expect(await db.selectFrom('reactions').selectAll().execute()).toEqual([]);
});

test('A13 pages of any size contain the removed messages in their places', async () => {
  const { db, uid, roomId, ids } = await createRoomWithMessages(40);
  for (const index of [0, 3, 4, 5, 17, 38, 39]) await runJob(db, removeJob(uid, roomId, ids[index] ?? ''));
  for (const index of [1, 2, 18]) await runJob(db, deleteJob(uid, roomId, ids[index] ?? ''));
  const wanted = ids.filter((_, index) => ![1, 2, 18].includes(index));
  for (const limit of [1, 2, 7, 50]) {
    const [down, up]: [string[], string[]] = [[], []];
    for (let before = ALL, more = true; more; ) {
      const { messages, hasOlder } = await readPage(db, roomId, before, limit, 2_000);
      down.unshift(...messages.map(message => message.id));
      before = messages[0]?.seq ?? 0;
      more = hasOlder;
    }
    for (let after = 0, more = true; more; ) {
      const { messages, hasNewer } = await readPageAfter(db, roomId, after, limit, 2_000);
      up.push(...messages.map(message => message.id));
      after = messages.at(-1)?.seq ?? ALL;
      more = hasNewer;
    }
    expect([limit, down, up]).toEqual([limit, wanted, wanted]);
  }
});

test('A13 the message before a removed one becomes the last message of the room', async () => {
  const { db, uid, roomId, id, before, after } = await createRoomWithMessageOfBen();
  await runJobs(db, removeJob(uid, roomId, after), removeJob(uid, roomId, id));
  expect((await findRoom(db, roomId))?.lastMessage?.id).toBe(before);
});

test('A13 a deleted message stays deleted, and a removed one removed', async () => {
  const { db, uid, ben, roomId, id, after } = await createRoomWithMessageOfBen();
  await runJobs(db, deleteJob(ben, roomId, id), removeJob(uid, roomId, after));
  const seq = await readSeq(db, roomId);
  const outcomes = [
    await runJob(db, removeJob(uid, roomId, id)),
    await runJob(db, removeJob(uid, roomId, after)),
    await runJob(db, deleteJob(uid, roomId, after)),
  ];
  expect(outcomes.map(({ publications }) => publications)).toEqual([[], [], []]);
  expect(outcomes[0]?.output).not.toHaveProperty('message.removed');
  expect(outcomes[2]?.output).toMatchObject({ message: { removed: true } });
  expect(await readSeq(db, roomId)).toBe(seq);
});

test('A13 only admins of the room remove messages, in an open room also workspace admins', async () => {
  const { db, uid, ben, roomId, id, before, after } = await createRoomWithMessageOfBen();
  const eve = await addPerson(db, 'Eve');
  await expect(runJob(db, removeJob(ben, roomId, before))).rejects.toThrow('forbidden');
  await expect(runJob(db, removeJob(ben, roomId, id)), 'not even their own').rejects.toThrow('forbidden');
  await expect(runJob(db, removeJob(eve, roomId, id))).rejects.toThrow('forbidden');
  await addWorkspaceAdmin(db, eve, NOW);
  await runJob(db, removeJob(eve, roomId, id));
  await runJob(db, removeJob(uid, roomId, after));
  const { output } = await runJob<{ room: Room }>(db, createRoomJob(uid, { kind: 'private' }));
  const privateId = output.room.id;
  await runJob(db, createSendJob(uid, { roomId: privateId, id }));
  await expect(runJob(db, removeJob(eve, privateId, id))).rejects.toThrow('not_found');
});
