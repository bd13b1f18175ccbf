import { expect, test } from 'vitest';
import type { Db } from '../db/schema.ts';
import type { WriteJob } from '../db/store.ts';
import { expectInvariant, expectLocksRequired } from '../testing/concurrency/races.ts';
import { addAccount, addPerson, NOW, runJob, temporaryDatabase } from '../testing/database.ts';
import { listSignInMethods } from './account-store.ts';
import { findOwner } from './emails/email-store.ts';
import { createSession } from './new-session.ts';
import { findPasswordHash } from './passwords/password-store.ts';
import { insertLink } from './recovery/one-time-link-store.ts';
import { confirmTwoStep, insertTwoStep } from './two-step/two-step-store.ts';

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

test('S8 of two passwords that are set at once, one counts, with its session alone', async () => {
  const { db, path } = await temporaryDatabase();
  const uid = await addPerson(db, 'Ann');
  const jobs: WriteJob[] = ['one', 'two'].map(newHash => ({
    mutation: 'set_password',
    caller: { uid },
    input: { currentHash: null, newHash, session: createSession(newHash) },
  }));
  await expectLocksRequired({
    path,
    jobs,
    assertInvariant: async (after, outcomes) => {
      const winner = outcomes.findIndex(outcome => 'output' in outcome);
      expect(outcomes.map(outcome => 'output' in outcome)).toEqual([winner === 0, winner === 1]);
      expect(await findPasswordHash(after, uid)).toBe(['one', 'two'][winner]);
      const sessions = await after.selectFrom('sessions').select('userAgent').execute();
      expect(sessions).toEqual([{ userAgent: ['one', 'two'][winner] }]);
    },
  });
});

test('S11 of two people who take an address at once, one gets it', async () => {
  const { db, path } = await temporaryDatabase();
  const people = [await addPerson(db, 'Ann'), await addPerson(db, 'Ben')];
  await expectInvariant({
    path,
    jobs: people.map(uid => ({
      mutation: 'set_email',
      caller: { uid },
      input: { email: 'new@snug.example' },
    })),
    assertInvariant: async (after, outcomes) => {
      const winner = outcomes.findIndex(outcome => 'output' in outcome);
      expect(outcomes[1 - winner]).toMatchObject({ error: { code: 'id_taken' } });
      expect(await findOwner(after, 'new@snug.example')).toBe(people[winner]);
    },
  });
});

test('S13 of two uses of a recovery link at once, one sets its password', async () => {
  const { db, path } = await temporaryDatabase();
  const uid = await addPerson(db, 'Ann');
  await runJob(db, { mutation: 'create_recovery_link', caller: { uid: '' }, input: { uid, hash: 'link' } });
  const jobs: WriteJob[] = ['one', 'two'].map(passwordHash => ({
    mutation: 'recover_account',
    caller: { uid: '' },
    input: { uid, hash: 'link', passwordHash },
  }));
  await expectInvariant({
    path,
    jobs,
    assertInvariant: async (after, outcomes) => {
      const winner = outcomes.findIndex(outcome => 'output' in outcome);
      expect(outcomes[1 - winner]).toMatchObject({ error: { code: 'not_found' } });
      expect(await findPasswordHash(after, uid)).toBe(['one', 'two'][winner]);
    },
  });
});

test('S20 of two uses of a pending sign-in at once, one begins a session', async () => {
  const { db, path } = await temporaryDatabase();
  const uid = await addPerson(db, 'Ann');
  await turnOnTwoStep(db, uid);
  const link = { hash: 'link', userId: uid, kind: 'sign_in', email: null, noticeId: null } as const;
  await insertLink(db, { ...link, expiresAt: NOW + 1_000 });
  await expectInvariant({
    path,
    jobs: [2, 3].map(step => ({
      mutation: 'finish_sign_in',
      caller: { uid: '' },
      input: { uid, hash: 'link', proof: { step, secret: 'secret' }, session: createSession(undefined) },
    })),
    assertInvariant: async (after, outcomes) => {
      expect(outcomes.filter(outcome => 'output' in outcome)).toHaveLength(1);
      expect(await after.selectFrom('sessions').select('id').execute()).toHaveLength(1);
    },
  });
});

test('S22 of two uses of a code at once, one counts', async () => {
  const { db, path } = await temporaryDatabase();
  const uid = await addPerson(db, 'Ann');
  await turnOnTwoStep(db, uid);
  const renew = (hash: string): WriteJob => ({
    mutation: 'renew_recovery_codes',
    caller: { uid },
    input: { proof: { step: 2, secret: 'secret' }, hashes: [hash] },
  });
  await expectInvariant({
    path,
    jobs: [renew('one'), renew('two')],
    assertInvariant: async (after, outcomes) => {
      expect(outcomes.filter(outcome => 'output' in outcome)).toHaveLength(1);
      expect(await after.selectFrom('recovery_codes').select('hash').execute()).toHaveLength(1);
    },
  });
});

async function turnOnTwoStep(db: Db, uid: string): Promise<void> {
  await insertTwoStep(db, uid, 'secret');
  await confirmTwoStep(db, uid, { secret: 'secret', step: 1 }, NOW);
}
