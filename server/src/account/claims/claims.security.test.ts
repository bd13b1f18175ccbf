import { type CommandOutput, MAX_LISTED_WORKSPACE_ROWS, type WorkspacePerson } from '@snug/protocol';
import { withoutId } from '@snug/testkit/test-socket.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { newId } from '../../base/ids.ts';
import { createSecretCode, hashSecretCode } from '../../base/secret-code.ts';
import { readConfig } from '../../config/config.ts';
import { readPeople } from '../../people/profiles/person.ts';
import { createPersonIndexSweep } from '../../people/profiles/person-index.ts';
import { createAccountRequests, PASSWORD } from '../../testing/account-requests.ts';
import { runJob } from '../../testing/database.ts';
import { addImportedPerson } from '../../testing/imported-people.ts';
import { hasAccounts } from '../account-store.ts';
import { deleteIncompleteUsers } from '../incomplete-sign-ups.ts';
import { createClaimLinks } from './claim-links.ts';
import { findUnclaimed, isUnclaimed } from './claim-store.ts';

const ADDRESS = 'kai@example.com';
const DAY_MS = 24 * 60 * 60_000;

/** Kai, who came by an import, and Wanda, a workspace admin. */
async function createSetup(options?: Parameters<typeof createAccountRequests>[0]) {
  const setup = await createAccountRequests(options);
  const { app, db, post, signUp } = setup;
  const kai = await addImportedPerson(db, { email: ADDRESS });
  const wanda = await signUp('Wanda');
  const runAs = (uid: string, mutation: string, input: object) =>
    runJob(db, { mutation, caller: { uid }, input });
  await runAs('', 'set_workspace_admin', { uid: wanda.uid, admin: true });

  const run = async <Output>(cookie: string, command: string, input = {}) => {
    const request = { method: 'POST', url: `/api/${command}`, headers: { cookie }, body: input } as const;
    return (await app.inject(request)).json<Output>();
  };
  const create = (cookie = wanda.cookie, uid = kai) =>
    run<CommandOutput<'create_claim_link'> & { error?: { code: string } }>(cookie, 'create_claim_link', {
      uid,
    });
  /** Returns the cookie of the link. */
  const open = async (code: string) => {
    const { headers, statusCode } = await app.inject(`/claim/${code}`);
    expect([statusCode, headers.location]).toEqual([302, '/claim']);
    return String(headers['set-cookie']).split(';')[0] ?? '';
  };
  const read = async (cookie: string, remoteAddress = '192.0.2.1') => {
    const answer = await app.inject({ url: '/api/account/claim', headers: { cookie }, remoteAddress });
    return answer.json<{ name?: string; email?: string; error?: { code: string } }>();
  };
  const claim = (cookie: string, body: object = { newPassword: PASSWORD }, from?: string) =>
    post('/api/account/claim', body, cookie, from);
  const listPeople = async (input: object) =>
    (await run<{ people: WorkspacePerson[] }>(wanda.cookie, 'list_workspace_people', input)).people;
  return { ...setup, kai, wanda, runAs, run, create, open, read, claim, listPeople };
}

const NOT_FOUND = { status: 404, code: 'not_found' };

test('CL1 CL3 a claim link sets the first password once, and begins a session without an alarm', async () => {
  const { db, kai, create, open, read, claim, signIn, isSignedIn, run } = await createSetup();
  const { code } = await create();
  const link = await open(code);
  expect(await read(link)).toEqual({ name: 'Kai', email: ADDRESS });
  expect(await claim(link, { newPassword: 'short' })).toMatchObject({ status: 400 });
  const { status, cookie } = await claim(link);
  expect([status, await isSignedIn(cookie)]).toEqual([200, true]);
  expect(await isUnclaimed(db, kai)).toBe(false);
  expect(await run(cookie, 'list_notices')).toEqual({ notices: [] });
  expect(await run(cookie, 'get_account')).toMatchObject({ email: ADDRESS, hasPassword: true });
  expect((await signIn(PASSWORD, ADDRESS)).status).toBe(200);
  expect(await claim(link, { newPassword: 'another good password' })).toMatchObject(NOT_FOUND);
  expect(await read(await open(code))).toMatchObject({ error: { code: 'not_found' } });
  expect((await signIn(PASSWORD, ADDRESS)).status).toBe(200);
});

