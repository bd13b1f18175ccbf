import type { CommandOutput } from '@snug/protocol';
import { withoutId } from '@snug/testkit/test-socket.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { newId } from '../../base/ids.ts';
import { createSecretCode } from '../../base/secret-code.ts';
import { readConfig } from '../../config/config.ts';
import { createAccountRequests, EMAIL, PASSWORD } from '../../testing/account-requests.ts';
import { addAccount, runJob } from '../../testing/database.ts';
import { accessAccountForRecovery } from './access.ts';

const OTHER = 'another good password';

/** Ann, whose account is recovered, and Wanda, a workspace admin. */
async function createSetup(options?: Parameters<typeof createAccountRequests>[0]) {
  const setup = await createAccountRequests(options);
  const { app, db, post, signUp, uid } = setup;
  const wanda = await signUp('Wanda');
  const grant = { uid: wanda.uid, admin: true };
  await runJob(db, { mutation: 'set_workspace_admin', caller: { uid: '' }, input: grant });

  const create = async (cookie = wanda.cookie, target = uid) => {
    const request = { method: 'POST', url: '/api/create_recovery_link', headers: { cookie } } as const;
    const answer = await app.inject({ ...request, body: { uid: target } });
    return answer.json<CommandOutput<'create_recovery_link'> & { error?: { code: string } }>();
  };
  /** Returns the cookie of the link. */
  const open = async (code: string) => {
    const { headers, statusCode } = await app.inject(`/recover/${code}`);
    expect([statusCode, headers.location]).toEqual([302, '/recover']);
    return String(headers['set-cookie']).split(';')[0] ?? '';
  };
  const read = async (cookie: string, remoteAddress = '192.0.2.1') => {
    const answer = await app.inject({ url: '/api/account/recovery', headers: { cookie }, remoteAddress });
    return answer.json<{ name?: string; error?: { code: string } }>();
  };
  const recover = (cookie: string, body: object = { newPassword: OTHER }, from?: string) =>
    post('/api/account/recovery', body, cookie, from);
  const run = async <Output>(cookie: string, command: string, input = {}) =>
    (
      await app.inject({ method: 'POST', url: `/api/${command}`, headers: { cookie }, body: input })
    ).json<Output>();
  const listNotices = async (cookie: string) =>
    (await run<CommandOutput<'list_notices'>>(cookie, 'list_notices')).notices;
  return { ...setup, wanda, create, open, read, recover, run, listNotices };
}

test('S13 a recovery link sets a password once, and ends all sessions', async () => {
  const { create, open, read, recover, signIn, isSignedIn, cookie } = await createSetup();
  const { code } = await create();
  const link = await open(code);
  expect(await read(link)).toEqual({ name: 'Ann', needsEmail: false });
  expect(await recover(link, { newPassword: 'short' })).toMatchObject({ status: 400 });
  expect(await isSignedIn(cookie)).toBe(true);
  expect(await recover(link)).toEqual({ status: 200, code: undefined, cookie: 'snug-3000.recovery=' });
  expect(await isSignedIn(cookie)).toBe(false);
  expect((await signIn(PASSWORD)).status).toBe(401);
  expect((await signIn(OTHER)).status).toBe(200);
  expect(await recover(link, { newPassword: PASSWORD })).toMatchObject({ status: 404, code: 'not_found' });
  expect(await read(await open(code))).toMatchObject({ error: { code: 'not_found' } });
  expect((await signIn(OTHER)).status).toBe(200);
});

test('S13 of ten uses of a link at once, one sets its password', async () => {
  const { create, open, recover, signIn } = await createSetup();
  const link = await open((await create()).code);
  const passwords = Array.from({ length: 10 }, (_, number) => `password number ${number}`);
  const answers = await Promise.all(passwords.map(newPassword => recover(link, { newPassword })));
  const winner = answers.findIndex(({ status }) => status === 200);
  expect(answers.map(({ status }) => status)).toEqual(
    answers.map((_, index) => (index === winner ? 200 : 404)),
  );
  expect((await signIn(passwords[winner] ?? '')).status).toBe(200);
});

