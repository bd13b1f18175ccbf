import type { Person } from '@snug/protocol';
import { expect, test } from 'vitest';
import type { Job } from '../db/store.ts';
import { expectLocksToDecide } from '../testing/concurrency/races.ts';
import { addPerson, temporaryDatabase } from '../testing/database.ts';
import { findPerson } from './person.ts';

test('P1 of two new names at once each is a version of its own', async () => {
  const { db, path } = await temporaryDatabase();
  const uid = await addPerson(db, 'Ann');
  const jobs: Job[] = ['Anna', 'Anne'].map(name => ({
    mutation: 'set_nickname',
    call: { uid },
    input: { name },
  }));
  await expectLocksToDecide({
    path,
    jobs,
    promise: async (after, outcomes) => {
      const versions = outcomes.map(outcome =>
        'output' in outcome ? (outcome.output as { person: Person }).person.version : 0,
      );
      expect(new Set(versions)).toEqual(new Set([2, 3]));
      expect((await findPerson(after, uid))?.version).toBe(3);
    },
  });
});
