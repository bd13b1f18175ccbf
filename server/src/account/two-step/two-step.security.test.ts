import type { CommandOutput, TwoStepSetup } from '@snug/protocol';
import { Authenticator } from '@snug/testkit/authenticator.ts';
import type { InjectOptions } from 'fastify';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createSecretCode, hashSecretCode } from '../../base/secret-code.ts';
import { readConfig } from '../../config/config.ts';
import { createAccountRequests, EMAIL, PASSWORD } from '../../testing/account-requests.ts';
import { isOnPostgres, runJob } from '../../testing/database.ts';
import { serializeSessionCookie } from '../session-cookie.ts';

const OTHER = 'another good password';
const ORIGIN = 'http://localhost:3000';
const STEP_MS = 30_000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 0, 1) });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Each code counts once, so time goes on between them. */
function passStep(): void {
  vi.setSystemTime(Date.now() + STEP_MS);
}

/** Ann, without two-step verification yet. */
async function createSetup(options?: Parameters<typeof createAccountRequests>[0]) {
  const setup = await createAccountRequests(options);
  const { app, post, cookie, signIn } = setup;
  const request = async <Output>(path: string, body: object, cookieOf = cookie): Promise<Output> => {
    const headers = { origin: ORIGIN, cookie: cookieOf };
    const answer = await app.inject({ method: 'POST', url: `/api/${path}`, headers, body } as InjectOptions);
    return answer.json<Output>();
  };
  const turnOn = async () => {
    const { url } = await request<TwoStepSetup>('account/two-step/begin', { password: PASSWORD });
    const phone = new Authenticator(url);
    const code = phone.createCode();
    const { recoveryCodes } = await request<{ recoveryCodes: string[] }>('account/two-step/turn-on', {
      code,
    });
    passStep();
    return { phone, url, recoveryCodes };
  };
  const enterCode = (code: string, pending: string, from?: string) =>
    post('/api/account/sign-in-code', { code }, pending, from);
  /** With a right password, from a browser without a session. */
  const begin = async (password = PASSWORD) => (await signIn(password)).cookie;
  const getAccount = () => request<CommandOutput<'get_account'>>('get_account', {});
  return { ...setup, request, turnOn, enterCode, begin, getAccount };
}

test('S20 a right password alone begins no session, and ends none', async () => {
  const { app, auth, db, uid, turnOn, isSignedIn, cookie, begin } = await createSetup();
  await turnOn();
  const before = await db.selectFrom('sessions').select('id').execute();
  const body = { email: EMAIL, password: PASSWORD };
  const headers = { origin: ORIGIN, cookie };
  const answer = await app.inject({
    method: 'POST',
    url: '/api/auth/sign-in/email',
    headers,
    body,
  } as InjectOptions);
  expect([answer.statusCode, answer.json()]).toEqual([200, { needsCode: true }]);
  expect(answer.cookies.map(({ name }) => name)).toEqual(['snug-3000.sign_in']);
  expect(await db.selectFrom('sessions').select('id').execute()).toEqual(before);
  expect(await isSignedIn(cookie), 'the browser keeps its session').toBe(true);

  const pending = await begin();
  const [, code = ''] = pending.split('=');
  const { secret } = await auth.$context;
  const [forged = ''] = serializeSessionCookie(ORIGIN, code, secret).split(';');
  for (const other of [pending, forged]) expect(await isSignedIn(other)).toBe(false);
  const presence = await db.selectFrom('presence').select('state').where('userId', '=', uid).execute();
  expect(presence.map(({ state }) => state)).not.toContain('online');
});

test('S20 a code of the app finishes the sign-in, once', async () => {
  const { turnOn, begin, enterCode, isSignedIn } = await createSetup();
  const { phone } = await turnOn();
  const pending = await begin();
  const code = phone.createCode();
  expect(await enterCode('000000', pending)).toMatchObject({ status: 403, code: 'forbidden' });
  const { status, cookie } = await enterCode(code, pending);
  expect([status, await isSignedIn(cookie)]).toEqual([200, true]);
  expect(await enterCode(phone.createCode(), pending), 'the pending sign-in is over').toMatchObject({
    status: 404,
  });
  const again = await begin();
  expect(await enterCode(code, again), 'a code counts once').toMatchObject({ status: 403 });
  passStep();
  expect((await enterCode(phone.createCode(), again)).status).toBe(200);
});

