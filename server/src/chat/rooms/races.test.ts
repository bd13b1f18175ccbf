import { MAX_REQUESTS } from '@snug/protocol';
import { expect, test } from 'vitest';
import { newId } from '../../base/ids.ts';
import type { WriteJob } from '../../db/store.ts';
import { listAdmins } from '../../people/members/member-store.ts';
import { expectInvariant, expectLocksRequired } from '../../testing/concurrency/races.ts';
import {
  addPerson,
  createRoomJob,
  createTestRoom,
  runJobs,
  temporaryDatabase,
} from '../../testing/database.ts';
import { addStrangers } from '../../testing/requests.ts';
import { findRoom } from './room-rows.ts';

function adminJob(by: string, roomId: string, uid: string, admin: boolean): WriteJob {
  return { mutation: 'set_admin', caller: { uid: by }, input: { roomId, uid, admin } };
}

function directJob(uid: string, other: string): WriteJob {
  return { mutation: 'open_direct', caller: { uid }, input: { uids: [other], id: newId() } };
}

function editJob(uid: string, roomId: string, changes: { name?: string; description?: string }): WriteJob {
  return { mutation: 'edit_room', caller: { uid }, input: { roomId, ...changes } };
}

test('A2 if two admins remove each other at once, one admin stays', async () => {
  const { db, path, uid, roomId } = await createTestRoom();
  const ben = await addPerson(db, 'Ben');
  await runJobs(db, adminJob(uid, roomId, ben, true));
  await expectLocksRequired({
    path,
    jobs: [adminJob(uid, roomId, ben, false), adminJob(ben, roomId, uid, false)],
    assertInvariant: async after => expect(await listAdmins(after, roomId)).toHaveLength(1),
  });
});

test('two concurrent edits keep each other’s changes', async () => {
  const { path, uid, roomId } = await createTestRoom();
  await expectLocksRequired({
    path,
    jobs: [editJob(uid, roomId, { name: 'Hall' }), editJob(uid, roomId, { description: 'Large' })],
    assertInvariant: async after =>
      expect(await findRoom(after, roomId)).toMatchObject({ name: 'Hall', description: 'Large', seq: 2 }),
  });
});

test('R2 a room that is created twice at once is one room, for both callers', async () => {
  const { db, path } = await temporaryDatabase();
  const uid = await addPerson(db, 'Ann');
  const id = newId();
  const race = {
    path,
    jobs: [createRoomJob(uid, { id }), createRoomJob(uid, { id })],
    assertInvariant: async (_after: unknown, outcomes: unknown[], runs: number) => {
      expect(outcomes).toMatchObject([{ output: { room: { id } } }, { output: { room: { id } } }]);
      expect(runs).toBe(2);
    },
  };
  await expectLocksRequired(race);
  // An engine cannot lock a row that does not exist. Then the second batch runs again, and finds the row.
  await expectInvariant(
    { ...race, assertInvariant: (after, outcomes) => race.assertInvariant(after, outcomes, 2) },
    'none',
  );
});

test('Y25 of two additions at once with room for one, one waits', async () => {
  const { db, path, uid, roomId } = await createTestRoom();
  const ben = await addPerson(db, 'Ben');
  const others = await addStrangers(db, uid, MAX_REQUESTS - 1);
  await runJobs(db, ...others.map(other => directJob(other, ben)));
  const other = newId();
  await runJobs(db, createRoomJob(uid, { id: other, kind: 'private' }));
  const add = (room: string) => ({
    mutation: 'set_member',
    caller: { uid },
    input: { roomId: room, uid: ben, member: true },
  });
  await expectLocksRequired({
    path,
    jobs: [add(roomId), add(other)],
    assertInvariant: async after => {
      const waiting = after.selectFrom('members').select('roomId').where('userId', '=', ben);
      expect(await waiting.where('request', '=', 'waiting').execute()).toHaveLength(MAX_REQUESTS);
    },
  });
});
