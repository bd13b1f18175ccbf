import { MAX_LISTED_PEOPLE } from '@snug/protocol';
import { type Kysely, sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Db } from '../db/schema.ts';
import { up } from '../db/sqlite/migrations/0002-presence.ts';
import { up as upSearch } from '../db/sqlite/migrations/0005-search.ts';
import { up as upBounds } from '../db/sqlite/migrations/0007-bounds.ts';
import { newId } from '../ids.ts';
import { populate } from '../seed/bulk.ts';
import { addPerson, aRoom, run, sendJob, sendMany, store, temporaryDatabase } from '../testing/database.ts';
import { listWriters } from './room-people-store.ts';

async function rows(db: Db) {
  return db.selectFrom('room_people').selectAll().orderBy('roomId').orderBy('userId').execute();
}

/** What the table must say, read from the messages themselves. */
async function counted(db: Db) {
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

test('W3 whose messages stand in a room is known, whoever wrote last first', async () => {
  const { db, uid, roomId } = await aRoom();
  const ben = await addPerson(db, 'Ben');
  expect(await listWriters(db, roomId)).toEqual({ writers: [], writerCount: 0 });
  await sendMany(db, uid, roomId, 3);
  await sendMany(db, ben, roomId, 1);
  expect(await listWriters(db, roomId)).toEqual({ writers: [ben, uid], writerCount: 2 });
  await sendMany(db, uid, roomId, 1);
  expect(await listWriters(db, roomId)).toEqual({ writers: [uid, ben], writerCount: 2 });
  expect(await rows(db)).toEqual(await counted(db));
});

test('W3 a message that is sent twice counts once, and who deletes their last one is no writer', async () => {
  const { db, uid, roomId } = await aRoom();
  const job = sendJob(uid, { roomId, id: newId() });
  await run(db, job, job);
  expect(await rows(db)).toMatchObject([{ userId: uid, messageCount: 1 }]);
  const messageId = 'input' in job ? (job.input as { id: string }).id : '';
  const remove = { mutation: 'delete_message', call: { uid }, input: { roomId, messageId } };
  await run(db, remove, remove);
  expect(await listWriters(db, roomId)).toEqual({ writers: [], writerCount: 0 });
  await store(db, sendJob(uid, { roomId }));
  expect(await listWriters(db, roomId)).toMatchObject({ writers: [uid] });
});

test('W3 an answer names at most 200, and counts all', async () => {
  const { db } = await temporaryDatabase();
  await populate(db, { users: 250, rooms: 1, messages: 600 }, () => {});
  const [room] = await db.selectFrom('rooms').select('id').execute();
  const { writers, writerCount } = await listWriters(db, room?.id ?? '');
  expect([writers.length, new Set(writers).size, writerCount]).toEqual([MAX_LISTED_PEOPLE, 200, 250]);
  expect(await rows(db)).toEqual(await counted(db));
});

test('W3 who wrote before this was counted is counted when the database is brought up to date', async () => {
  const { db, uid, roomId } = await aRoom();
  await sendMany(db, uid, roomId, 4);
  await sendMany(db, await addPerson(db, 'Ben'), roomId, 2);
  await db.schema.dropTable('room_people').execute();
  await db.schema.dropTable('presence').execute();
  await up(db as unknown as Kysely<unknown>);
  expect(await rows(db)).toHaveLength(2);
  expect(await rows(db)).toEqual(await counted(db));
});

test('W3 writers are the authors of the newest 1,000 messages that stand there, and all writers are counted', async () => {
  const { db, uid, roomId } = await aRoom();
  const ben = await addPerson(db, 'Ben');
  await sendMany(db, uid, roomId, 1);
  await sendMany(db, ben, roomId, 999);
  expect(await listWriters(db, roomId)).toEqual({ writers: [ben, uid], writerCount: 2 });
  await sendMany(db, ben, roomId, 1);
  expect(await listWriters(db, roomId)).toEqual({ writers: [ben], writerCount: 2 });
});

test('W3 an upgrade counts the writers of each room', async () => {
  const { db, uid, roomId } = await aRoom();
  await sendMany(db, uid, roomId, 2);
  await sendMany(db, await addPerson(db, 'Ben'), roomId, 1);
  await downToSearch(db);
  await upBounds(db as unknown as Kysely<unknown>);
  expect(await listWriters(db, roomId)).toMatchObject({ writerCount: 2 });
});

/** As the migrations before left the schema, as far as this one changes it. */
async function downToSearch(db: Db): Promise<void> {
  for (const index of ['messages_live', 'verifications_over', 'sessions_user', 'verifications_identifier'])
    await sql`drop index ${sql.ref(index)}`.execute(db);
  await sql`alter table "rooms" drop column "writerCount"`.execute(db);
  await upSearch(db as unknown as Kysely<unknown>);
  await sql`create index "sessions_user" on "sessions" ("userId")`.execute(db);
  await sql`create index "verifications_identifier" on "verifications" ("identifier")`.execute(db);
}
