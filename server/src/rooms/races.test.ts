import { expect, test } from 'vitest';
import type { Job } from '../db/store.ts';
import { newId } from '../ids.ts';
import { expectLocksToDecide, expectToHold } from '../testing/concurrency/races.ts';
import { addPerson, aRoom, createJob, run, temporaryDatabase } from '../testing/database.ts';
import { listAdmins } from './admin-store.ts';
import { findRoom } from './room-store.ts';

function adminJob(by: string, roomId: string, uid: string, admin: boolean): Job {
  return { mutation: 'set_admin', call: { uid: by }, input: { roomId, uid, admin } };
}

function editJob(uid: string, roomId: string, words: { name?: string; description?: string }): Job {
  return { mutation: 'edit_room', call: { uid }, input: { roomId, ...words } };
}

test('A2 two admins who take each other’s rights away at once leave one admin', async () => {
  const { db, path, uid, roomId } = await aRoom();
  const ben = await addPerson(db, 'Ben');
  await run(db, adminJob(uid, roomId, ben, true));
  await expectLocksToDecide({
    path,
    jobs: [adminJob(uid, roomId, ben, false), adminJob(ben, roomId, uid, false)],
    promise: async after => expect(await listAdmins(after, roomId)).toHaveLength(1),
  });
});

test('of two edits at once each keeps what the other one changed', async () => {
  const { path, uid, roomId } = await aRoom();
  await expectLocksToDecide({
    path,
    jobs: [editJob(uid, roomId, { name: 'Hall' }), editJob(uid, roomId, { description: 'Large' })],
    promise: async after =>
      expect(await findRoom(after, roomId)).toMatchObject({ name: 'Hall', description: 'Large', seq: 2 }),
  });
});

test('R2 a room that is made twice at once is one room, for both', async () => {
  const { db, path } = await temporaryDatabase();
  const uid = await addPerson(db, 'Ann');
  const id = newId();
  const race = {
    path,
    jobs: [createJob(uid, { id }), createJob(uid, { id })],
    promise: async (_after: unknown, outcomes: unknown[], runs: number) => {
      expect(outcomes).toMatchObject([{ output: { room: { id } } }, { output: { room: { id } } }]);
      expect(runs).toBe(2);
    },
  };
  await expectLocksToDecide(race);
  // An engine cannot lock a row that is not there yet: then the batch that comes second runs again, and finds it.
  await expectToHold({ ...race, promise: (after, outcomes) => race.promise(after, outcomes, 2) }, 'none');
});
