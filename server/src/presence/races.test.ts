import type { Presence } from '@snug/protocol';
import { expect, test } from 'vitest';
import type { Job } from '../db/store.ts';
import { expectLocksToDecide } from '../testing/concurrency/races.ts';
import { addPerson, run, temporaryDatabase } from '../testing/database.ts';
import { readPresences } from './presence-store.ts';

function presenceJob(uid: string, state: Presence['state']): Job {
  return { mutation: 'set_presence', call: { uid }, input: { state } };
}

test('P6 of changes at once the newer one is the one that is stored', async () => {
  const { db, path } = await temporaryDatabase();
  const uid = await addPerson(db, 'Ann');
  await run(db, presenceJob(uid, 'online'));
  await expectLocksToDecide({
    path,
    jobs: (['offline', 'online', 'offline'] as const).map(state => presenceJob(uid, state)),
    promise: async (after, outcomes) => {
      const told = outcomes.map(outcome => ('output' in outcome ? (outcome.output as Presence) : undefined));
      const newest = told.toSorted((a, b) => (b?.lastChanged ?? 0) - (a?.lastChanged ?? 0))[0];
      expect(await readPresences(after, [uid])).toEqual([newest]);
    },
  });
});
