import { MAX_WEBHOOKS } from '@snug/protocol';
import { expect, test } from 'vitest';
import { newId } from '../../base/ids.ts';
import type { WriteJob } from '../../db/store.ts';
import { expectInvariant, expectLocksRequired } from '../../testing/concurrency/races.ts';
import { createSendJob, createTestRoom, readSeq, runJob, runJobs } from '../../testing/database.ts';
import { findWebhook, listWebhooksBy } from './webhook-store.ts';

function createJob(uid: string, roomId: string, id = newId()): WriteJob {
  return { mutation: 'create_webhook', caller: { uid }, input: { id, roomId, url: 'https://a.example/' } };
}

test('OW1 two webhooks that are created at once do not exceed the limit', async () => {
  const { db, path, uid, roomId } = await createTestRoom();
  await runJobs(db, ...Array.from({ length: MAX_WEBHOOKS - 1 }, () => createJob(uid, roomId)));
  await expectLocksRequired({
    path,
    jobs: [createJob(uid, roomId), createJob(uid, roomId)],
    assertInvariant: async (after, outcomes) => {
      expect(outcomes.filter(outcome => 'output' in outcome)).toHaveLength(1);
      expect(await listWebhooksBy(after, uid)).toHaveLength(MAX_WEBHOOKS);
    },
  });
});

test('OW2 a message at the end of a turn continues the turn, or finds the webhook free: one process delivers', async () => {
  const { db, path, uid, roomId } = await createTestRoom();
  const id = newId();
  await runJob(db, createJob(uid, roomId, id));
  await runJob(db, createSendJob(uid, { roomId }));
  const turn = { id, roomId, owner: 'A' };
  await runJob(db, { mutation: 'claim_webhook', caller: { uid: '' }, input: { ...turn, isAlone: false } });
  const seq = (await readSeq(db, roomId)) ?? 0;
  await expectInvariant({
    path,
    jobs: [
      { mutation: 'acknowledge_webhook', caller: { uid: '' }, input: { ...turn, seq, ends: false } },
      createSendJob(uid, { roomId }),
      { mutation: 'claim_webhook', caller: { uid: '' }, input: { ...turn, owner: 'B', isAlone: false } },
    ],
    assertInvariant: async (after, [acknowledged]) => {
      const { isOwned } = (acknowledged as { output: { isOwned: boolean } }).output;
      const row = await after.selectFrom('webhooks').select(['owner', 'seq']).executeTakeFirstOrThrow();
      expect(row.seq).toBe(seq);
      // B claims only a free webhook, and only with something to deliver.
      expect(['A', 'B', null]).toContain(row.owner);
      expect(isOwned).toBe(row.owner === 'A');
    },
  });
});

test('OW1 a deleted webhook stays deleted, whatever its turn does', async () => {
  const { db, path, uid, roomId } = await createTestRoom();
  const id = newId();
  await runJob(db, createJob(uid, roomId, id));
  await runJob(db, createSendJob(uid, { roomId }));
  const turn = { id, roomId, owner: 'A' };
  await expectInvariant({
    path,
    jobs: [
      { mutation: 'claim_webhook', caller: { uid: '' }, input: { ...turn, isAlone: false } },
      { mutation: 'delete_webhook', caller: { uid }, input: { id, roomId } },
      { mutation: 'fail_webhook', caller: { uid: '' }, input: { ...turn, afterMs: 0 } },
    ],
    assertInvariant: async after => expect(await findWebhook(after, id)).toBeUndefined(),
  });
});