test('S20 of ten uses of a code at once, one begins a session', async () => {
  const { db, turnOn, begin, enterCode } = await createSetup();
  const { recoveryCodes, phone } = await turnOn();
  for (const code of [phone.createCode(), recoveryCodes[0] ?? '']) {
    const pending = await begin();
    const before = await db.selectFrom('sessions').select('id').execute();
    const answers = await Promise.all(Array.from({ length: 10 }, () => enterCode(code, pending)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await db.selectFrom('sessions').select('id').execute()).toHaveLength(before.length + 1);
  }
});

test('S22 a recovery code stands in for the app once, in any spelling, and new codes replace the old ones', async () => {
  const { turnOn, begin, enterCode, request, getAccount } = await createSetup();
  const { phone, recoveryCodes } = await turnOn();
  const [first = '', second = ''] = recoveryCodes;
  expect(recoveryCodes).toHaveLength(10);
  expect((await enterCode(first.replaceAll('-', ' ').toUpperCase(), await begin())).status).toBe(200);
  expect(await getAccount()).toMatchObject({ twoStep: { recoveryCodes: 9 } });
  expect((await enterCode(first, await begin())).status).toBe(403);
  const code = phone.createCode();
  const renewed = await request<{ recoveryCodes: string[] }>('account/two-step/recovery-codes', { code });
  expect((await enterCode(second, await begin())).status).toBe(403);
  expect((await enterCode(renewed.recoveryCodes[0] ?? '', await begin())).status).toBe(200);
});

test('S23 codes of a person are limited, from any number of addresses and at once', async () => {
  const { turnOn, begin, enterCode } = await createSetup({ rates: readConfig({}).rates });
  const { phone, recoveryCodes } = await turnOn();
  const pending = await begin();
  const guess = (code: string) => (_: unknown, number: number) =>
    enterCode(code, pending, `198.51.${100 + (number % 50)}.${number}`);
  const answers = await Promise.all(Array.from({ length: 40 }, guess('000000')));
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter(status => status === 403)).toHaveLength(10);
  expect(statuses.filter(status => status === 429)).toHaveLength(30);
  expect((await enterCode(phone.createCode(), pending, '192.0.2.9')).status, 'also the right one').toBe(429);
  const others = await Promise.all(Array.from({ length: 12 }, guess('aaaa-aaaa-aaaa-aaaa')));
  expect(others.filter(({ status }) => status === 403)).toHaveLength(10);
  const before = await enterCode(recoveryCodes[0] ?? '', pending, '192.0.2.9');
  expect(before.status, 'recovery codes have a limit, too').toBe(429);
});

test('S23 guesses of app codes leave the recovery codes to the person', async () => {
  const { turnOn, begin, enterCode } = await createSetup({ rates: readConfig({}).rates });
  const { recoveryCodes } = await turnOn();
  const pending = await begin();
  for (let number = 0; number < 12; number++) await enterCode('000000', pending, `198.51.100.${number}`);
  expect((await enterCode(recoveryCodes[0] ?? '', pending, '192.0.2.9')).status).toBe(200);
});

test('S24 a session alone turns two-step verification neither on nor off', async () => {
  const { turnOn, post, cookie, getAccount } = await createSetup();
  const run = async (path: string, body: object) =>
    (await post(`/api/account/two-step/${path}`, body, cookie)).status;
  expect(await run('begin', {})).toBe(403);
  expect(await run('begin', { password: 'wrong' })).toBe(403);
  expect(await run('turn-on', { code: '000000' }), 'nothing has begun').toBe(403);
  const { phone } = await turnOn();
  expect(await getAccount()).toMatchObject({ twoStep: { recoveryCodes: 10 } });
  expect(await run('begin', { password: PASSWORD }), 'it would replace the app').toBe(409);
  for (const path of ['turn-off', 'recovery-codes']) expect(await run(path, { code: '000000' })).toBe(403);
  expect(await run('turn-off', { code: phone.createCode() })).toBe(200);
  expect(await getAccount()).not.toHaveProperty('twoStep');
});