test('S12 a link works for 15 minutes, until a newer one, and until its person changes the password', async () => {
  const { db, create, open, read, post, cookie } = await createSetup();
  const before = Date.now();
  const { code, expiresAt } = await create();
  const link = await open(code);
  expect(expiresAt - before).toBeGreaterThanOrEqual(15 * 60_000);
  expect(expiresAt - Date.now()).toBeLessThanOrEqual(15 * 60_000);
  const newer = await open((await create()).code);
  expect(await read(link)).toMatchObject({ error: { code: 'not_found' } });
  expect(await read(newer)).toMatchObject({ name: 'Ann' });
  const change = { password: PASSWORD, newPassword: OTHER };
  const { cookie: session } = await post('/api/account/password', change, cookie);
  expect(await read(newer)).toMatchObject({ error: { code: 'not_found' } });
  const last = await open((await create()).code);
  await db.updateTable('one_time_links').set({ expiresAt: Date.now() }).execute();
  expect(await read(last)).toMatchObject({ error: { code: 'not_found' } });
  expect((await post('/api/list_rooms', {}, session)).status).toBe(200);
});

test('S12 workspace admins create links for people, and for nobody with their role', async () => {
  const { db, create, wanda, cookie, uid, signUp } = await createSetup();
  expect(await create(cookie, wanda.uid)).toMatchObject({ error: { code: 'forbidden' } });
  expect(await create(cookie, uid)).toMatchObject({ error: { code: 'forbidden' } });
  expect(await create(wanda.cookie, wanda.uid)).toMatchObject({ error: { code: 'forbidden' } });
  const ben = await signUp('Ben');
  expect(await create(wanda.cookie, ben.uid)).toHaveProperty('code');
  const grant = { uid: ben.uid, admin: true };
  await runJob(db, { mutation: 'set_workspace_admin', caller: { uid: '' }, input: grant });
  expect(await create(wanda.cookie, ben.uid)).toMatchObject({ error: { code: 'forbidden' } });
  const input = { uid: ben.uid, hash: 'of a code' };
  await runJob(db, { mutation: 'create_recovery_link', caller: { uid: '' }, input });
});

test('S12 the database stores no code, and the audit log each creation and use', async () => {
  const { db, create, open, recover, run, wanda } = await createSetup();
  const { code } = await create();
  await create();
  await recover(await open((await create()).code));
  const stored = JSON.stringify([
    await db.selectFrom('one_time_links').selectAll().execute(),
    await db.selectFrom('audit').selectAll().execute(),
    await db.selectFrom('account_notices').selectAll().execute(),
  ]);
  expect(stored).not.toContain(code);
  const { entries } = await run<CommandOutput<'list_audit'>>(wanda.cookie, 'list_audit');
  expect(entries.map(({ action, actor, target }) => [action, actor?.name, target?.name])).toEqual([
    ['recover_account', 'Ann', 'Ann'],
    ...Array.from({ length: 3 }, () => ['create_recovery_link', 'Wanda', 'Ann']),
    ['grant_workspace_admin', undefined, 'Wanda'],
  ]);
});

test('S14 links that are malformed, unknown, used or expired get the same responses', async () => {
  const { app, db, create, open, recover } = await createSetup();
  const used = (await create()).code;
  await recover(await open(used));
  const expired = (await create()).code;
  await db.updateTable('one_time_links').set({ expiresAt: 0 }).execute();
  const respond = async (code: string) => {
    const { headers, statusCode, body } = await app.inject(`/recover/${encodeURIComponent(code)}`);
    const cookie = String(headers['set-cookie']);
    const { date: _, 'x-request-id': _id, ...others } = headers;
    const shown = { ...others, 'set-cookie': cookie.replace(/=[^;]*/, '') };
    const [link = ''] = cookie.split(';');
    const page = await app.inject({ url: '/api/account/recovery', headers: { cookie: link } });
    return [statusCode, shown, body, page.statusCode, withoutId(page.json()), await recover(link)];
  };
  const unknown = await respond(createSecretCode());
  expect(unknown[3]).toBe(404);
  for (const code of [used, expired, 'x', 'a;b', `${used}x`]) expect(await respond(code)).toEqual(unknown);
});

test('S14 guesses of a link make a network address wait, also with a valid one', async () => {
  const { create, open, read, recover } = await createSetup({ rates: readConfig({}).rates });
  const link = await open((await create()).code);
  const guess = `snug-3000.recovery=${createSecretCode()}`;
  for (let count = 0; count <= 20; count++)
    expect(await read(guess)).toMatchObject({ error: { code: 'not_found' } });
  expect(await read(link)).toMatchObject({ error: { code: 'rate_limited' } });
  expect(await recover(link)).toMatchObject({ status: 429 });
  expect(await read(link, '192.0.2.2')).toMatchObject({ name: 'Ann' });
  expect((await recover(link, undefined, '192.0.2.2')).status).toBe(200);
});

