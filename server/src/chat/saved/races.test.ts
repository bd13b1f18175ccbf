import { expect, test } from 'vitest';
import { newId } from '../../base/ids.ts';
import type { WriteJob } from '../../db/store.ts';
import { expectInvariant, expectLocksRequired } from '../../testing/concurrency/races.ts';
import {
  createRoomJob,
  createSendJob,
  createTestRoom,
  NOW,
  runJob,
  runJobs,
} from '../../testing/database.ts';
import { findSaved, findSavedVersion } from './saved-store.ts';

async function createMessages() {
  const { db, path, uid, roomId } = await createTestRoom();
  const otherRoomId = newId();
  const [first, second] = [
    { roomId, messageId: newId() },
    { roomId: otherRoomId, messageId: newId() },
  ];
  await runJob(db, createRoomJob(uid, { id: otherRoomId }));
  for (const { roomId: of, messageId: id } of [first, second])
    await runJobs(db, createSendJob(uid, { roomId: of, id }));
  return { path, uid, first, second };
}

function saveJob(uid: string, input: object): WriteJob {
  return { mutation: 'set_saved', caller: { uid }, input: { on: true, ...input } };
}

test('I5 if two devices save a message at once, that is one change', async () => {
  const { path, uid, first } = await createMessages();
  await expectLocksRequired({
    path,
    jobs: [saveJob(uid, first), saveJob(uid, first)],
    assertInvariant: async (after, outcomes) => {
      expect(outcomes).toMatchObject([{ output: { version: 1 } }, { output: { version: 1 } }]);
      expect(await findSavedVersion(after, uid)).toBe(1);
    },
  });
});

test('I5 changes in two rooms at once have two versions', async () => {
  const { path, uid, first, second } = await createMessages();
  await expectInvariant({
    path,
    jobs: [saveJob(uid, first), saveJob(uid, { ...second, remindAt: NOW })],
    assertInvariant: async after => {
      expect(await findSavedVersion(after, uid)).toBe(2);
      expect(await findSaved(after, { uid, ...second })).toEqual({ savedAt: NOW, remindAt: NOW });
    },
  });
});