test('S24 it counts only after a code has confirmed it', async () => {
  const { request, signIn, isSignedIn } = await createSetup();
  await request('account/two-step/begin', { password: PASSWORD });
  expect(await isSignedIn((await signIn(PASSWORD)).cookie)).toBe(true);
});

test('S20 a pending sign-in ends after ten minutes, with a new password, and with a suspension', async () => {
  const { db, uid, turnOn, begin, enterCode, post, cookie } = await createSetup();
  const { phone } = await turnOn();
  const late = await begin();
  // On PostgreSQL, time is that of the database.
  if (isOnPostgres) await sql`update "one_time_links" set "expiresAt" = 1`.execute(db);
  else vi.setSystemTime(Date.now() + 10 * 60_000);
  expect((await enterCode(phone.createCode(), late)).status).toBe(404);
  const pending = await begin();
  await post('/api/account/password', { password: PASSWORD, newPassword: OTHER }, cookie);
  expect((await enterCode(phone.createCode(), pending)).status).toBe(404);
  const suspended = await begin(OTHER);
  await sql`insert into "suspensions" ("userId", "at") values (${uid}, 1)`.execute(db);
  expect((await enterCode(phone.createCode(), suspended)).status).toBe(403);
});

test('S25 the link of an admin turns two-step verification off', async () => {
  const { app, db, uid, turnOn, post, signUp, signIn } = await createSetup();
  await turnOn();
  const wanda = await signUp('Wanda');
  const grant = { uid: wanda.uid, admin: true };
  await runJob(db, { mutation: 'set_workspace_admin', caller: { uid: '' }, input: grant });
  const create = {
    method: 'POST',
    url: '/api/create_recovery_link',
    headers: { cookie: wanda.cookie },
  } as const;
  const { code } = (await app.inject({ ...create, body: { uid } })).json<{ code: string }>();
  const { headers } = await app.inject(`/recover/${code}`);
  const link = String(headers['set-cookie']).split(';')[0] ?? '';
  expect((await post('/api/account/recovery', { newPassword: OTHER }, link)).status).toBe(200);
  expect((await signIn(OTHER)).cookie).toMatch(/^snug-3000\.session_token=/);
  expect(await db.selectFrom('two_step').selectAll().execute()).toEqual([]);
  expect(await db.selectFrom('recovery_codes').selectAll().execute()).toEqual([]);
});

test('S25 a mailed link leaves it on', async () => {
  const { db, uid, turnOn, post, signIn, writer } = await createSetup();
  await turnOn();
  const code = createSecretCode();
  const link = { uid, email: EMAIL, kind: 'mailed_recovery', hash: hashSecretCode(code) } as const;
  await writer.write('create_mailed_link', { uid: '' }, link);
  expect(
    (await post('/api/account/recovery', { newPassword: OTHER }, `snug-3000.recovery=${code}`)).status,
  ).toBe(200);
  expect((await signIn(OTHER)).cookie).toMatch(/^snug-3000\.sign_in=/);
  expect(await db.selectFrom('two_step').selectAll().execute()).toHaveLength(1);
});

test('S21 the database contains neither the secret nor a recovery code', async () => {
  const { db, turnOn } = await createSetup();
  const { url, recoveryCodes } = await turnOn();
  const stored = JSON.stringify([
    await db.selectFrom('two_step').selectAll().execute(),
    await db.selectFrom('recovery_codes').selectAll().execute(),
  ]);
  expect(stored).not.toContain(new URL(url).searchParams.get('secret'));
  expect(stored).not.toContain((recoveryCodes[0] ?? '').replaceAll('-', ''));
});
