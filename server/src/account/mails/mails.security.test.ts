import type { CommandOutput } from '@snug/protocol';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { readConfig } from '../../config/config.ts';
import type { Db } from '../../db/schema.ts';
import type { Mail } from '../../mail/mail.ts';
import { createAccountRequests, EMAIL, PASSWORD } from '../../testing/account-requests.ts';
import { addAccount, runJob } from '../../testing/database.ts';
import { addImportedPerson } from '../../testing/imported-people.ts';
import { createClaimLinks } from '../claims/claim-links.ts';
import { isUnclaimed } from '../claims/claim-store.ts';

const OTHER = 'another good password';
const NEW = 'new@snug.example';
const ORIGIN = 'http://localhost:3000';

/** Mails stop at the edge of this process: mailer.test.ts and account-mails.server.test.ts send them. */
async function createSetup(options: Parameters<typeof createAccountRequests>[0] = {}) {
  const sent: Mail[] = [];
  const mailer = {
    send: (mail: Mail) => void sent.push(mail),
    sendNow: () => Promise.reject(new Error('not here')),
    deliver: () => Promise.reject(new Error('not here')),
    problem: undefined,
  };
  const mail = { mailer, origin: ORIGIN };
  const setup = await createAccountRequests({ ...options, mail });
  const { app, db, post, uid, cookie } = setup;
  // The mail of the sign-up.
  await expect.poll(() => sent).toHaveLength(1);
  const [welcome] = sent.splice(0);

  /** Waits for the next mail, and returns the path of its link. */
  const readLink = async (to: string): Promise<string> => {
    await expect.poll(() => sent).toHaveLength(1);
    const [mail] = sent.splice(0);
    expect(mail?.to).toBe(to);
    return findLink(mail);
  };
  const open = async (path: string) => {
    const { headers } = await app.inject(path);
    return String(headers['set-cookie']).split(';')[0] ?? '';
  };
  const confirm = async (path: string) => post('/api/account/confirmation', {}, await open(path));
  const forget = (email: string, from?: string) => post('/api/account/forgotten', { email }, '', from);
  const getAccount = async () => {
    const request = { method: 'POST', url: '/api/get_account', headers: { cookie }, body: {} } as const;
    return (await app.inject(request)).json<CommandOutput<'get_account'>>();
  };
  const run = async (cookie: string, command: string) => {
    const request = { method: 'POST', url: `/api/${command}`, headers: { cookie }, body: {} } as const;
    return (await app.inject(request)).json<object>();
  };
  const runAs = (caller: string, mutation: string, input: object) =>
    runJob(db, { mutation, caller: { uid: caller }, input });
  const verify = () => sql`update "users" set "emailVerified" = true where "id" = ${uid}`.execute(db);
  return { ...setup, sent, welcome, readLink, open, confirm, forget, getAccount, run, runAs, verify };
}

function findLink(mail: Mail | undefined): string {
  return /http:\/\/localhost:3000(\S+)/.exec(mail?.text ?? '')?.[1] ?? '';
}

/** Resolves after the work in the background: each query waits for those before it. */
async function settle(db: Db): Promise<void> {
  for (let turn = 0; turn < 20; turn++) {
    await new Promise(resolve => setImmediate(resolve));
    await sql`select 1`.execute(db);
  }
}

test('S16 a mailed link sets a new password once', async () => {
  const { forget, verify, readLink, open, post, signIn, isSignedIn, cookie, sent } = await createSetup();
  await verify();
  expect((await forget(` ${EMAIL.toUpperCase()}`)).status).toBe(200);
  const link = await open(await readLink(EMAIL));
  const recover = () => post('/api/account/recovery', { newPassword: OTHER }, link);
  expect((await recover()).status).toBe(200);
  expect(await isSignedIn(cookie)).toBe(false);
  expect((await signIn(OTHER)).status).toBe(200);
  expect((await recover()).status).toBe(404);
  await expect.poll(() => sent.map(({ subject }) => subject)).toEqual(['Your Snug password changed']);
});

