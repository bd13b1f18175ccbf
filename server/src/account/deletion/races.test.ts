import { expect, test } from 'vitest';
import { findRoom } from '../../chat/rooms/room-rows.ts';
import { listAdmins } from '../../people/members/member-store.ts';
import { expectLocksRequired } from '../../testing/concurrency/races.ts';
import { addPerson, createTestRoom, runJobs } from '../../testing/database.ts';
import { addWorkspaceAdmin, listWorkspaceAdmins } from '../../workspace/workspace-admin-store.ts';

test('A2 an admin who leaves while the account of the other one is erased finds a room with an admin', async () => {
  const { db, path, uid, roomId } = await createTestRoom();
  const ben = await addPerson(db, 'Ben');
  const admin = { roomId, uid: ben, admin: true };
  await runJobs(
    db,
    { mutation: 'set_admin', caller: { uid }, input: admin },
    { mutation: 'delete_account', caller: { uid }, input: { erasesWords: false } },
  );
  await expectLocksRequired({
    path,
    jobs: [
      { mutation: 'erase_in_room', caller: { uid: '' }, input: { roomId, uid } },
      { mutation: 'leave_room', caller: { uid: ben }, input: { roomId } },
    ],
    assertInvariant: async after =>
      expect(
        (await listAdmins(after, roomId)).length + ((await findRoom(after, roomId))?.archivedAt ?? 0),
      ).toBeGreaterThan(0),
  });
});

test('Y21 of two workspace admins who delete their accounts at once, one stays', async () => {
  const { db, path, uid } = await createTestRoom();
  const ben = await addPerson(db, 'Ben');
  for (const admin of [uid, ben]) await addWorkspaceAdmin(db, admin, 1);
  const createJob = (caller: string) => ({
    mutation: 'delete_account',
    caller: { uid: caller },
    input: { erasesWords: false },
  });
  await expectLocksRequired({
    path,
    jobs: [createJob(uid), createJob(ben)],
    assertInvariant: async (after, outcomes) => {
      expect(outcomes.filter(outcome => 'output' in outcome)).toHaveLength(1);
      expect(await listWorkspaceAdmins(after)).toHaveLength(1);
    },
  });
});
