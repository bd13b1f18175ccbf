import { expect, test } from 'vitest';
import type { Db } from '../db/schema.ts';
import { addAccount, addPerson, runJobs, temporaryDatabase } from '../testing/database.ts';
import { listSignInMethods } from './account-store.ts';
import type { UnlinkInput } from './unlink-account.ts';

async function addPersonWithAccounts(...methods: string[]): Promise<{ db: Db; uid: string }> {
  const { db } = await temporaryDatabase();
  const uid = await addPerson(db, 'Ann', { isIncomplete: true });
  for (const providerId of methods) await addAccount(db, uid, providerId);
  return { db, uid };
}

async function unlink({ db, uid }: { db: Db; uid: string }, input: Partial<UnlinkInput> = {}) {
  const unlinking: UnlinkInput = {
    provider: 'google',
    name: 'Google',
    offeredProviders: ['google', 'github', 'oidc'],
    ...input,
  };
  const [outcome] = await runJobs(db, { mutation: 'unlink_account', caller: { uid }, input: unlinking });
  return outcome;
}

const REFUSED = { error: { code: 'forbidden', message: 'You cannot disconnected from Google' } };

test('one of two providers is disconnected, and the other stays', async () => {
  const ann = await addPersonWithAccounts('google', 'github');
  expect(await unlink(ann)).toEqual({
    output: { accounts: [{ provider: 'github', linkedAt: expect.any(Number) }] },
    publications: [expect.objectContaining({ topic: `self:${ann.uid}` })],
  });
  expect(await listSignInMethods(ann.db, ann.uid)).toEqual(['github']);
});

test('S3 the last sign-in method cannot be disconnected, even if it is stored twice', async () => {
  for (const methods of [['google'], ['google', 'google']]) {
    const ann = await addPersonWithAccounts(...methods);
    expect(await unlink(ann)).toEqual(REFUSED);
    expect(await listSignInMethods(ann.db, ann.uid)).toEqual(['google']);
  }
});

test('S3 a password counts as a sign-in method, an unconfigured provider does not', async () => {
  expect(await unlink(await addPersonWithAccounts('google', 'credential'))).toMatchObject({
    output: { accounts: [] },
  });
  expect(
    await unlink(await addPersonWithAccounts('google', 'github'), { offeredProviders: ['google'] }),
  ).toEqual(REFUSED);
  expect(
    await unlink(await addPersonWithAccounts('google', 'github'), { offeredProviders: ['github'] }),
  ).toHaveProperty('output');
});

test('an account that is not linked cannot be disconnected, and other people’s accounts stay', async () => {
  const ann = await addPersonWithAccounts('github', 'credential');
  const bob = await addPerson(ann.db, 'Bob', { isIncomplete: true });
  await addAccount(ann.db, bob, 'google');
  expect(await unlink(ann)).toMatchObject({ error: { code: 'not_found' } });
  expect(await listSignInMethods(ann.db, bob)).toEqual(['google']);
});