test('CL1 of ten uses of a link at once, one claims the account', async () => {
  const { create, open, claim, signIn } = await createSetup();
  const link = await open((await create()).code);
  const passwords = Array.from({ length: 10 }, (_, number) => `password number ${number}`);
  const answers = await Promise.all(passwords.map(newPassword => claim(link, { newPassword })));
  const winner = answers.findIndex(({ status }) => status === 200);
  expect(answers.map(({ status }) => status)).toEqual(
    answers.map((_, index) => (index === winner ? 200 : 404)),
  );
  expect((await signIn(passwords[winner] ?? '', ADDRESS)).status).toBe(200);
});

test('CL1 a link works for 30 days, and until a newer one', async () => {
  const { db, create, open, read } = await createSetup();
  const before = Date.now();
  const { code, expiresAt } = await create();
  expect(expiresAt - before).toBeGreaterThanOrEqual(30 * DAY_MS);
  expect(expiresAt - Date.now()).toBeLessThanOrEqual(30 * DAY_MS);
  const link = await open(code);
  const newer = await open((await create()).code);
  expect(await read(link)).toMatchObject({ error: { code: 'not_found' } });
  expect(await read(newer)).toMatchObject({ name: 'Kai' });
  await db.updateTable('one_time_links').set({ expiresAt: Date.now() }).execute();
  expect(await read(newer)).toMatchObject({ error: { code: 'not_found' } });
});

test('CL1 only workspace admins create links, for active people who never signed in', async () => {
  const { kai, uid, cookie, create, wanda, open, claim, runAs } = await createSetup();
  expect(await create(cookie)).toMatchObject({ error: { code: 'forbidden' } });
  expect(await create(wanda.cookie, uid)).toMatchObject({ error: { code: 'not_found' } });
  await runAs('', 'set_workspace_admin', { uid: kai, admin: true });
  expect(await create()).toMatchObject({ error: { code: 'forbidden' } });
  await runAs('', 'set_workspace_admin', { uid: kai, admin: false });
  const { code } = await create();
  await claim(await open(code));
  expect(await create()).toMatchObject({ error: { code: 'not_found' } });
});

test('CL2 a suspension ends the links of a person, also for the time after it', async () => {
  const { kai, wanda, create, open, read, claim, runAs } = await createSetup();
  const link = await open((await create()).code);
  await runAs(wanda.uid, 'set_suspension', { uid: kai, suspended: true });
  expect(await read(link)).toMatchObject({ error: { code: 'not_found' } });
  expect(await claim(link)).toMatchObject(NOT_FOUND);
  expect(await create()).toMatchObject({ error: { code: 'forbidden' } });
  await runAs(wanda.uid, 'set_suspension', { uid: kai, suspended: false });
  expect(await claim(link)).toMatchObject(NOT_FOUND);
  expect(await create()).toHaveProperty('code');
});

test('CL2 a person whom the import suspended cannot claim their account with a stored link', async () => {
  const { db, kai, create, open, claim } = await createSetup();
  const link = await open((await create()).code);
  await db.insertInto('suspensions').values({ userId: kai, at: 1 }).execute();
  expect(await claim(link)).toMatchObject({ status: 403, code: 'forbidden' });
  expect(await isUnclaimed(db, kai)).toBe(true);
  expect(await createClaimLinks(db, [kai], Date.now())).toEqual([]);
});

