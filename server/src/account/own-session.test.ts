import { expect, test } from 'vitest';
import { newId } from '../base/ids.ts';
import type { Db } from '../db/schema.ts';
import type { WriteJob } from '../db/store.ts';
import { addPerson, addSession, createTestRoom, NOW, runJob, runJobs } from '../testing/database.ts';
import { createSession } from './new-session.ts';
import { insertLink } from './recovery/one-time-link-store.ts';
import { insertTwoStep } from './two-step/two-step-store.ts';

async function createSetup() {
  const { db, roomId } = await createTestRoom();
  const uid = await addPerson(db, 'Ben');
  await insertTwoStep(db, uid, 'secret');
  const link = { hash: 'challenge', userId: uid, kind: 'passkey', email: null, noticeId: null } as const;
  await insertLink(db, { ...link, expiresAt: NOW + 1_000 });
  const sessions = [await addSession(db, uid), await addSession(db, uid)] as const;
  return { db, uid, roomId, sessions };
}

const PASSKEY = {
  id: newId(),
  credentialId: 'one',
  publicKey: 'key',
  counter: 0,
  transports: '',
  name: 'Phone',
};

const CHANGES: [mutation: string, createInput: (roomId: string, uid: string) => object][] = [
  ['create_token', () => ({ id: newId(), hash: newId(), name: 'A program', expiresInDays: 1 })],
  ['create_webhook', roomId => ({ id: newId(), roomId, url: 'https://hooks.example/' })],
  ['add_passkey', () => ({ hash: 'challenge', passkey: PASSKEY })],
  ['turn_on_two_step', () => ({ secret: 'secret', step: 1, hashes: ['one'] })],
  ['create_mailed_link', (_, uid) => ({ uid, email: 'new@snug.example', kind: 'email', hash: 'mailed' })],
  ['set_email', () => ({ email: 'new@snug.example' })],
  ['set_password', () => ({ currentHash: null, newHash: 'new', session: createSession(undefined) })],
];

test.each(CHANGES)(
  'S30 S31 %s needs a session that lasts until its commit',
  async (mutation, createInput) => {
    const { db, uid, roomId, sessions } = await createSetup();
    const [lasting, ended] = sessions;
    await runJob(db, { mutation: 'end_session', caller: { uid }, input: { id: ended } });
    const input = createInput(roomId, uid);
    const run = (sessionId: string) => runJobs(db, { mutation, caller: { uid, sessionId }, input });
    expect(await run(ended)).toMatchObject([{ error: { code: 'unauthenticated' } }]);
    expect(await run(lasting)).toMatchObject([{ output: {} }]);
  },
);

test('S30 a request that a recovery overtakes leaves no access token', async () => {
  const { db, uid, roomId, sessions } = await createSetup();
  const [sessionId] = sessions;
  await runJob(db, { mutation: 'create_recovery_link', caller: { uid: '' }, input: { uid, hash: 'link' } });
  await runJob(db, {
    mutation: 'recover_account',
    caller: { uid: '' },
    input: { uid, hash: 'link', passwordHash: 'new' },
  });
  const late = CHANGES.map(
    ([mutation, createInput]): WriteJob => ({
      mutation,
      caller: { uid, sessionId },
      input: createInput(roomId, uid),
    }),
  );
  await runJobs(db, ...late);
  expect(await countWays(db)).toEqual({ tokens: 0, webhooks: 0, passkeys: 0, sessions: 0, links: 0 });
});

async function countWays(db: Db) {
  const count = async (table: 'tokens' | 'webhooks' | 'passkeys' | 'sessions') =>
    (await db.selectFrom(table).select('id').execute()).length;
  return {
    tokens: await count('tokens'),
    webhooks: await count('webhooks'),
    passkeys: await count('passkeys'),
    sessions: await count('sessions'),
    links: (await db.selectFrom('one_time_links').select('hash').execute()).length,
  };
}