test('S16 mails have the name of the workspace', async () => {
  const { db, uid, forget, verify, sent } = await createSetup();
  await verify();
  const runAs = (uid: string, mutation: string, input: object) =>
    runJob(db, { mutation, caller: { uid }, input });
  await runAs('', 'set_workspace_admin', { uid, admin: true });
  const name = { name: 'workspace_name', value: 'Harbour', version: 0, fixed: {} };
  await runAs(uid, 'set_setting', name);
  await forget(EMAIL);
  await expect.poll(() => sent.map(({ subject }) => subject)).toEqual(['Set a new Harbour password']);
});

test('S16 an unknown, an unverified and a verified address get the same response, which waits for no lookup', async () => {
  const { app, db, verify, sent } = await createSetup();
  const respond = async (email: string) => {
    const request = { method: 'POST', url: '/api/account/forgotten', body: { email } } as const;
    const { statusCode, headers, body } = await app.inject(request);
    const { date: _, 'x-request-id': _id, ...shown } = headers;
    return [statusCode, shown, body];
  };
  const unverified = await respond(EMAIL);
  await settle(db);
  expect(sent, 'an unverified address').toEqual([]);
  await verify();
  const neverEnds = vi.spyOn(db, 'executeQuery').mockReturnValue(new Promise(() => {}));
  expect(await respond(EMAIL), 'waits for no query').toEqual(unverified);
  await expect.poll(() => neverEnds.mock.calls).toHaveLength(1);
  neverEnds.mockRestore();
  expect(await respond(EMAIL)).toEqual(unverified);
  expect(await respond('nobody@snug.example')).toEqual(unverified);
  await expect.poll(() => sent).toHaveLength(1);
});

test('S17 requested mails are limited by receiver and by network address, whether there is an account or not', async () => {
  const { forget, verify, sent } = await createSetup({ rates: readConfig({}).rates });
  await verify();
  for (const email of [EMAIL, 'nobody@snug.example']) {
    // The sign-up has taken one of Ann's five mails.
    const count = email === EMAIL ? 4 : 5;
    for (let mail = 0; mail < count; mail++)
      expect([email, (await forget(email, `192.0.2.${mail}`)).status]).toEqual([email, 200]);
    expect([email, (await forget(email, '192.0.2.99')).status]).toEqual([email, 429]);
  }
  const statuses: number[] = [];
  for (let mail = 0; mail < 11; mail++)
    statuses.push((await forget(`n${mail}@snug.example`, '198.51.100.7')).status);
  expect(statuses).toEqual([...Array<number>(10).fill(200), 429]);
  await expect.poll(() => sent).toHaveLength(4);
});

test('S18 a sign-up and the Dashboard send a link that verifies the address', async () => {
  const { welcome, confirm, getAccount, post, readLink, cookie } = await createSetup();
  expect(welcome?.to).toBe(EMAIL);
  expect(welcome?.text, 'no name, which its sender chose').not.toMatch(/\bAnn\b/);
  expect(await getAccount()).toMatchObject({ email: EMAIL, isVerified: false });
  expect((await post('/api/account/verification', {}, cookie)).status).toBe(200);
  const newer = await readLink(EMAIL);
  expect(await confirm(findLink(welcome)), 'a newer one replaces it').toMatchObject({ status: 404 });
  expect((await confirm(newer)).status).toBe(200);
  expect(await getAccount()).toMatchObject({ email: EMAIL, isVerified: true });
  expect((await confirm(newer)).status).toBe(404);
});

test('S18 a new address counts when its link was opened, and the old one learns of it', async () => {
  const { post, cookie, readLink, confirm, getAccount, signIn, sent } = await createSetup();
  const change = { email: NEW, password: PASSWORD };
  expect((await post('/api/account/email', { ...change, password: 'wrong' }, cookie)).status).toBe(403);
  expect((await post('/api/account/email', change, cookie)).status).toBe(200);
  const link = await readLink(NEW);
  expect(await getAccount()).toMatchObject({ email: EMAIL });
  expect((await confirm(link)).status).toBe(200);
  expect(await getAccount()).toMatchObject({ email: NEW, isVerified: true });
  expect((await signIn(PASSWORD, NEW)).status).toBe(200);
  await expect.poll(() => sent).toMatchObject([{ to: EMAIL, subject: /email .* changed/ }]);
});