test('CL2 nobody claims or recovers an account that an import stored only as an author', async () => {
  const { db, wanda, create, run, open, claim, listPeople } = await createSetup();
  const author = await addImportedPerson(db, { name: 'Unknown', isAuthor: true });
  expect(await create(wanda.cookie, author)).toMatchObject({ error: { code: 'not_found' } });
  expect(await run(wanda.cookie, 'create_recovery_link', { uid: author })).toMatchObject({
    error: { code: 'not_found' },
  });
  expect(await createClaimLinks(db, [author], Date.now())).toEqual([]);
  expect((await listPeople({ unclaimed: true })).map(({ person }) => person.name)).toEqual(['Kai']);
  const code = createSecretCode();
  const link = { hash: hashSecretCode(code), userId: author, kind: 'claim' as const };
  await db
    .insertInto('one_time_links')
    .values({ ...link, email: null, noticeId: null, expiresAt: Date.now() + DAY_MS })
    .execute();
  expect(await claim(await open(code))).toMatchObject(NOT_FOUND);
});

test('CL1 CL2 a claim checks the link and the suspension again when it is stored', async () => {
  const { db, kai, create, runAs } = await createSetup();
  const hash = hashSecretCode((await create()).code);
  const provider = {
    provider: 'github',
    subject: '7',
    user: { email: 'k@example.com', emailVerified: true },
  };
  const attempt = (link: string) => runAs('', 'claim_with_provider', { uid: kai, hash: link, ...provider });
  await expect(attempt('of another link')).rejects.toThrow('not_found');
  await db.insertInto('suspensions').values({ userId: kai, at: 1 }).execute();
  await expect(attempt(hash)).rejects.toThrow('forbidden');
  await db.deleteFrom('suspensions').execute();
  await attempt(hash);
  expect(await isUnclaimed(db, kai)).toBe(false);
});

test('CL2 a recovery ends the claim links, and a deletion those of the account', async () => {
  const { db, kai, post, app, create, open, read, run, wanda, claim, runAs } = await createSetup();
  const link = await open((await create()).code);
  const { code } = await run<{ code: string }>(wanda.cookie, 'create_recovery_link', { uid: kai });
  const recovery = await app.inject(`/recover/${code}`);
  const cookie = String(recovery.headers['set-cookie']).split(';')[0] ?? '';
  expect((await post('/api/account/recovery', { newPassword: PASSWORD }, cookie)).status).toBe(200);
  expect(await isUnclaimed(db, kai)).toBe(false);
  expect(await read(link)).toMatchObject({ error: { code: 'not_found' } });
  const gone = await addImportedPerson(db, { name: 'Gone' });
  const last = await open((await create(wanda.cookie, gone)).code);
  await runAs(gone, 'delete_account', { erasesWords: false });
  expect(await claim(last)).toMatchObject(NOT_FOUND);
  expect(await create(wanda.cookie, gone)).toMatchObject({ error: { code: 'not_found' } });
  expect(await createClaimLinks(db, [gone], Date.now())).toEqual([]);
});

test('CL1 an import creates many links at once, and skips whoever cannot claim', async () => {
  const { db, uid, kai, open, read } = await createSetup();
  const others = [];
  for (let count = 0; count < 20; count++) others.push(await addImportedPerson(db, { name: `N${count}` }));
  const links = await createClaimLinks(db, [uid, kai, kai, ...others, newId()], Date.now());
  expect(links.map(link => link.uid)).toEqual([kai, ...others]);
  const names = await Promise.all(links.map(async ({ code }) => (await read(await open(code))).name));
  expect(names).toEqual(['Kai', ...others.map((_, count) => `N${count}`)]);
});

test('CL3 the page names the chat from which the person came', async () => {
  const { db, kai, create, open, read } = await createSetup();
  const row = { source: 'slack T0123', sourceId: 'U1', userId: kai };
  await db.insertInto('import_people').values(row).execute();
  expect(await read(await open((await create()).code))).toEqual({
    name: 'Kai',
    email: ADDRESS,
    source: 'slack',
  });
});

