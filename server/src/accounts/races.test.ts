import { expect, test } from 'vitest';
import type { WriteJob } from '../db/store.ts';
import { expectLocksRequired } from '../testing/concurrency/races.ts';
import { addAccount, addPerson, temporaryDatabase } from '../testing/database.ts';
import { listSignInMethods } from './account-store.ts';

test('S3 of two sign-in methods that are disconnected at once, one stays', async () => {
  const { db, path } = await temporaryDatabase();
  const uid = await addPerson(db, 'Ann', { isIncomplete: true });
  const providers = ['google', 'github'];
  for (const provider of providers) await addAccount(db, uid, provider);
  const jobs: WriteJob[] = providers.map(provider => ({
    mutation: 'unlink_account',
    caller: { uid },
    input: { provider, name: provider, offeredProviders: providers },
  }));
  await expectLocksRequired({
    path,
    jobs,
    assertInvariant: async after => expect(await listSignInMethods(after, uid)).toHaveLength(1),
  });
});
