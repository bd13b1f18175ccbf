import { MAX_TOKENS } from '@snug/protocol';
import { expect, test } from 'vitest';
import { newId } from '../../base/ids.ts';
import type { WriteJob } from '../../db/store.ts';
import { expectLocksRequired } from '../../testing/concurrency/races.ts';
import { createTestRoom, runJobs } from '../../testing/database.ts';
import { listByCreator } from './token-store.ts';

function createJob(uid: string): WriteJob {
  const input = { id: newId(), hash: newId(), name: 'A program', expiresInDays: 1 };
  return { mutation: 'create_token', caller: { uid }, input };
}

test('BT5 two tokens that are created at once do not exceed the limit', async () => {
  const { db, path, uid } = await createTestRoom();
  await runJobs(db, ...Array.from({ length: MAX_TOKENS - 1 }, () => createJob(uid)));
  await expectLocksRequired({
    path,
    jobs: [createJob(uid), createJob(uid)],
    assertInvariant: async (after, outcomes) => {
      expect(outcomes.filter(outcome => 'output' in outcome)).toHaveLength(1);
      expect(await listByCreator(after, uid)).toHaveLength(MAX_TOKENS);
    },
  });
});