test('CL4 a person without an address adds one with the password', async () => {
  const { db, wanda, create, open, read, claim, signIn } = await createSetup();
  const pia = await addImportedPerson(db, { name: 'Pia' });
  const link = await open((await create(wanda.cookie, pia)).code);
  expect(await read(link)).toEqual({ name: 'Pia' });
  expect(await claim(link)).toMatchObject({ status: 400 });
  const taken = { newPassword: PASSWORD, email: ADDRESS };
  expect(await claim(link, taken)).toMatchObject({ status: 409, code: 'id_taken' });
  expect((await claim(link, { ...taken, email: 'pia@example.com' })).status).toBe(200);
  expect((await signIn(PASSWORD, 'pia@example.com')).status).toBe(200);
  const kais = await open((await create()).code);
  expect((await claim(kais, { ...taken, email: 'eve@example.com' })).status).toBe(200);
  expect((await signIn(PASSWORD, ADDRESS)).status, 'who has an address keeps it').toBe(200);
});

test('CL3 links that are malformed, unknown, used, expired or of another kind get the same responses', async () => {
  const { app, db, kai, wanda, create, open, claim, run } = await createSetup();
  const pia = await addImportedPerson(db, { name: 'Pia', email: 'pia@example.com' });
  const used = (await create(wanda.cookie, pia)).code;
  await claim(await open(used));
  const expired = (await create()).code;
  await db.updateTable('one_time_links').set({ expiresAt: 0 }).execute();
  const other = (await run<{ code: string }>(wanda.cookie, 'create_recovery_link', { uid: kai })).code;
  const respond = async (code: string) => {
    const { headers, statusCode, body } = await app.inject(`/claim/${encodeURIComponent(code)}`);
    const cookie = String(headers['set-cookie']);
    const { date: _, 'x-request-id': _id, ...others } = headers;
    const shown = { ...others, 'set-cookie': cookie.replace(/=[^;]*/, '') };
    const [link = ''] = cookie.split(';');
    const page = await app.inject({ url: '/api/account/claim', headers: { cookie: link } });
    return [statusCode, shown, body, page.statusCode, withoutId(page.json()), await claim(link)];
  };
  const unknown = await respond(createSecretCode());
  expect(unknown[3]).toBe(404);
  for (const code of [used, expired, other, 'x', 'a;b', `${used}x`])
    expect(await respond(code)).toEqual(unknown);
  // Nor does a claim link recover an account.
  const { code } = await create();
  const cookie = `snug-3000.recovery=${code}`;
  const recovery = await app.inject({ url: '/api/account/recovery', headers: { cookie } });
  expect(recovery.statusCode).toBe(404);
});

test('CL3 guesses of a link make a network address wait, also with a valid one', async () => {
  const { create, open, read, claim } = await createSetup({ rates: readConfig({}).rates });
  const link = await open((await create()).code);
  const guess = `snug-3000.claim=${createSecretCode()}`;
  for (let count = 0; count <= 20; count++)
    expect(await read(guess)).toMatchObject({ error: { code: 'not_found' } });
  expect(await read(link)).toMatchObject({ error: { code: 'rate_limited' } });
  expect(await claim(link)).toMatchObject({ status: 429 });
  expect(await read(link, '192.0.2.2')).toMatchObject({ name: 'Kai' });
  expect((await claim(link, undefined, '192.0.2.2')).status).toBe(200);
});

test('CL1 the database stores no code, and the audit log each creation and use', async () => {
  const { db, create, open, claim, run, wanda } = await createSetup();
  const { code } = await create();
  const stored = JSON.stringify([
    await db.selectFrom('one_time_links').selectAll().execute(),
    await db.selectFrom('audit').selectAll().execute(),
  ]);
  expect(stored).not.toContain(code);
  await claim(await open(code));
  const { entries } = await run<CommandOutput<'list_audit'>>(wanda.cookie, 'list_audit');
  expect(entries.slice(0, 2).map(({ action, actor, target }) => [action, actor?.name, target?.name])).toEqual(
    [
      ['claim_account', 'Kai', 'Kai'],
      ['create_claim_link', 'Wanda', 'Kai'],
    ],
  );
});

