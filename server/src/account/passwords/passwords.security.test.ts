import type { CommandOutput } from '@snug/protocol';
import { expect, test, vi } from 'vitest';
import { readConfig } from '../../config/config.ts';
import { createAccountRequests, PASSWORD } from '../../testing/account-requests.ts';
import { addAccount } from '../../testing/database.ts';
import { createSession } from '../new-session.ts';
import { findPasswordHash } from './password-store.ts';

const ORIGIN = 'http://localhost:3000';
const OTHER = 'another good password';

async function createSetup(options?: Parameters<typeof createAccountRequests>[0]) {
  const setup = await createAccountRequests(options);
  const change = (body: object, cookie = setup.cookie, from?: string) =>
    setup.post('/api/account/password', body, cookie, from);
  return { ...setup, change };
}

test('S8 a new password ends all sessions, and replaces that of this browser', async () => {
  const { cookie, signIn, change, isSignedIn } = await createSetup();
  const { cookie: elsewhere } = await signIn(PASSWORD);
  const changed = await change({ password: PASSWORD, newPassword: OTHER });
  expect(changed).toMatchObject({ status: 200, cookie: expect.stringMatching(/^snug-3000\.session_token=/) });
  expect(await Promise.all([cookie, elsewhere, changed.cookie].map(isSignedIn))).toEqual([
    false,
    false,
    true,
  ]);
  expect((await signIn(PASSWORD)).status).toBe(401);
  expect((await signIn(OTHER)).status).toBe(200);
});

test('S8 a wrong password changes nothing', async () => {
  const { cookie, signIn, change, isSignedIn } = await createSetup();
  for (const password of ['a wrong password', '', undefined])
    expect(await change({ password, newPassword: OTHER })).toMatchObject({ status: 403, code: 'forbidden' });
  expect(await change({ password: PASSWORD, newPassword: 'short' })).toMatchObject({ status: 400 });
  expect(await change({ password: PASSWORD, newPassword: 'x'.repeat(129) })).toMatchObject({ status: 400 });
  expect(await isSignedIn(cookie)).toBe(true);
  expect((await signIn(PASSWORD)).status).toBe(200);
});

test('S9 a stolen session gives no more guesses of the password than a sign-in', async () => {
  const { signIn, change } = await createSetup({ rates: readConfig({}).rates });
  const guesses = Array.from({ length: 5 }, (_, guess) =>
    change({ password: `guess ${guess}`, newPassword: OTHER }, undefined, `192.0.2.${guess}`),
  );
  expect((await Promise.all(guesses)).map(({ code }) => code)).toEqual(Array(5).fill('forbidden'));
  const right = await change({ password: PASSWORD, newPassword: OTHER }, undefined, '192.0.2.99');
  expect(right).toMatchObject({ status: 429, code: 'rate_limited' });
  expect((await signIn(PASSWORD)).status).toBe(429);
});

test('S10 a first password needs a session of the last 10 minutes', async () => {
  const { db, uid, cookie, change, signIn, post } = await createSetup();
  await db.deleteFrom('accounts').where('userId', '=', uid).execute();
  await addAccount(db, uid, 'github');
  const age = (minutes: number) => {
    const createdAt = new Date(Date.now() - minutes * 60_000).toISOString();
    return db.updateTable('sessions').set({ createdAt }).execute();
  };
  await age(11);
  expect(await change({ newPassword: OTHER })).toMatchObject({ status: 401, code: 'unauthenticated' });
  expect((await signIn(OTHER)).status).toBe(401);
  await age(9);
  const changed = await change({ newPassword: OTHER });
  expect(changed.status).toBe(200);
  expect((await signIn(OTHER)).status).toBe(200);
  expect((await post('/api/get_account', {}, cookie)).status, 'the old session').toBe(401);
  expect(await change({ newPassword: PASSWORD }, changed.cookie)).toMatchObject({ code: 'forbidden' });
});

test('S10 a person without an address adds one before a password', async () => {
  const { app, db, uid, cookie, change } = await createSetup();
  await db.deleteFrom('accounts').where('userId', '=', uid).execute();
  await db.updateTable('users').set({ email: '0123@no-address.invalid' }).where('id', '=', uid).execute();
  expect(await change({ newPassword: OTHER })).toMatchObject({ status: 403, code: 'forbidden' });
  const answer = await app.inject({ method: 'POST', url: '/api/get_account', headers: { cookie }, body: {} });
  expect(answer.json<CommandOutput<'get_account'>>()).toEqual({
    passkeys: 0,
    hasPassword: false,
    isFresh: true,
  });
});

test('S8 a sign-in with the old password fails if the password changes meanwhile', async () => {
  const { auth, db, uid, writer, signIn } = await createSetup();
  const { password } = await auth.$context;
  const { verify, hash } = password;
  vi.spyOn(password, 'verify').mockImplementationOnce(async guess => {
    const isRight = await verify(guess);
    // On another server, which does not wait for this sign-in.
    const currentHash = await findPasswordHash(db, uid);
    const change = { currentHash, newHash: await hash(OTHER), session: createSession('the change') };
    await writer.write('set_password', { uid }, change);
    return isRight;
  });
  expect(await signIn(PASSWORD)).toMatchObject({
    status: 401,
    code: 'INVALID_EMAIL_OR_PASSWORD',
    cookie: '',
  });
  const sessions = await db.selectFrom('sessions').select('userAgent').execute();
  expect(sessions).toEqual([{ userAgent: 'the change' }]);
});

test('S4 a session of a password change has the cookie of a sign-in', async () => {
  const { app, change, cookie } = await createSetup();
  const request = { password: PASSWORD, newPassword: PASSWORD };
  const changed = await change(request);
  const readHeader = async (url: string, body: object, cookie: string) => {
    const headers = { origin: ORIGIN, cookie };
    const answer = await app.inject({ method: 'POST', url, headers, body });
    return String(answer.headers['set-cookie']).replace(/=[^;]*/, '=...');
  };
  const body = { email: 'ann@snug.example', password: PASSWORD };
  expect(await readHeader('/api/account/password', request, changed.cookie)).toBe(
    await readHeader('/api/auth/sign-in/email', body, cookie),
  );
});
