import { MAX_BOTS } from '@snug/protocol';
import { expect, test } from 'vitest';
import { newId } from '../../base/ids.ts';
import type { WriteJob } from '../../db/store.ts';
import { expectLocksRequired } from '../../testing/concurrency/races.ts';
import { createTestRoom, runJobs } from '../../testing/database.ts';
import { listBots } from './bot-list.ts';

function createJob(uid: string): WriteJob {
  return { mutation: 'create_bot', caller: { uid }, input: { id: newId(), name: 'Robo' } };
}

test('BT1 two bots that are created at once do not exceed the limit', async () => {
  const { db, path, uid } = await createTestRoom();
  await runJobs(db, ...Array.from({ length: MAX_BOTS - 1 }, () => createJob(uid)));
  await expectLocksRequired({
    path,
    jobs: [createJob(uid), createJob(uid)],
    assertInvariant: async (after, outcomes) => {
      expect(outcomes.filter(outcome => 'output' in outcome)).toHaveLength(1);
      expect(await listBots(after, uid)).toHaveLength(MAX_BOTS);
    },
  });
});
