import type { Presence } from '@snug/protocol';
import { expect, test } from 'vitest';
import type { WriteJob } from '../../db/store.ts';
import { expectLocksRequired } from '../../testing/concurrency/races.ts';
import { addPerson, runJobs, temporaryDatabase } from '../../testing/database.ts';
import { readPresences } from './presence-store.ts';

function createPresenceJob(uid: string, state: Presence['state']): WriteJob {
  return { mutation: 'set_presences', caller: { uid: '' }, input: { changes: [{ uid, state }] } };
}

test('P6 of concurrent changes the newest one is stored', async () => {
  const { db, path } = await temporaryDatabase();
  const uid = await addPerson(db, 'Ann');
  await runJobs(db, createPresenceJob(uid, 'online'));
  await expectLocksRequired({
    path,
    jobs: (['offline', 'online', 'offline'] as const).map(state => createPresenceJob(uid, state)),
    assertInvariant: async (after, outcomes) => {
      const presences = outcomes.map(outcome =>
        'output' in outcome ? (outcome.output as { presences: Presence[] }).presences[0] : undefined,
      );
      const newest = presences.toSorted((a, b) => (b?.lastChanged ?? 0) - (a?.lastChanged ?? 0))[0];
      expect(await readPresences(after, [uid])).toEqual([newest]);
    },
  });
});
