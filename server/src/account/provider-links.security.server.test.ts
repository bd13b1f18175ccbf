import { randomUUID } from 'node:crypto';
import { ProviderServer } from '@snug/testkit/provider-server.ts';
import { ServerProcess } from '@snug/testkit/server-process.ts';
import { PASSWORD } from '@snug/testkit/store-person.ts';
import { TestBrowser } from '@snug/testkit/test-browser.ts';
import { postAuth, TestPerson } from '@snug/testkit/test-person.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashSecretCode } from '../base/secret-code.ts';
import { openDatabase } from '../db/open.ts';
import { getCookiePrefix } from './cookies.ts';

const PROVIDERS = ['google', 'github', 'oidc'] as const;
const MINUTE_MS = 60_000;

let providerServer: ProviderServer;
let server: ServerProcess;

beforeAll(async () => {
  providerServer = await ProviderServer.start();
  const settings = PROVIDERS.map(id => providerServer.settings(id));
  server = await ServerProcess.start({ settings: Object.assign({}, ...settings) as NodeJS.ProcessEnv });
});
afterAll(async () => {
  await server.remove();
  await providerServer.stop();
});

/** The next sign-in at a provider is that of somebody new. */
function switchProfile(): void {
  const id = randomUUID();
  providerServer.profile = { sub: id, id, name: 'Thief', email: `${id}@elsewhere.example` };
}

async function change(work: (db: ReturnType<typeof openDatabase>) => Promise<unknown>): Promise<void> {
  const db = openDatabase(server.data);
  await work(db);
  await db.destroy();
}

/** Of a session that is no longer fresh. */
function ageSessions(uid: string, minutes: number): Promise<void> {
  const createdAt = new Date(Date.now() - minutes * MINUTE_MS).toISOString();
  return change(db => db.updateTable('sessions').set({ createdAt }).where('userId', '=', uid).execute());
}

async function startLink(cookie: string, provider: string, proof: object = {}) {
  const body = { provider, callbackURL: '/done', errorCallbackURL: '/failed', disableRedirect: true };
  const response = await postAuth(server.url, 'link-social', { ...body, ...proof }, cookie);
  const { error } = (await response.json()) as { error?: { code: string; message: string } };
  return { status: response.status, error };
}

async function startToCallback(cookie: string, provider: string): Promise<[TestBrowser, string]> {
  const browser = new TestBrowser(server.url, cookie);
  return [browser, await browser.followToCallback(await browser.startSignIn('link-social', provider))];
}

async function listProviders(person: TestPerson): Promise<string[]> {
  const { accounts } = await person.runCommand<{ accounts: { provider: string }[] }>('list_accounts', {});
  return accounts.map(({ provider }) => provider);
}

/** A person without a password. */
async function signUpByProvider(): Promise<TestPerson> {
  switchProfile();
  const browser = new TestBrowser(server.url);
  await browser.signIn('sign-in/social', 'github');
  return browser.getPerson();
}

for (const provider of PROVIDERS) {
  test(`S9 S31 a session alone links no account at ${provider}`, async () => {
    const ann = await TestPerson.add(server, 'Ann');
    switchProfile();
    // Also a session that has just begun: its person has a password.
    expect(await startLink(ann.cookie, provider)).toMatchObject({
      status: 403,
      error: { code: 'forbidden', message: 'Confirm this with your password' },
    });
    expect(await startLink(ann.cookie, provider, { password: 'not the password' })).toMatchObject({
      status: 403,
      error: { message: "That password isn't right" },
    });
    expect((await startLink(ann.cookie, provider, { password: 7 })).status).toBe(400);
    expect(await new TestBrowser(server.url, ann.cookie).signIn('link-social', provider)).toBe('/done');
    expect(await listProviders(ann)).toEqual([provider]);
  });
}

test('S32 a linked account is a notice for the other sessions of its person', async () => {
  const ann = await TestPerson.add(server, 'Ann');
  const elsewhere = await TestPerson.signIn(server.url, ann.email);
  switchProfile();
  expect(await new TestBrowser(server.url, ann.cookie).signIn('link-social', 'google')).toBe('/done');
  const list = async (person: TestPerson) =>
    (await person.runCommand<{ notices: { kind: string }[] }>('list_notices', {})).notices;
  expect(await list(elsewhere)).toMatchObject([{ kind: 'account_linked' }]);
  expect(await list(ann)).toEqual([]);
});

test('S10 S31 a person without a password links an account in a session of the last 10 minutes', async () => {
  const gail = await signUpByProvider();
  await ageSessions(gail.uid, 11);
  switchProfile();
  for (const proof of [{}, { password: PASSWORD }])
    expect(await startLink(gail.cookie, 'oidc', proof)).toMatchObject({
      status: 401,
      error: { code: 'unauthenticated' },
    });
  await ageSessions(gail.uid, 9);
  expect(await new TestBrowser(server.url, gail.cookie).signIn('link-social', 'oidc')).toBe('/done');
  expect(await listProviders(gail)).toEqual(['github', 'oidc']);
});

test('S31 the proof of a link belongs to its state, and ends after 10 minutes', async () => {
  const ann = await TestPerson.add(server, 'Ann');
  switchProfile();
  for (const [age, end, linked] of [
    [11, '/failed?error=proof_expired', []],
    [9, '/done', ['google']],
  ] as const) {
    const [browser, callback] = await startToCallback(ann.cookie, 'google');
    const past = Date.now() - age * MINUTE_MS;
    await change(async db => {
      const { rows } = await sql<{
        id: string;
        value: string;
      }>`select "id", "value" from "verifications"`.execute(db);
      for (const { id, value } of rows) {
        const changed = value.replace(/("provenAt\\*":)\d+/, `$1${past}`);
        await sql`update "verifications" set "value" = ${changed} where "id" = ${id}`.execute(db);
      }
    });
    expect(await browser.openCallback(callback)).toContain(end);
    expect(await listProviders(ann)).toEqual(linked);
  }
});

test('S30 S31 a recovery removes linked accounts of every age, and ends links that have begun', async () => {
  const ann = await TestPerson.add(server, 'Ann');
  for (const provider of PROVIDERS) {
    switchProfile();
    expect(await new TestBrowser(server.url, ann.cookie).signIn('link-social', provider)).toBe('/done');
  }
  const thief = providerServer.profile;
  await change(db =>
    db
      .updateTable('accounts')
      .set({ createdAt: new Date(0).toISOString() })
      .where('providerId', '=', 'google')
      .execute(),
  );
  const [browser, callback] = await startToCallback(ann.cookie, 'github');
  const code = randomUUID();
  await change(db =>
    db
      .insertInto('one_time_links')
      .values({
        hash: hashSecretCode(code),
        userId: ann.uid,
        kind: 'mailed_recovery',
        email: null,
        noticeId: null,
        expiresAt: Date.now() + MINUTE_MS,
      })
      .execute(),
  );
  const recovered = await fetch(`${server.url}/api/account/recovery`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      origin: server.url,
      cookie: `${getCookiePrefix(server.url)}.recovery=${code}`,
    },
    body: JSON.stringify({ newPassword: PASSWORD }),
  });
  expect(recovered.status).toBe(200);
  expect(await browser.openCallback(callback)).toContain('/failed?error=');
  const again = await ann.signInAgain();
  expect(await listProviders(again)).toEqual([]);
  providerServer.profile = thief;
  const later = new TestBrowser(server.url);
  await later.signIn('sign-in/social', 'oidc');
  const uid = later.isSignedIn ? (await later.getPerson()).uid : undefined;
  expect(uid).not.toBe(ann.uid);
});
