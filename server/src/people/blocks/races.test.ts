import { expect, test } from 'vitest';
import type { WriteJob } from '../../db/store.ts';
import { expectInvariant, expectLocksRequired } from '../../testing/concurrency/races.ts';
import { addPerson, runJob, temporaryDatabase } from '../../testing/database.ts';
import { findBlocksVersion, listBlocked } from './block-store.ts';

function blockJob(by: string, uid: string, blocked: boolean): WriteJob {
  return { mutation: 'set_block', caller: { uid: by }, input: { uid, blocked } };
}

async function createPeople() {
  const { db, path } = await temporaryDatabase();
  const [ann, ben, cem] = [
    await addPerson(db, 'Ann'),
    await addPerson(db, 'Ben'),
    await addPerson(db, 'Cem'),
  ];
  await runJob(db, blockJob(ann, cem, true));
  return { path, ann, ben, cem };
}

test('G1 if two devices block a person at once, that is one change', async () => {
  const { path, ann, ben, cem } = await createPeople();
  await expectLocksRequired({
    path,
    jobs: [blockJob(ann, ben, true), blockJob(ann, ben, true)],
    assertInvariant: async (after, outcomes) => {
      expect(outcomes).toMatchObject([{ output: { version: 2 } }, { output: { version: 2 } }]);
      expect(await listBlocked(after, ann)).toEqual([ben, cem].toSorted());
      expect(await findBlocksVersion(after, ann)).toBe(2);
    },
  });
});

test('G1 if one device blocks a person while another unblocks them, the version tells which was last', async () => {
  const { path, ann, ben, cem } = await createPeople();
  await expectInvariant({
    path,
    jobs: [blockJob(ann, ben, true), blockJob(ann, ben, false)],
    assertInvariant: async after => {
      const version = await findBlocksVersion(after, ann);
      expect([2, 3]).toContain(version);
      expect(await listBlocked(after, ann)).toEqual(version === 3 ? [cem] : [ben, cem].toSorted());
    },
  });
});
