import {
  type CommandOutput,
  countJsonBytes,
  type ListCursor,
  MAX_LISTED_BYTES,
  MAX_LISTED_ROOMS,
  MAX_PREVIEW_LENGTH,
  MAX_ROW_BYTES,
  selfTopic,
  summaryTopic,
  toListCursor,
} from '@snug/protocol';
import { expect, test } from 'vitest';
import { newId } from '../../base/ids.ts';
import { listAdmins } from '../../people/members/member-store.ts';
import {
  addPerson,
  createRoomJob,
  createSendJob,
  createTestRoom,
  NOW,
  runJob,
  runJobs,
  runJobsAt,
  temporaryDatabase,
} from '../../testing/database.ts';
import { readPositions } from './room-access-store.ts';
import { findRoom, listOpenRooms } from './room-rows.ts';

const FIRST_PAGE = { limit: MAX_LISTED_ROOMS };

type Created = CommandOutput<'create_room'>;

test('R1 a new room is published to everyone, and its creator is its admin', async () => {
  const { db } = await temporaryDatabase();
  const uid = await addPerson(db, 'Ann');
  const id = newId();
  const { output, publications } = await runJob<Created>(db, createRoomJob(uid, { id, name: 'Garden' }));
  const room = { id, name: 'Garden', description: 'A room', createdAt: NOW, seq: 0 };
  expect(output).toEqual({ room });
  const { description: _, ...row } = room;
  const event = { type: 'room_summary', room: row, from: 0, to: 0, changes: [] };
  const membership = { role: 'admin', version: 1 };
  const read = { seq: 0, readSeq: 0, version: 1, unread: 0, mentions: 0 };
  expect(publications).toEqual([
    { topic: selfTopic(uid), event: { type: 'membership_changed', roomId: id, membership, room: row, read } },
    { topic: summaryTopic(id), event },
  ]);
  expect(await findRoom(db, id)).toEqual(room);
  expect(await listAdmins(db, id)).toEqual([uid]);
});

test('R2 creating a room again under its id creates no second one, publishes nothing and returns its present state', async () => {
  const { db, uid, roomId } = await createTestRoom();
  await runJob(db, createSendJob(uid, { roomId, text: 'hi' }));
  const again = await runJob<Created>(
    db,
    createRoomJob(uid, { id: roomId, name: 'Another name' }),
    NOW + 1_000,
  );
  expect(again.publications).toEqual([]);
  expect(again.output.room).toMatchObject({ id: roomId, name: 'Room', seq: 1, lastMessage: { text: 'hi' } });
  expect((await listOpenRooms(db, FIRST_PAGE)).rooms).toHaveLength(1);
});

test('R2 the id of another person’s room is taken', async () => {
  const { db, roomId } = await createTestRoom();
  const bob = await addPerson(db, 'Bob');
  expect(await runJobs(db, createRoomJob(bob, { id: roomId }))).toMatchObject([
    { error: { code: 'id_taken' } },
  ]);
  expect(await listAdmins(db, roomId)).not.toContain(bob);
});

test('rooms are sorted by their newest message, or their creation if there is none', async () => {
  const { db } = await temporaryDatabase();
  const uid = await addPerson(db, 'Ann');
  const ids = [newId(), newId(), newId()];
  for (const [index, id] of ids.entries())
    await runJobsAt(NOW + index, db, createRoomJob(uid, { id, name: String(index) }));
  const names = async () => (await listOpenRooms(db, FIRST_PAGE)).rooms.map(({ name }) => name);
  expect(await names()).toEqual(['2', '1', '0']);
  await runJobsAt(NOW + 10, db, createSendJob(uid, { roomId: ids[0] ?? '' }));
  expect(await names()).toEqual(['0', '2', '1']);
});

