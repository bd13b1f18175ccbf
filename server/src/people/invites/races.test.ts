import { MAX_ACTIVE_INVITES, MAX_JOINED_ROOMS } from '@snug/protocol';
import { expect, test } from 'vitest';
import { newId } from '../../base/ids.ts';
import type { WriteJob } from '../../db/store.ts';
import { expectInvariant, expectLocksRequired } from '../../testing/concurrency/races.ts';
import { addPerson, createRoomJob, createTestRoom, runJob, runJobs } from '../../testing/database.ts';
import { listJoined } from '../members/member-store.ts';
import { findInvite, listByCreator, type StoredInvite } from './invite-store.ts';

function createJob(uid: string, roomIds: string[] = []): WriteJob {
  const input = { id: newId(), roomIds, expiresInDays: 7, maxUses: 1 };
  return { mutation: 'create_invite', caller: { uid }, input };
}

test('N4 of two people who redeem the last use at once, one joins', async () => {
  const { db, path, uid, roomId } = await createTestRoom();
  const { output: invite } = await runJob<StoredInvite>(db, createJob(uid, [roomId]));
  const people = [await addPerson(db, 'Ben'), await addPerson(db, 'Cem')];
  await expectInvariant({
    path,
    jobs: people.map(person => ({
      mutation: 'redeem_invite',
      caller: { uid: person },
      input: { id: invite.id, createdBy: uid, roomIds: [roomId] },
    })),
    assertInvariant: async (after, outcomes) => {
      expect(outcomes.filter(outcome => 'output' in outcome)).toHaveLength(1);
      expect((await findInvite(after, invite.id))?.uses).toBe(1);
    },
  });
});

test('N1 two invitations that are created at once do not exceed the limit', async () => {
  const { db, path, uid } = await createTestRoom();
  await runJobs(db, ...Array.from({ length: MAX_ACTIVE_INVITES - 1 }, () => createJob(uid)));
  await expectLocksRequired({
    path,
    jobs: [createJob(uid), createJob(uid)],
    assertInvariant: async (after, outcomes) => {
      expect(outcomes.filter(outcome => 'output' in outcome)).toHaveLength(1);
      expect((await listByCreator(after, uid, 0)).invites).toHaveLength(50);
    },
  });
});

test('Y8 two invitations that a person redeems at once do not exceed the number of their rooms', async () => {
  const { db, path, uid, roomId } = await createTestRoom();
  const [ben, cem] = [await addPerson(db, 'Ben'), await addPerson(db, 'Cem')];
  const others = newId();
  await runJob(db, createRoomJob(cem, { id: others }));
  await runJobs(db, ...Array.from({ length: MAX_JOINED_ROOMS - 1 }, () => createRoomJob(ben)));
  const jobs: WriteJob[] = [];
  for (const [creator, id] of [
    [uid, roomId],
    [cem, others],
  ] as const) {
    const { output: invite } = await runJob<StoredInvite>(db, createJob(creator, [id]));
    const input = { id: invite.id, createdBy: creator, roomIds: [id] };
    jobs.push({ mutation: 'redeem_invite', caller: { uid: ben }, input });
  }
  await expectLocksRequired({
    path,
    jobs,
    assertInvariant: async (after, outcomes) => {
      expect(outcomes.filter(outcome => 'output' in outcome)).toHaveLength(1);
      expect(await listJoined(after, ben)).toHaveLength(MAX_JOINED_ROOMS);
    },
  });
});
