import { expect, test } from 'vitest';
import type { Job } from '../db/store.ts';
import { expectLocksToDecide } from '../testing/concurrency/races.ts';
import { addAccount, addPerson, temporaryDatabase } from '../testing/database.ts';
import { listWays } from './account-store.ts';

test('S3 two ways to sign in that are disconnected at once leave one', async () => {
  const { db, path } = await temporaryDatabase();
  const uid = await addPerson(db, 'Ann', { halfMade: true });
  const providers = ['google', 'github'];
  for (const provider of providers) await addAccount(db, uid, provider);
  const jobs: Job[] = providers.map(provider => ({
    mutation: 'unlink_account',
    call: { uid },
    input: { provider, name: provider, offered: providers },
  }));
  await expectLocksToDecide({
    path,
    jobs,
    promise: async after => expect(await listWays(after, uid)).toHaveLength(1),
  });
});
