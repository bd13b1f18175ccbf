import { type CommandOutput, MAX_PINS } from '@snug/protocol';
import { expect, test } from 'vitest';
import { newId } from '../../base/ids.ts';
import type { WriteJob } from '../../db/store.ts';
import { expectInvariant, expectLocksRequired } from '../../testing/concurrency/races.ts';
import { createSendJob, createTestRoom, runJobs } from '../../testing/database.ts';
import { countPins } from './pin-store.ts';

function pinJob(uid: string, roomId: string, messageId: string): WriteJob {
  return { mutation: 'set_pin', caller: { uid }, input: { roomId, messageId, on: true } };
}

test('I4 if two admins pin the last possible message at once, one of them succeeds', async () => {
  const { db, path, uid, roomId } = await createTestRoom();
  const ids = Array.from({ length: MAX_PINS + 1 }, newId);
  await runJobs(db, ...ids.map(id => createSendJob(uid, { roomId, id })));
  await runJobs(db, ...ids.slice(2).map(id => pinJob(uid, roomId, id)));
  await expectLocksRequired({
    path,
    jobs: ids.slice(0, 2).map(id => pinJob(uid, roomId, id)),
    assertInvariant: async (after, outcomes) => {
      expect(outcomes.filter(outcome => 'output' in outcome)).toHaveLength(1);
      expect(await countPins(after, roomId)).toBe(MAX_PINS);
    },
  });
});

test('I3 if a message is deleted while it is pinned, it is not pinned afterwards', async () => {
  const { db, path, uid, roomId } = await createTestRoom();
  const messageId = newId();
  await runJobs(db, createSendJob(uid, { roomId, id: messageId }));
  const deletion: WriteJob = { mutation: 'delete_message', caller: { uid }, input: { roomId, messageId } };
  await expectInvariant({
    path,
    jobs: [pinJob(uid, roomId, messageId), deletion],
    assertInvariant: async (after, [, deleted]) => {
      expect(deleted as { output: CommandOutput<'delete_message'> }).toHaveProperty(
        'output.message.deletedAt',
      );
      expect(await countPins(after, roomId)).toBe(0);
    },
  });
});
