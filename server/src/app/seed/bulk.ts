import { foldName } from '@snug/protocol';
import { sql } from 'kysely';
import { newId } from '../../base/ids.ts';
import { toNameKeys } from '../../db/name-keys.ts';
import type { Db } from '../../db/schema.ts';

const ROWS_PER_STATEMENT = 500;
const WORDS =
  'one two three four five six seven eight nine ten bulk data for measuring nothing that anyone said'.split(
    ' ',
  );

export interface PopulateCounts {
  users: number;
  rooms: number;
  messages: number;
}

/** Without commands, as fast as the disk writes. Distributes the messages evenly over the new rooms. */
export async function populate(
  db: Db,
  counts: PopulateCounts,
  print: (line: string) => void,
): Promise<string[]> {
  const uids = await insertUsers(db, counts.users);
  print(`${counts.users} people`);
  const roomIds = await insertRooms(db, counts.rooms, uids);
  print(`${counts.rooms} rooms`);
  const before = (index: number) => Math.floor((counts.messages * index) / counts.rooms);
  const rooms = roomIds.map((id, index) => ({ id, share: before(index + 1) - before(index) }));
  const roomsAtOnce = Math.max(1, Math.floor((ROWS_PER_STATEMENT * counts.rooms) / (counts.messages + 1)));
  let filled = 0;
  for (const part of chunks(rooms, Math.min(roomsAtOnce, ROWS_PER_STATEMENT))) {
    await db.transaction().execute(async transaction => {
      for (const { id, share } of part) await insertMessages(transaction, id, share, uids);
    });
    filled += part.length;
    print(`${before(filled)} messages in ${filled} of ${counts.rooms} rooms`);
  }
  return uids;
}

async function insertUsers(db: Db, count: number): Promise<string[]> {
  const createdAt = new Date().toISOString();
  const uids = Array.from({ length: count }, newId);
  for (const [index, part] of chunks(uids).entries()) {
    const users = part.map((id, offset) => ({
      id,
      name: `Bulk person ${index * ROWS_PER_STATEMENT + offset + 1}`,
      email: `${id}@bulk.snug.example`,
      emailVerified: sql<boolean>`false`,
      avatar: null,
      createdAt,
      updatedAt: createdAt,
    }));
    await db.insertInto('users').values(users.map(addFolded)).execute();
    await db.insertInto('people_names').values(users.flatMap(toPersonNameRows)).execute();
    // A person without any account counts as an incomplete sign-up.
    const accounts = part.map(userId => ({
      id: newId(),
      accountId: userId,
      providerId: 'bulk',
      userId,
      createdAt,
      updatedAt: createdAt,
    }));
    await db.insertInto('accounts').values(accounts).execute();
  }
  return uids;
}

async function insertRooms(db: Db, count: number, uids: readonly string[]): Promise<string[]> {
  const roomIds = Array.from({ length: count }, newId);
  const now = Date.now();
  for (const [index, part] of chunks(roomIds).entries()) {
    const rooms = part.map((id, offset) => ({
      id,
      name: `Bulk room ${index * ROWS_PER_STATEMENT + offset + 1}`,
      description: 'Bulk data for measuring',
      createdAt: now,
      createdBy: uids[offset % uids.length] ?? '',
      seq: 0,
      changedAt: now,
      lastMessageSeq: null,
    }));
    await db.insertInto('rooms').values(rooms.map(addFolded)).execute();
    await db
      .insertInto('room_activity')
      .values(rooms.map(({ id, createdAt }) => ({ roomId: id, at: createdAt })))
      .execute();
    await db.insertInto('room_names').values(rooms.flatMap(toNameRows)).execute();
    await db
      .insertInto('members')
      .values(
        rooms.map(({ id, createdBy, createdAt }) => ({
          roomId: id,
          userId: createdBy,
          role: 'admin' as const,
          joinedAt: createdAt,
        })),
      )
      .execute();
  }
  return roomIds;
}

async function insertMessages(db: Db, roomId: string, count: number, uids: readonly string[]): Promise<void> {
  const now = Date.now();
  const seqs = Array.from({ length: count }, (_, index) => index + 1);
  for (const part of chunks(seqs)) {
    const messages = part.map(seq => ({
      roomId,
      seq,
      id: newId(),
      authorId: uids[seq % uids.length] ?? '',
      createdAt: now - (count - seq) * 1000,
      changedSeq: seq,
      text: `Bulk message ${seq}: ${WORDS.slice(0, 3 + (seq % (WORDS.length - 3))).join(' ')}`,
    }));
    await db.insertInto('messages').values(messages).execute();
  }
  await insertWriters(db, roomId, count, uids);
  const last = count === 0 ? null : count;
  const writerCount = Math.min(count, uids.length);
  await db
    .updateTable('rooms')
    .set({ seq: count, lastMessageSeq: last, writerCount })
    .where('id', '=', roomId)
    .execute();
  if (last !== null)
    await db.updateTable('room_activity').set({ at: now }).where('roomId', '=', roomId).execute();
}

function addFolded<Row extends { name: string }>(row: Row) {
  return { ...row, folded: foldName(row.name) };
}

function toNameRows({ id: roomId, name }: { id: string; name: string }) {
  return toNameKeys(name).map(({ isInside, words }) => ({ isInside: Number(isInside), words, roomId }));
}

function toPersonNameRows({ id: userId, name }: { id: string; name: string }) {
  return toNameKeys(name).map(({ isInside, words }) => ({ isInside: Number(isInside), words, userId }));
}

async function insertWriters(db: Db, roomId: string, count: number, uids: readonly string[]): Promise<void> {
  const seqs = Array.from({ length: Math.min(count, uids.length) }, (_, index) => count - index);
  for (const part of chunks(seqs)) {
    const writers = part.map(lastSeq => ({
      roomId,
      userId: uids[lastSeq % uids.length] ?? '',
      messageCount: Math.ceil(lastSeq / uids.length),
      lastSeq,
    }));
    await db
      .insertInto('members')
      .values(writers)
      .onConflict(conflict =>
        conflict.columns(['roomId', 'userId']).doUpdateSet(row => ({
          messageCount: row.ref('excluded.messageCount'),
          lastSeq: row.ref('excluded.lastSeq'),
        })),
      )
      .execute();
  }
}

function chunks<Item>(items: readonly Item[], size = ROWS_PER_STATEMENT): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}