test('S18 the address of another account gets a mail, and the one who wants it the same response', async () => {
  const { post, cookie, signUp, sent, getAccount } = await createSetup();
  await signUp('Ben');
  await expect.poll(() => sent).toHaveLength(1);
  sent.splice(0);
  const taken = await post('/api/account/email', { email: 'ben@snug.example', password: PASSWORD }, cookie);
  const free = await post('/api/account/email', { email: NEW, password: PASSWORD }, cookie);
  expect(taken).toEqual(free);
  await expect.poll(() => sent).toHaveLength(2);
  const subjects = sent.map(({ to, subject }) => [to, subject]);
  expect(subjects).toContainEqual(['ben@snug.example', 'Your email already has a Snug account']);
  expect(await getAccount()).toMatchObject({ email: EMAIL });
});

test('S16 a link that was mailed to an address ends with that address, and with a new password', async () => {
  const { db, uid, forget, verify, readLink, open, post, writer, cookie } = await createSetup();
  await verify();
  await forget(EMAIL);
  const first = await open(await readLink(EMAIL));
  await writer.write('set_email', { uid }, { email: NEW });
  expect((await post('/api/account/recovery', { newPassword: OTHER }, first)).status).toBe(404);
  await verify();
  await forget(NEW);
  const second = await open(await readLink(NEW));
  await post('/api/account/password', { password: PASSWORD, newPassword: OTHER }, cookie);
  expect((await post('/api/account/recovery', { newPassword: PASSWORD }, second)).status).toBe(404);
  expect(await db.selectFrom('one_time_links').select('hash').execute()).toEqual([]);
});

test('S17 many requested mails do not suppress the mail about a change', async () => {
  const { forget, post, cookie, verify, sent } = await createSetup({ rates: readConfig({}).rates });
  await verify();
  for (let mail = 0; mail < 6; mail++) await forget(EMAIL, `192.0.2.${mail}`);
  await expect.poll(() => sent).toHaveLength(4);
  await post('/api/account/password', { password: PASSWORD, newPassword: OTHER }, cookie, '192.0.2.99');
  await expect.poll(() => sent.at(-1)?.subject).toBe('Your Snug password changed');
});

test('S17 S31 a mail announces each access token and webhook that is created or ended, and each disconnected account', async () => {
  const { app, db, uid, roomId, sent, cookie } = await createSetup();
  const run = async (command: string, input: object) => {
    const answer = await app.inject({
      method: 'POST',
      url: `/api/${command}`,
      headers: { cookie },
      body: input,
    });
    expect([command, answer.statusCode]).toEqual([command, 200]);
    return answer.json<{ token: { id: string }; webhook: { id: string } }>();
  };
  const proof = { password: PASSWORD };
  const { token } = await run('create_token', { name: 'A program', ...proof });
  await run('revoke_token', { id: token.id });
  // A repetition ends nothing.
  await run('revoke_token', { id: token.id });
  const url = 'https://receiver.invalid/';
  const { webhook } = await run('create_webhook', { roomId, url, ...proof });
  await run('delete_webhook', { id: webhook.id });
  await addAccount(db, uid, 'google');
  await run('unlink_account', { provider: 'google', ...proof });
  await expect.poll(() => sent).toHaveLength(5);
  expect(new Set(sent.map(({ to }) => to))).toEqual(new Set([EMAIL]));
  expect(sent.map(({ subject }) => subject).toSorted()).toEqual(
    [
      'Your Snug account has a new access token',
      'An access token of your Snug account was revoked',
      'Your Snug account has a new outgoing webhook',
      'An outgoing webhook of your Snug account was deleted',
      'A linked account of your Snug account was disconnected',
    ].toSorted(),
  );
});

const IMPORTED = 'kai@example.com';