test('the list shows the newest message of a room, truncated if it is long', async () => {
  const { db, uid, roomId } = await createTestRoom();
  const [short, long, emoji] = ['hi', 'x'.repeat(5_000), '👍'.repeat(5_000)];
  const preview = async (text: string) => {
    await runJob(db, createSendJob(uid, { roomId, text }));
    return (await listOpenRooms(db, FIRST_PAGE)).rooms[0]?.lastMessage?.text ?? '';
  };
  expect(await preview(short)).toBe('hi');
  expect(await preview(long)).toBe('x'.repeat(MAX_PREVIEW_LENGTH));
  const cut = await preview(emoji);
  expect(cut.isWellFormed()).toBe(true);
  expect(Array.from(cut).length).toBeLessThanOrEqual(MAX_PREVIEW_LENGTH);
  expect((await findRoom(db, roomId))?.lastMessage).toMatchObject({ seq: 3, author: { uid, name: 'Ann' } });
});

test('the positions of several rooms are read at once, without unknown rooms', async () => {
  const { db, uid, roomId } = await createTestRoom();
  await runJob(db, createSendJob(uid, { roomId }));
  expect(await readPositions(db, [roomId, newId()])).toEqual(new Map([[roomId, 1]]));
  expect(await readPositions(db, [])).toEqual(new Map());
});

test('R1 a room whose last message is deleted returns to its previous place', async () => {
  const { db } = await temporaryDatabase();
  const uid = await addPerson(db, 'Ann');
  const [older, newer] = [newId(), newId()];
  for (const [index, id] of [older, newer].entries())
    await runJobsAt(NOW + index, db, createRoomJob(uid, { id, name: String(index) }));
  const id = newId();
  await runJobsAt(NOW + 10, db, createSendJob(uid, { roomId: older, id }));
  const ids = async () => (await listOpenRooms(db, FIRST_PAGE)).rooms.map(room => room.id);
  expect(await ids()).toEqual([older, newer]);
  const removal = { roomId: older, messageId: id };
  await runJobsAt(NOW + 20, db, { mutation: 'delete_message', caller: { uid }, input: removal });
  expect(await ids()).toEqual([newer, older]);
});

test('R3 pages have every room once, in one order, at most 50 of them', async () => {
  const { db } = await temporaryDatabase();
  const uid = await addPerson(db, 'Ann');
  const ids = Array.from({ length: 120 }, () => newId());
  for (const [index, id] of ids.entries())
    await runJobsAt(NOW + Math.floor(index / 7), db, createRoomJob(uid, { id, name: `${index}` }));
  const pages: string[][] = [];
  let before: ListCursor | undefined;
  do {
    const { rooms, next } = await listOpenRooms(db, { before, limit: 50 });
    expect(next).toEqual(next && toListCursor(rooms.at(-1)!));
    pages.push(rooms.map(room => room.id));
    before = next;
  } while (before);
  expect(pages.map(page => page.length)).toEqual([50, 50, 20]);
  expect(pages.flat().toSorted()).toEqual(ids.toSorted());
});

test('R3 no row has more than 1.5 kB and no page more than 64 kB, for any texts', async () => {
  const { db } = await temporaryDatabase();
  const uid = await addPerson(db, '\u0001'.repeat(80));
  for (let room = 0; room < 51; room++) {
    const roomId = newId();
    await runJobs(db, createRoomJob(uid, { id: roomId, name: `${'\u0001'.repeat(79)}x` }));
    await runJobs(db, createSendJob(uid, { roomId, text: '\u0001x'.repeat(5_000) }));
  }
  const { rooms, next } = await listOpenRooms(db, FIRST_PAGE);
  const sizes = rooms.map(countJsonBytes);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(MAX_ROW_BYTES);
  expect(Math.max(...sizes), 'the row is used').toBeGreaterThan(MAX_ROW_BYTES - 10);
  expect(countJsonBytes({ id: Number.MAX_SAFE_INTEGER, ok: { rooms, next } })).toBeLessThanOrEqual(64_000);
  expect(countJsonBytes(rooms)).toBeLessThanOrEqual(MAX_LISTED_BYTES);
  const { rooms: rest } = await listOpenRooms(db, { before: next, limit: 50 });
  expect(new Set([...rooms, ...rest].map(({ id }) => id)).size).toBe(51);
});