test('S12 a deleted account has no recovery link, also none from before', async () => {
  const { db, uid, create, open, read, recover, wanda } = await createSetup();
  const link = await open((await create()).code);
  await runJob(db, { mutation: 'delete_account', caller: { uid }, input: { erasesWords: false } });
  expect(await read(link)).toMatchObject({ error: { code: 'not_found' } });
  expect(await recover(link)).toMatchObject({ status: 404 });
  expect(await create(wanda.cookie, uid)).toMatchObject({ error: { code: 'not_found' } });
});

test('S13 a person without an address adds one with the password', async () => {
  const { db, uid, wanda, create, open, read, recover, signIn } = await createSetup();
  await db.deleteFrom('accounts').where('userId', '=', uid).execute();
  await addAccount(db, uid, 'github');
  await sql`update "users" set "email" = '0123@no-address.invalid' where "id" = ${uid}`.execute(db);
  const link = await open((await create()).code);
  expect(await read(link)).toEqual({ name: 'Ann', needsEmail: true });
  expect(await recover(link)).toMatchObject({ status: 400 });
  const taken = { newPassword: OTHER, email: 'wanda@snug.example' };
  expect(await recover(link, taken)).toMatchObject({ status: 409, code: 'id_taken' });
  expect((await recover(link, { ...taken, email: EMAIL })).status).toBe(200);
  expect((await signIn(OTHER)).status).toBe(200);
  // A person keeps an address that they have.
  const ben = await open((await create(wanda.cookie, uid)).code);
  expect((await recover(ben, { newPassword: OTHER, email: 'eve@snug.example' })).status).toBe(200);
  expect((await signIn(OTHER)).status).toBe(200);
});

test('S15 a link is announced to each session, until that session has acknowledged it', async () => {
  const { create, open, recover, run, listNotices, signIn, cookie, uid } = await createSetup();
  const { cookie: elsewhere } = await signIn(PASSWORD);
  expect(await listNotices(cookie)).toEqual([]);
  const { code } = await create();
  const [created] = await listNotices(cookie);
  expect(created).toEqual({ id: expect.any(String), kind: 'recovery_link', at: expect.any(Number) });
  await run(cookie, 'acknowledge_notices', { until: created?.at });
  expect(await listNotices(cookie)).toEqual([]);
  expect(await listNotices(elsewhere), 'another session').toEqual([created]);
  await recover(await open(code));
  const { cookie: thief } = await signIn(OTHER);
  const [used] = await listNotices(thief);
  expect(used).toEqual({ ...created, usedAt: expect.any(Number) });
  await run(thief, 'acknowledge_notices', { until: Number.MAX_SAFE_INTEGER });
  const { cookie: owner } = await signIn(OTHER);
  expect(await listNotices(owner), 'whoever took the account over cannot hide it').toEqual([used]);
  expect(await create(cookie, uid)).toMatchObject({ error: { code: 'unauthenticated' } });
});

test('S15 a notice that no session has acknowledged stays, and an acknowledged one for 90 days', async () => {
  const { db, create, run, listNotices, signIn, cookie } = await createSetup();
  await create();
  await sql`update "account_notices" set "at" = "at" - ${91 * 24 * 60 * 60_000}`.execute(db);
  const [old] = await listNotices(cookie);
  expect(old).toBeDefined();
  await run(cookie, 'acknowledge_notices', { until: old?.at });
  expect(await listNotices((await signIn(PASSWORD)).cookie)).toEqual([]);
});

test('S15 a person has at most 20 notices', async () => {
  const { db, create, listNotices, cookie } = await createSetup();
  for (let count = 0; count < 25; count++) await create();
  expect(await listNotices(cookie)).toHaveLength(20);
  expect(await db.selectFrom('account_notices').select('id').execute()).toHaveLength(20);
});

test('S12 nobody creates a link for a bot, not even the command line', async () => {
  const { db, create, uid } = await createSetup();
  const bot = newId();
  await runJob(db, {
    mutation: 'create_bot',
    caller: { uid },
    input: { id: bot, name: 'Echo', fixed: {} },
  });
  expect(await create(undefined, bot)).toMatchObject({ error: { code: 'not_found' } });
  await expect(accessAccountForRecovery(db, '', bot)).rejects.toMatchObject({ code: 'not_found' });
});
