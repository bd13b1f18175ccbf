import type { CommandOutput } from '@snug/protocol';
import { expect, test } from 'vitest';
import { createAccountRequests, EMAIL, PASSWORD } from '../../testing/account-requests.ts';
import { addAccount } from '../../testing/database.ts';
import { findEmail } from './email-store.ts';

const NEW = 'new@snug.example';

async function createSetup() {
  const setup = await createAccountRequests();
  const change = (body: object) => setup.post('/api/account/email', body, setup.cookie);
  return { ...setup, change };
}

test('S9 S11 a new address needs the password, and signs its person in', async () => {
  const { change, signIn, isSignedIn, cookie } = await createSetup();
  for (const password of ['a wrong password', undefined])
    expect(await change({ email: NEW, password })).toMatchObject({ status: 403, code: 'forbidden' });
  expect((await change({ email: ' New@Snug.example ', password: PASSWORD })).status).toBe(200);
  expect((await signIn(PASSWORD)).status).toBe(401);
  expect((await signIn(PASSWORD, NEW)).status).toBe(200);
  expect(await isSignedIn(cookie)).toBe(true);
});

test('S11 an address must be one with which people can sign in', async () => {
  const { change, db, uid } = await createSetup();
  for (const email of [
    'ann',
    'ann@localhost',
    'ann@b@snug.example',
    'ann@snug.example,eve@snug.example',
    'ann@snug.example\r\nBcc: eve@snug.example',
    '"ann b"@snug.example',
    'ann@snug.example\u0000',
    `${'a'.repeat(250)}@snug.example`,
    ['ann@snug.example'],
    { email: NEW },
  ])
    expect([email, await change({ email, password: PASSWORD })]).toMatchObject([
      email,
      { status: 400, code: 'invalid_input' },
    ]);
  expect(await findEmail(db, uid)).toBe(EMAIL);
});

test('S10 S11 a person without a password changes the address in a new session', async () => {
  const { change, db, uid, app, cookie } = await createSetup();
  await db.deleteFrom('accounts').where('userId', '=', uid).execute();
  await addAccount(db, uid, 'github');
  expect((await change({ email: NEW })).status).toBe(200);
  const answer = await app.inject({ method: 'POST', url: '/api/get_account', headers: { cookie }, body: {} });
  expect(answer.json<CommandOutput<'get_account'>>()).toMatchObject({ email: NEW, hasPassword: false });
  const createdAt = new Date(Date.now() - 11 * 60_000).toISOString();
  await db.updateTable('sessions').set({ createdAt }).execute();
  expect(await change({ email: EMAIL })).toMatchObject({ status: 401, code: 'unauthenticated' });
});
