import { MAX_LISTED_PEOPLE } from '@snug/protocol';
import { expect, test } from 'vitest';
import { populate } from '../../app/seed/bulk.ts';
import { newId } from '../../base/ids.ts';
import type { Db } from '../../db/schema.ts';
import {
  addPerson,
  createSendJob,
  createTestRoom,
  NOW,
  runJob,
  runJobs,
  sendMany,
  temporaryDatabase,
} from '../../testing/database.ts';
import { createOlderDatabase, insertRow } from '../../testing/older-database.ts';
import { listWriters } from './room-writers-store.ts';

async function readMembers(db: Db) {
  return db
    .selectFrom('members')
    .select(['roomId', 'userId', 'messageCount', 'lastSeq'])
    .where('messageCount', '>', 0)
    .orderBy('roomId')
    .orderBy('userId')
    .execute();
}

/** The expected contents of the table, computed from the messages. */
async function countFromMessages(db: Db) {
  return db
    .selectFrom('messages')
    .select(row => [
      'roomId',
      'authorId as userId',
      row.fn.countAll().as('messageCount'),
      row.fn.max('seq').as('lastSeq'),
    ])
    .where('deletedAt', 'is', null)
    .groupBy(['roomId', 'authorId'])
    .orderBy('roomId')
    .orderBy('authorId')
    .execute();
}

test('W3 the authors of a room’s messages are known, the latest author first', async () => {
  const { db, uid, roomId } = await createTestRoom();
  const ben = await addPerson(db, 'Ben');
  expect(await listWriters(db, roomId)).toEqual({ writers: [], writerCount: 0 });
  await sendMany(db, uid, roomId, 3);
  await sendMany(db, ben, roomId, 1);
  expect(await listWriters(db, roomId)).toEqual({ writers: [ben, uid], writerCount: 2 });
  await sendMany(db, uid, roomId, 1);
  expect(await listWriters(db, roomId)).toEqual({ writers: [uid, ben], writerCount: 2 });
  expect(await readMembers(db)).toEqual(await countFromMessages(db));
});

test('W3 a message that is sent twice counts once, and a person without messages is not a writer', async () => {
  const { db, uid, roomId } = await createTestRoom();
  const job = createSendJob(uid, { roomId, id: newId() });
  await runJobs(db, job, job);
  expect(await readMembers(db)).toMatchObject([{ userId: uid, messageCount: 1 }]);
  const messageId = 'input' in job ? (job.input as { id: string }).id : '';
  const remove = { mutation: 'delete_message', caller: { uid }, input: { roomId, messageId } };
  await runJobs(db, remove, remove);
  expect(await listWriters(db, roomId)).toEqual({ writers: [], writerCount: 0 });
  await runJob(db, createSendJob(uid, { roomId }));
  expect(await listWriters(db, roomId)).toMatchObject({ writers: [uid] });
});

test('W3 a result names at most 200 writers, and counts all', async () => {
  const { db } = await temporaryDatabase();
  await populate(db, { users: 250, rooms: 1, messages: 600 }, () => {});
  const [room] = await db.selectFrom('rooms').select('id').execute();
  const { writers, writerCount } = await listWriters(db, room?.id ?? '');
  expect([writers.length, new Set(writers).size, writerCount]).toEqual([MAX_LISTED_PEOPLE, 200, 250]);
  expect(await readMembers(db)).toEqual(await countFromMessages(db));
});

test('W3 a migration counts the messages that are older than the table', async () => {
  const { db, upgrade } = await createOlderDatabase('0001-start');
  const [ann, ben] = [await addPerson(db, 'Ann'), await addPerson(db, 'Ben')];
  const room = { id: 'r', name: 'Room', description: 'A room', seq: 3, lastMessageSeq: 3 };
  await insertRow(db, 'rooms', { ...room, createdBy: ann, createdAt: NOW, changedAt: NOW });
  for (const [seq, authorId] of [ann, ben, ann].entries()) {
    const message = {
      roomId: 'r',
      seq,
      id: `m${seq}`,
      authorId,
      createdAt: NOW,
      changedSeq: seq,
      text: 'hello',
    };
    await insertRow(db, 'messages', message);
  }
  await upgrade();
  expect(await readMembers(db)).toHaveLength(2);
  expect(await readMembers(db)).toEqual(await countFromMessages(db));
  expect(await listWriters(db, 'r')).toEqual({ writers: [ann, ben], writerCount: 2 });
});

test('W3 writers are the authors of the newest 1,000 existing messages, and all authors are counted', async () => {
  const { db, uid, roomId } = await createTestRoom();
  const ben = await addPerson(db, 'Ben');
  await sendMany(db, uid, roomId, 1);
  await sendMany(db, ben, roomId, 999);
  expect(await listWriters(db, roomId)).toEqual({ writers: [ben, uid], writerCount: 2 });
  await sendMany(db, ben, roomId, 1);
  expect(await listWriters(db, roomId)).toEqual({ writers: [ben], writerCount: 2 });
});
