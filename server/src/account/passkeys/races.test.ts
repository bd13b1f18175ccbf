import { MAX_PASSKEYS } from '@snug/protocol';
import { expect, test } from 'vitest';
import { newId } from '../../base/ids.ts';
import type { Db } from '../../db/schema.ts';
import type { WriteJob } from '../../db/store.ts';
import { expectInvariant } from '../../testing/concurrency/races.ts';
import { addPasskey, addPerson, NOW, temporaryDatabase } from '../../testing/database.ts';
import { createSession } from '../new-session.ts';
import { insertLink } from '../recovery/one-time-link-store.ts';
import { insertPasskey, listPasskeys } from './passkey-store.ts';

function createPasskey() {
  const id = newId();
  return { id, credentialId: id, publicKey: 'unknown', counter: 0, transports: '', name: 'Key' };
}

async function readSessions(db: Db): Promise<object[]> {
  return db.selectFrom('sessions').select('id').execute();
}

test('S26 of two last passkeys at once, one is stored', async () => {
  const { db, path } = await temporaryDatabase();
  const uid = await addPerson(db, 'Ann');
  for (let count = 1; count < MAX_PASSKEYS; count++) await insertPasskey(db, uid, createPasskey(), NOW);
  const link = { userId: uid, kind: 'passkey', email: null, noticeId: null } as const;
  await insertLink(db, { ...link, hash: 'challenge', expiresAt: NOW + 1_000 });
  await expectInvariant({
    path,
    jobs: [1, 2].map(() => ({
      mutation: 'add_passkey',
      caller: { uid },
      input: { hash: 'challenge', passkey: createPasskey() },
    })),
    assertInvariant: async (after, outcomes) => {
      expect(outcomes.filter(outcome => 'output' in outcome)).toHaveLength(1);
      expect(await listPasskeys(after, uid)).toHaveLength(MAX_PASSKEYS);
    },
  });
});

test('S28 of two sign-ins with one challenge at once, one begins a session', async () => {
  const { db, path } = await temporaryDatabase();
  const uid = await addPerson(db, 'Ann');
  const id = await addPasskey(db, uid);
  const challenge = { challenge: 'challenge', expiresAt: NOW + 1_000 };
  await expectInvariant({
    path,
    jobs: [1, 2].map(() => createSignIn(uid, { id, counter: 0, challenge })),
    assertInvariant: async (after, outcomes) => {
      expect(outcomes.filter(outcome => 'output' in outcome)).toHaveLength(1);
      expect(await readSessions(after)).toHaveLength(1);
    },
  });
});

test('S29 of two signatures with one counter at once, one begins a session', async () => {
  const { db, path } = await temporaryDatabase();
  const uid = await addPerson(db, 'Ann');
  const id = await addPasskey(db, uid);
  await expectInvariant({
    path,
    jobs: ['one', 'two'].map(challenge =>
      createSignIn(uid, { id, counter: 1, challenge: { challenge, expiresAt: NOW + 1_000 } }),
    ),
    assertInvariant: async (after, outcomes) => {
      expect(outcomes.filter(outcome => 'output' in outcome)).toHaveLength(1);
      expect(await readSessions(after)).toHaveLength(1);
    },
  });
});

function createSignIn(uid: string, input: object): WriteJob {
  return {
    mutation: 'sign_in_by_passkey',
    caller: { uid: '' },
    input: { uid, session: createSession(undefined), ...input },
  };
}
