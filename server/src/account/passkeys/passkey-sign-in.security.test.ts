import { Authenticator } from '@snug/testkit/authenticator.ts';
import { SecurityKey } from '@snug/testkit/security-key.ts';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createSecretCode, hashSecretCode } from '../../base/secret-code.ts';
import { readConfig } from '../../config/config.ts';
import { EMAIL, PASSWORD } from '../../testing/account-requests.ts';
import { runJob } from '../../testing/database.ts';
import { createPasskeyRequests } from '../../testing/passkey-requests.ts';

const OTHER = 'another good password';
const LIFETIME_MS = 5 * 60_000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 0, 1) });
});
afterEach(() => {
  vi.useRealTimers();
});

test('S27 a passkey signs its person in, also with two-step verification, and ends the session before', async () => {
  const { addKey, request, beginSignIn, finishSignIn, isSignedIn, cookie } = await createPasskeyRequests();
  const key = await addKey();
  const { json } = await request('account/two-step/begin', { password: PASSWORD });
  const phone = new Authenticator(String(json['url']));
  await request('account/two-step/turn-on', { code: phone.createCode() });
  const begun = await beginSignIn();
  const answer = await finishSignIn(key.get(begun.options), `${begun.cookie}; ${cookie}`);
  expect(answer).toMatchObject({ status: 200, json: {}, cookie: /^snug-3000\.session_token=/ });
  expect(await isSignedIn(answer.cookie)).toBe(true);
  expect(await isSignedIn(cookie), 'of the same browser').toBe(false);
});