test('CL7 a claim replaces the session of the browser, whose account stays as it is', async () => {
  const { cookie, create, open, claim, isSignedIn, signIn, run } = await createSetup();
  const link = await open((await create()).code);
  const claimed = await claim(`${cookie}; ${link}`);
  expect(await isSignedIn(cookie)).toBe(false);
  expect(await run(claimed.cookie, 'list_sessions')).toMatchObject({ sessions: [{ current: true }] });
  expect((await signIn(PASSWORD)).status, 'the account from before').toBe(200);
});

test('CL6 without a claim, nobody signs in with an address of an import, and a sign-up with it says so', async () => {
  const { db, kai, post, signIn } = await createSetup();
  expect((await signIn(PASSWORD, ADDRESS)).status).toBe(401);
  expect((await signIn('', ADDRESS)).status).toBe(401);
  const signUp = await post('/api/auth/sign-up/email', { name: 'Eve', email: ADDRESS, password: PASSWORD });
  expect(signUp).toMatchObject({ status: 422 });
  expect(await isUnclaimed(db, kai)).toBe(true);
});

test('CL8 people who never signed in stay, however old they are', async () => {
  const { db, kai } = await createSetup();
  await sql`update "users" set "createdAt" = ${new Date(0).toISOString()} where "id" = ${kai}`.execute(db);
  await deleteIncompleteUsers(db, Date.now(), '', 1_000);
  expect(await isUnclaimed(db, kai)).toBe(true);
});

test('CL9 workspace admins see who never signed in, in pages and by name', async () => {
  const { db, kai, uid, listPeople, create, open, claim } = await createSetup();
  const all = await listPeople({});
  expect(all.filter(row => row.unclaimed).map(({ person }) => person.uid)).toEqual([kai]);
  expect(all.find(({ person }) => person.uid === uid)).not.toHaveProperty('unclaimed');
  const pia = await addImportedPerson(db, { name: 'Pia' });
  for (const descending of [false, true])
    expect(
      (await listPeople({ unclaimed: true, descending })).map(({ person }) => person.uid).toSorted(),
    ).toEqual([kai, pia].toSorted());
  await claim(await open((await create()).code));
  expect((await listPeople({ unclaimed: true })).map(({ person }) => person.uid)).toEqual([pia]);
});

test('A19 CL9 authors of imported messages are in no list of people, and take no place in its pages', async () => {
  const { db, kai, wanda, run, runAs, listPeople } = await createSetup();
  const others = (await listPeople({})).map(({ person }) => person.uid);
  const authors = [];
  for (let count = 0; count < MAX_LISTED_WORKSPACE_ROWS + 10; count++)
    authors.push(await addImportedPerson(db, { name: `Former member ${count}`, isAuthor: true }));
  const pia = await addImportedPerson(db, { name: 'Pia' });
  const writer = { write: (mutation: string, _: unknown, input: object) => runAs('', mutation, input) };
  const sweep = createPersonIndexSweep(db, writer as Parameters<typeof createPersonIndexSweep>[1]);
  await sweep.step(undefined);
  const list = async (input: object) => {
    const output = await run<CommandOutput<'list_workspace_people'>>(
      wanda.cookie,
      'list_workspace_people',
      input,
    );
    return [output.people.map(({ person }) => person.uid).toSorted(), output.next];
  };
  for (const descending of [false, true]) {
    for (const sort of ['joined', 'name'])
      expect(await list({ sort, descending })).toEqual([[...others, pia].toSorted(), undefined]);
    expect(await list({ text: 'former' })).toEqual([[], undefined]);
    expect(await list({ unclaimed: true, descending })).toEqual([[kai, pia].toSorted(), undefined]);
  }
  expect(await findUnclaimed(db, [...authors, pia])).toEqual(new Set([pia]));
  await deleteIncompleteUsers(db, Date.now() + DAY_MS, '', 1_000);
  expect((await readPeople(db, authors)).length).toBe(authors.length);
  await db.deleteFrom('accounts').where('providerId', 'not like', 'imported%').execute();
  expect(await hasAccounts(db)).toBe(false);
});