test('CL6 somebody of an import gets a claim mail, and the use of its link confirms the address', async () => {
  const { db, forget, readLink, open, post, run, sent } = await createSetup();
  const kai = await addImportedPerson(db, { email: IMPORTED });
  await forget(` ${IMPORTED.toUpperCase()}`);
  const path = await readLink(IMPORTED);
  expect(path).toMatch(/^\/claim\//);
  await forget(IMPORTED);
  const newer = await readLink(IMPORTED);
  const claim = async (link: string) => post('/api/account/claim', { newPassword: OTHER }, await open(link));
  expect(await claim(path), 'a newer one replaces it').toMatchObject({ status: 404 });
  const { status, cookie } = await claim(newer);
  expect(status).toBe(200);
  expect(await run(cookie, 'get_account')).toMatchObject({ email: IMPORTED, isVerified: true });
  expect(await isUnclaimed(db, kai)).toBe(false);
  await settle(db);
  expect(sent, 'no alarm, and nothing to confirm').toEqual([]);
  await forget(IMPORTED);
  expect(await readLink(IMPORTED), 'from then on like everyone').toMatch(/^\/recover\//);
});

test('CL6 a mailed link does not replace that of an admin, whose use confirms nothing', async () => {
  const { db, forget, readLink, open, post, run } = await createSetup();
  const kai = await addImportedPerson(db, { email: IMPORTED });
  const [link] = await createClaimLinks(db, [kai], Date.now());
  await forget(IMPORTED);
  const mailed = await readLink(IMPORTED);
  const claimed = await post(
    '/api/account/claim',
    { newPassword: OTHER },
    await open(`/claim/${link?.code}`),
  );
  expect(claimed.status).toBe(200);
  expect(await run(claimed.cookie, 'get_account')).toMatchObject({ email: IMPORTED, isVerified: false });
  expect(await readLink(IMPORTED), 'as after a sign-up').toMatch(/^\/confirm-email\//);
  expect((await post('/api/account/claim', { newPassword: OTHER }, await open(mailed))).status).toBe(404);
});

test('CL6 a sign-up with an address of an import answers like one with any other taken address', async () => {
  const { app, db, sent } = await createSetup();
  await addImportedPerson(db, { email: IMPORTED });
  const respond = async (email: string) => {
    const body = { name: 'Eve', email, password: OTHER };
    const request = {
      method: 'POST',
      url: '/api/auth/sign-up/email',
      headers: { origin: ORIGIN },
      body,
    } as const;
    const { statusCode, headers, body: answer } = await app.inject(request);
    const { date: _, 'x-request-id': _id, ...shown } = headers;
    await expect.poll(() => sent).toHaveLength(1);
    const [mail] = sent.splice(0);
    return { answer: [statusCode, shown, answer], to: mail?.to, link: findLink(mail) };
  };
  const taken = await respond(EMAIL);
  const imported = await respond(IMPORTED);
  expect(imported.answer).toEqual(taken.answer);
  expect(taken).toMatchObject({ to: EMAIL, link: '/signin' });
  expect(imported).toMatchObject({ to: IMPORTED, link: expect.stringMatching(/^\/claim\//) });
});

test('CL6 nobody gets a claim mail for a suspended, a deleted or a claimed account, nor at a new address', async () => {
  const { db, forget, readLink, open, post, runAs, sent } = await createSetup();
  const kai = await addImportedPerson(db, { email: IMPORTED });
  await forget(IMPORTED);
  const before = await open(await readLink(IMPORTED));
  await db.updateTable('users').set({ email: NEW }).where('id', '=', kai).execute();
  await runAs(kai, 'set_email', { email: 'other@example.com' });
  expect((await post('/api/account/claim', { newPassword: OTHER }, before)).status).toBe(404);
  await db.insertInto('suspensions').values({ userId: kai, at: 1 }).execute();
  await forget('other@example.com');
  await settle(db);
  await db.deleteFrom('suspensions').execute();
  await runAs(kai, 'delete_account', { erasesWords: false });
  await forget('other@example.com');
  await forget('nobody@example.com');
  const pia = await addImportedPerson(db, { name: 'Pia' });
  await forget(`${pia}@imported.invalid`);
  const signUp = { name: 'Eve', email: `${pia}@imported.invalid`, password: OTHER };
  expect((await post('/api/auth/sign-up/email', signUp)).status).toBe(422);
  await settle(db);
  expect(sent).toEqual([]);
});

test('CL6 claim mails are limited by receiver, as every requested mail', async () => {
  const { db, forget, sent } = await createSetup({ rates: readConfig({}).rates });
  await addImportedPerson(db, { email: IMPORTED });
  const statuses: number[] = [];
  for (let mail = 0; mail < 6; mail++) statuses.push((await forget(IMPORTED, `192.0.2.${mail}`)).status);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  await expect.poll(() => sent).toHaveLength(5);
});
