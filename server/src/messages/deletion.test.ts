import { readFileSync } from 'node:fs';
import { HEART } from '@snug/protocol';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { WriteJob } from '../db/store.ts';
import { newId } from '../ids.ts';
import { findRoom } from '../rooms/room-rows.ts';
import {
  addPerson,
  createSendJob,
  createTestRoom,
  isOnPostgres,
  NOW,
  readSeq,
  runJob,
  runJobs,
  sendMany,
} from '../testing/database.ts';
import { readChanges, readPage } from './message-store.ts';

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
