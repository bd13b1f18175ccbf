import { readFileSync } from 'node:fs';
import { HEART } from '@snug/protocol';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { readPage } from '../../../chat/messages/message-store.ts';
import { addOwnReactions } from '../../../chat/reactions/own-reactions.ts';
import { listWriters } from '../../../chat/rooms/room-writers-store.ts';
import { listAdmins, NO_MEMBERSHIP } from '../../../people/members/member-store.ts';
import { addPerson, NOW, temporaryDatabase } from '../../../testing/database.ts';
import { createOlderDatabase, insertRow } from '../../../testing/older-database.ts';
import type { Db } from '../../schema.ts';
import { migrate } from '../migrate.ts';

const ROOM = { name: 'Room', description: 'A room', seq: 9, changedAt: NOW + 9, writerCount: 2 };
const ALL = Number.MAX_SAFE_INTEGER;

/**
 * Ann created the room and never wrote there. Ben is an admin and wrote, Cem wrote. One message is deleted, and one has a
 * file.
 */
async function aDatabaseOf020() {
  const { db, path } = await createOlderDatabase('0007-bounds');
  const people = { ann: '', ben: '', cem: '' };
  for (const name of ['ann', 'ben', 'cem'] as const) people[name] = await addPerson(db, name);
  const { ann, ben, cem } = people;
  await insertRow(db, 'rooms', { ...ROOM, id: 'r', createdBy: ann, createdAt: NOW, lastMessageSeq: 4 });
  for (const userId of [ann, ben]) await insertRow(db, 'room_admins', { roomId: 'r', userId });
  const file = { ownerId: cem, name: 'a.txt', contentType: 'text/plain', size: 5, createdAt: NOW };
  await insertRow(db, 'files', { ...file, id: 'f', key: 'kf', state: 'sent' });
  await insertRow(db, 'files', { ...file, id: 'g', key: 'kg', state: 'unsent' });
  const insertMessage = (seq: number, authorId: string, more: Record<string, string | number | null>) =>
    insertRow(db, 'messages', {
      roomId: 'r',
      seq,
      id: `m${seq}`,
      authorId,
      createdAt: NOW + seq,
      changedSeq: seq,
      ...more,
    });
  await insertMessage(1, ben, { text: 'SECRET one', likeCount: 2, changedSeq: 8 });
  await insertMessage(2, ben, { text: null, deletedAt: NOW + 9, changedSeq: 9 });
  await insertMessage(3, cem, { text: 'three' });
  await insertMessage(4, cem, { text: null, fileId: 'f' });
  for (const userId of [ann, cem]) await insertRow(db, 'likes', { messageId: 'm1', userId });
  await insertRow(db, 'room_people', { roomId: 'r', userId: ben, messageCount: 1, lastSeq: 2 });
  await insertRow(db, 'room_people', { roomId: 'r', userId: cem, messageCount: 2, lastSeq: 4 });
  return { db, path, ...people };
}

async function schemaOf(db: Db): Promise<unknown> {
  const { rows } = await sql<{ name: string; sql: string }>`select name, sql from sqlite_schema
    where name not like 'sqlite_%' order by name`.execute(db);
  return rows;
}

test('an upgrade from 0.2.0 keeps each message with its file and its likes, as heart reactions', async () => {
  const { db, ann, ben, cem } = await aDatabaseOf020();
  await migrate(db);
  const { messages } = await readPage(db, 'r', ALL, 10);
  const seen = await addOwnReactions(db, cem, 'r', messages);
  expect(seen).toMatchObject([
    {
      id: 'm1',
      seq: 1,
      changedSeq: 8,
      text: 'SECRET one',
      author: { uid: ben },
      reactions: { [HEART]: 2 },
      mine: [HEART],
    },
    { id: 'm3', seq: 3, text: 'three', createdAt: NOW + 3 },
    { id: 'm4', seq: 4, file: { id: 'f' } },
  ]);
  expect(seen.map(({ reactions }) => reactions !== undefined)).toEqual([true, false, false]);
  expect(await db.selectFrom('reactions').selectAll().orderBy('userId').execute()).toEqual(
    [ann, cem].toSorted().map(userId => ({ roomId: 'r', messageId: 'm1', userId, emoji: HEART })),
  );
  const deleted = await db.selectFrom('messages').selectAll().where('id', '=', 'm2').execute();
  expect(deleted).toMatchObject([{ seq: 2, changedSeq: 9, text: null, reactions: null, deletedAt: NOW + 9 }]);
  const files = await db.selectFrom('files').select(['id', 'roomId']).orderBy('id').execute();
  expect(files).toEqual([
    { id: 'f', roomId: 'r' },
    { id: 'g', roomId: null },
  ]);
});

test('an upgrade from 0.2.0 makes admins and writers members', async () => {
  const { db, ann, ben, cem } = await aDatabaseOf020();
  await migrate(db);
  expect(await listAdmins(db, 'r')).toEqual([ann, ben].toSorted());
  expect(await listWriters(db, 'r')).toEqual({ writers: [cem, ben], writerCount: 2 });
  const members = await db.selectFrom('members').selectAll().execute();
  const nothing = { ...NO_MEMBERSHIP, roomId: 'r', version: 0, messageCount: 0, lastSeq: null };
  const expected = [
    { ...nothing, userId: ann, role: 'admin', joinedAt: NOW },
    { ...nothing, userId: ben, role: 'admin', messageCount: 1, lastSeq: 2 },
    { ...nothing, userId: cem, messageCount: 2, lastSeq: 4 },
  ];
  expect(new Map(members.map(row => [row.userId, row]))).toEqual(
    new Map(expected.map(row => [row.userId, row])),
  );
});

test('an upgraded database has the schema of a new one, and no dangling foreign keys', async () => {
  const { db } = await aDatabaseOf020();
  await migrate(db);
  expect(await schemaOf(db)).toEqual(await schemaOf((await temporaryDatabase()).db));
  expect((await sql`pragma foreign_key_check`.execute(db)).rows).toEqual([]);
});

test('M6 an upgraded database has one copy of each text, so that a later deletion leaves no traces', async () => {
  const { db, path, ben } = await aDatabaseOf020();
  for (let seq = 10; seq < 210; seq++) {
    const message = { roomId: 'r', seq, id: `m${seq}`, authorId: ben, createdAt: NOW, changedSeq: seq };
    await insertRow(db, 'messages', { ...message, text: `SECRET ${seq} ${'x'.repeat(1_000)}` });
  }
  await sql`pragma wal_checkpoint(truncate)`.execute(db);
  await migrate(db);
  await sql`pragma wal_checkpoint(truncate)`.execute(db);
  const places = readFileSync(path, 'latin1').match(/SECRET \d+ /g) ?? [];
  expect(places.length).toBe(200);
});