test('S28 a challenge counts once, also at once, and only in its browser', async () => {
  const { db, addKey, beginSignIn, finishSignIn } = await createPasskeyRequests();
  const key = await addKey();
  const { options, cookie } = await beginSignIn();
  const credential = key.get(options);
  const { cookie: ofOther } = await beginSignIn();
  for (const other of [ofOther, '', `${cookie}x`, 'snug-3000.passkey=x'])
    expect((await finishSignIn(credential, other)).status).toBeGreaterThanOrEqual(403);
  const before = await db.selectFrom('sessions').select('id').execute();
  const answers = await Promise.all(Array.from({ length: 10 }, () => finishSignIn(credential, cookie)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await finishSignIn(credential, cookie), 'later').toMatchObject({ code: 'forbidden' });
  expect(await db.selectFrom('sessions').select('id').execute()).toHaveLength(before.length + 1);
});

test('S28 a response without a counter counts once, too', async () => {
  const { addKey, beginSignIn, finishSignIn } = await createPasskeyRequests();
  const key = await addKey();
  const { options, cookie } = await beginSignIn();
  const credential = key.get(options, { counter: 0 });
  expect((await finishSignIn(credential, cookie)).status).toBe(200);
  expect(await finishSignIn(credential, cookie)).toMatchObject({ code: 'not_found' });
  const again = await beginSignIn();
  expect((await finishSignIn(key.get(again.options, { counter: 0 }), again.cookie)).status).toBe(200);
});

test('S28 pages of one browser share a challenge that is neither used nor old, and store nothing', async () => {
  const { db, addKey, beginSignIn, request, finishSignIn } = await createPasskeyRequests();
  const key = await addKey();
  const { options, cookie } = await beginSignIn();
  const beginAgain = async () => {
    const { json } = await request('account/passkey-sign-in/begin', {}, cookie);
    return json['options'] as unknown as { challenge: string };
  };
  vi.setSystemTime(Date.now() + LIFETIME_MS / 2);
  expect((await beginAgain()).challenge).toBe(options.challenge);
  expect(await db.selectFrom('used_challenges').selectAll().execute()).toEqual([]);
  expect((await finishSignIn(key.get(options), cookie)).status).toBe(200);
  expect((await beginAgain()).challenge, 'used').not.toBe(options.challenge);
  const other = await beginSignIn();
  vi.setSystemTime(Date.now() + LIFETIME_MS / 2 + 1);
  const { json } = await request('account/passkey-sign-in/begin', {}, other.cookie);
  expect(json['options'], 'old').not.toMatchObject({ challenge: other.options.challenge });
});

test('S28 a challenge ends after five minutes, and a job forgets it', async () => {
  const { db, addKey, beginSignIn, finishSignIn, signInWith } = await createPasskeyRequests();
  const key = await addKey();
  const { options, cookie } = await beginSignIn();
  vi.setSystemTime(Date.now() + LIFETIME_MS);
  expect(await finishSignIn(key.get(options), cookie)).toMatchObject({ code: 'not_found' });
  expect((await signInWith(key)).status).toBe(200);
  const sweep = (limit: number) =>
    runJob(db, { mutation: 'delete_used_challenges', caller: { uid: '' }, input: { limit } });
  expect(await sweep(10)).toMatchObject({ output: { count: 0 } });
  await sql`update "used_challenges" set "expiresAt" = 1`.execute(db);
  expect(await sweep(10)).toMatchObject({ output: { count: 1 } });
});

test('S29 a passkey works only for its person, at this server, and if it verifies its person', async () => {
  const { addKey, signUp, signInWith, uid } = await createPasskeyRequests();
  const key = await addKey();
  const bob = await signUp('Bob');
  const ofBob = await addKey({ password: PASSWORD }, bob.cookie);
  const handle = Buffer.from(uid).toString('base64url');
  for (const parts of [
    { origin: 'https://localhost.snug.example' },
    { origin: 'https://localhost:3000' },
    { rpId: 'snug.example' },
    { isVerified: false },
    { challenge: 'a'.repeat(43) },
    { userHandle: 'Ym9i' },
  ])
    expect({ parts, ...(await signInWith(key, parts)) }).toMatchObject({ code: 'forbidden' });
  expect(await signInWith(ofBob, { userHandle: handle }), 'of another person').toMatchObject({
    code: 'forbidden',
  });
  expect(await signInWith(new SecurityKey(), { userHandle: handle }), 'unknown').toMatchObject({
    code: 'forbidden',
  });
  expect((await signInWith(key)).status).toBe(200);
});

test('S29 another device cannot sign with the id of a passkey', async () => {
  const { addKey, beginSignIn, finishSignIn, uid } = await createPasskeyRequests();
  const key = await addKey();
  const { options, cookie } = await beginSignIn();
  const userHandle = Buffer.from(uid).toString('base64url');
  const forged = { ...new SecurityKey().get(options, { userHandle }), id: key.id };
  expect(await finishSignIn(forged, cookie)).toMatchObject({ code: 'forbidden' });
});

test('S29 a counter that does not rise is that of a copy', async () => {
  const { addKey, signInWith } = await createPasskeyRequests();
  const key = await addKey();
  expect((await signInWith(key, { counter: 7 })).status).toBe(200);
  for (const counter of [7, 3, 0])
    expect(await signInWith(key, { counter })).toMatchObject({ code: 'forbidden' });
  expect((await signInWith(key, { counter: 8 })).status).toBe(200);
});

test('S29 a suspended person and a deleted account cannot sign in with a passkey', async () => {
  const { db, addKey, signInWith, request, uid } = await createPasskeyRequests();
  const key = await addKey();
  await sql`insert into "suspensions" ("userId", "at") values (${uid}, 1)`.execute(db);
  expect(await signInWith(key)).toMatchObject({ code: 'forbidden' });
  await sql`delete from "suspensions"`.execute(db);
  const deletion = { messages: 'keep', password: PASSWORD };
  expect(await request('account/delete', deletion)).toMatchObject({ status: 200 });
  expect(await signInWith(key)).toMatchObject({ code: 'forbidden' });
  expect(await db.selectFrom('passkeys').selectAll().execute()).toEqual([]);
});

test('S30 a new password keeps passkeys, and a recovery link removes them', async () => {
  const { uid, addKey, signInWith, request, writer } = await createPasskeyRequests();
  const key = await addKey();
  await request('account/password', { password: PASSWORD, newPassword: OTHER });
  expect((await signInWith(key)).status).toBe(200);
  const code = createSecretCode();
  const link = { uid, email: EMAIL, kind: 'mailed_recovery', hash: hashSecretCode(code) } as const;
  await writer.write('create_mailed_link', { uid: '' }, link);
  const recovery = { newPassword: PASSWORD };
  expect((await request('account/recovery', recovery, `snug-3000.recovery=${code}`)).status).toBe(200);
  expect(await signInWith(key)).toMatchObject({ code: 'forbidden' });
});

test('S28 sign-ins with a passkey are limited by network address', async () => {
  const { beginSignIn, finishSignIn, addKey } = await createPasskeyRequests({
    rates: readConfig({}).rates,
  });
  const key = await addKey();
  const { options, cookie } = await beginSignIn('192.0.2.7');
  const credential = { ...key.get(options), id: 'unknown' };
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => finishSignIn(credential, cookie, '192.0.2.7')),
  );
  expect(answers.filter(({ code }) => code === 'rate_limited')).toHaveLength(2);
});
