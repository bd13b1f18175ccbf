import type { CommandOutput } from '@snug/protocol';
import { expect, test } from 'vitest';
import { accessFile } from '../../admin/reports/access.ts';
import type { WriteJob } from '../../db/store.ts';
import { createCounts } from '../../testing/counts.ts';
import {
  addPerson,
  createRoomJob,
  createSendJob,
  NOW,
  runJob,
  runJobs,
  sendMany,
} from '../../testing/database.ts';
import { createRoomWithFiles } from '../../testing/files.ts';
import { accessRooms } from './access.ts';
import { createRoomErasure } from './erasure.ts';
import { findRooms } from './find-rooms.ts';
import { RoomListReader } from './room-list-reader.ts';

async function createFilledRoom() {
  const setup = await createRoomWithFiles();
  const { db, uid, roomId } = setup;
  const { id: fileId } = await setup.upload();
  await runJob(db, { mutation: 'send_message', caller: { uid }, input: { id: fileId, roomId, fileId } });
  await sendMany(db, await addPerson(db, 'Ben'), roomId, 300);
  const reaction = { roomId, messageId: fileId, emoji: '👍', on: true };
  await runJob(db, { mutation: 'set_reaction', caller: { uid }, input: reaction });
  const actor = { uid, now: NOW };
  const list = (mine?: true) => new RoomListReader(db, createCounts(db)).list(actor, { mine, limit: 50 });
  return { ...setup, actor, fileId, list };
}

function archiveJob(uid: string, roomId: string, archived: boolean): WriteJob {
  return { mutation: 'archive_room', caller: { uid }, input: { roomId, archived } };
}

test('Y10 nobody can write in an archived room, and lists leave it out until it is reopened', async () => {
  const { db, uid, roomId, actor, fileId, list } = await createFilledRoom();
  const { output } = await runJob<CommandOutput<'archive_room'>>(db, archiveJob(uid, roomId, true));
  expect(output.room).toMatchObject({ archivedAt: NOW });
  expect((await runJob(db, archiveJob(uid, roomId, true))).publications).toEqual([]);
  const reaction = { roomId, messageId: fileId, emoji: '👍', on: false };
  const writes = [
    createSendJob(uid, { roomId }),
    { mutation: 'set_reaction', caller: { uid }, input: reaction },
  ];
  const forbidden = { error: { code: 'forbidden' } };
  expect(await runJobs(db, ...writes)).toMatchObject([forbidden, forbidden]);
  expect([(await list()).rooms, (await list(true)).rooms]).toEqual([[], []]);
  expect((await findRooms(db, actor, { text: 'room' })).rooms).toMatchObject([
    { id: roomId, archivedAt: NOW },
  ]);
  const deletion = { mutation: 'delete_message', caller: { uid }, input: { roomId, messageId: fileId } };
  expect(await runJobs(db, deletion)).toMatchObject([{ output: {} }]);
  expect((await list()).rooms, 'after a deletion').toEqual([]);
  await runJob(db, archiveJob(uid, roomId, false));
  expect((await list()).rooms).toMatchObject([{ id: roomId }]);
  expect((await list(true)).rooms).toMatchObject([{ id: roomId }]);
  expect(await runJobs(db, createSendJob(uid, { roomId }))).toMatchObject([{ output: {} }]);
});

test('Y11 an admin deletes a room by its name: nobody reads it any more, and the job erases it in parts', async () => {
  const { db, uid, roomId, actor, fileId, list } = await createFilledRoom();
  const deleteRoom = (name: string) => ({
    mutation: 'delete_room',
    caller: { uid },
    input: { roomId, name },
  });
  expect(await runJobs(db, deleteRoom('Rooms'))).toMatchObject([{ error: { code: 'invalid_input' } }]);
  const { publications } = await runJob(db, deleteRoom('Room'));
  expect(publications).toMatchObject([{ event: { type: 'room_deleted', roomId } }]);
  expect((await accessRooms(db, actor, [roomId])).size).toBe(0);
  await expect(accessFile(db, actor, fileId)).rejects.toMatchObject({ code: 'not_found' });
  expect([(await list()).rooms, (await list(true)).rooms]).toEqual([[], []]);
  expect((await findRooms(db, actor, { text: 'room' })).rooms).toEqual([]);
  const again = [createSendJob(uid, { roomId }), deleteRoom('Room')];
  expect(await runJobs(db, ...again)).toMatchObject(again.map(() => ({ error: { code: 'not_found' } })));
  expect(await runJobs(db, createRoomJob(uid, { id: roomId })), 'its id stays taken').toMatchObject([
    { error: { code: 'id_taken' } },
  ]);
  const writer = {
    write: async (mutation: string, caller: { uid: string }, input: object) =>
      (await runJob<never>(db, { mutation, caller, input })).output,
  };
  // Each part as if the server had started again after the one before.
  const step = () => createRoomErasure(db, writer).step(undefined);
  let steps = 1;
  while ((await step()) !== undefined) steps++;
  expect(steps).toBe(5);
  for (const table of ['messages', 'members', 'reactions', 'room_incarnations'] as const)
    expect([table, await db.selectFrom(table).where('roomId', '=', roomId).selectAll().execute()]).toEqual([
      table,
      [],
    ]);
  expect(await db.selectFrom('rooms').selectAll().execute()).toEqual([]);
  expect(await db.selectFrom('files').select(['id', 'state', 'roomId']).execute()).toEqual([
    { id: fileId, state: 'deleted', roomId: null },
  ]);
});
