import { type CommandOutput, MAX_PREVIEW_LENGTH } from '@snug/protocol';
import { expect, test } from 'vitest';
import { newId } from '../ids.ts';
import {
  addPerson,
  aRoom,
  createJob,
  NOW,
  run,
  sendJob,
  store,
  temporaryDatabase,
} from '../testing/database.ts';
import { listAdmins } from './admin-store.ts';
import { findRoom, listRooms, readPositions } from './room-store.ts';

type Created = CommandOutput<'create_room'>;

test('R1 a new room is told to everyone, and its creator is its admin', async () => {
  const { db } = await temporaryDatabase();
  const uid = await addPerson(db, 'Ann');
  const id = newId();
  const { output, publications } = await store<Created>(db, createJob(uid, { id, name: 'Garden' }));
  const room = { id, name: 'Garden', description: 'A room', createdAt: NOW, seq: 0 };
  expect(output).toEqual({ room });
  expect(publications).toEqual([{ topic: 'rooms', event: { type: 'room_created', room } }]);
  expect(await findRoom(db, id)).toEqual(room);
  expect(await listAdmins(db, id)).toEqual([uid]);
});

test('R2 creating a room again under its id makes no second one, tells nobody and answers it as it is now', async () => {
  const { db, uid, roomId } = await aRoom();
  await store(db, sendJob(uid, { roomId, text: 'hi' }));
  const again = await store<Created>(db, createJob(uid, { id: roomId, name: 'Another name' }, NOW + 1_000));
  expect(again.publications).toEqual([]);
  expect(again.output.room).toMatchObject({ id: roomId, name: 'Room', seq: 1, lastMessage: { text: 'hi' } });
  expect(await listRooms(db)).toHaveLength(1);
});

test('R2 the id of a room that someone else made is taken', async () => {
  const { db, roomId } = await aRoom();
  const bob = await addPerson(db, 'Bob');
  expect(await run(db, createJob(bob, { id: roomId }))).toMatchObject([{ error: { code: 'id_taken' } }]);
  expect(await listAdmins(db, roomId)).not.toContain(bob);
});

test('rooms are listed by their newest message, or their creation where there is none', async () => {
  const { db } = await temporaryDatabase();
  const uid = await addPerson(db, 'Ann');
  const ids = [newId(), newId(), newId()];
  for (const [index, id] of ids.entries())
    await run(db, createJob(uid, { id, name: String(index) }, NOW + index));
  const names = async () => (await listRooms(db)).map(({ name }) => name);
  expect(await names()).toEqual(['2', '1', '0']);
  await run(db, sendJob(uid, { roomId: ids[0] ?? '' }, NOW + 10));
  expect(await names()).toEqual(['0', '2', '1']);
});

test('the list shows the newest message of a room, cut where it is long', async () => {
  const { db, uid, roomId } = await aRoom();
  const [short, long, emoji] = ['hi', 'x'.repeat(5_000), '👍'.repeat(5_000)];
  const preview = async (text: string) => {
    await store(db, sendJob(uid, { roomId, text }));
    return (await listRooms(db))[0]?.lastMessage?.text ?? '';
  };
  expect(await preview(short)).toBe('hi');
  expect(await preview(long)).toBe('x'.repeat(MAX_PREVIEW_LENGTH));
  const cut = await preview(emoji);
  expect(cut.isWellFormed()).toBe(true);
  expect(Array.from(cut).length).toBeLessThanOrEqual(MAX_PREVIEW_LENGTH);
  expect((await findRoom(db, roomId))?.lastMessage).toMatchObject({ seq: 3, author: { uid, name: 'Ann' } });
});

test('the positions of rooms are read at once, those that are not there are left out', async () => {
  const { db, uid, roomId } = await aRoom();
  await store(db, sendJob(uid, { roomId }));
  expect(await readPositions(db, [roomId, newId()])).toEqual(new Map([[roomId, 1]]));
  expect(await readPositions(db, [])).toEqual(new Map());
});
