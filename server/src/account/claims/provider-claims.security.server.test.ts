import { randomUUID } from 'node:crypto';
import type { ProviderId } from '@snug/protocol';
import { ProviderServer } from '@snug/testkit/provider-server.ts';
import { ServerProcess } from '@snug/testkit/server-process.ts';
import { TestBrowser } from '@snug/testkit/test-browser.ts';
import { TestPerson } from '@snug/testkit/test-person.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withDatabase } from '../../testing/database.ts';
import { addImportedPerson } from '../../testing/imported-people.ts';
import { createClaimLinks } from './claim-links.ts';
import { isUnclaimed } from './claim-store.ts';

const PROVIDERS = ['google', 'github', 'oidc'] as const;

let providerServer: ProviderServer;
let server: ServerProcess;

beforeAll(async () => {
  providerServer = await ProviderServer.start();
  const settings = PROVIDERS.map(id => providerServer.settings(id));
  const closed = { SNUG_SIGN_UP: 'closed' };
  server = await ServerProcess.start({
    settings: Object.assign(closed, ...settings) as NodeJS.ProcessEnv,
  });
});
afterAll(async () => {
  await server.remove();
  await providerServer.stop();
});

/** Sets the person who signs in at a provider next. Returns their address. */
function switchProfile(email = `${randomUUID()}@elsewhere.example`, email_verified = true): string {
  const id = randomUUID();
  providerServer.profile = { sub: id, id, name: 'Somebody', email, email_verified };
  return email;
}

/** Somebody of an import, and a browser that has opened their link. */
async function openLink(email?: string) {
  const { uid, code } = await withDatabase(server.data, async db => {
    const imported = await addImportedPerson(db, { name: 'Kai', ...(email !== undefined && { email }) });
    const [link] = await createClaimLinks(db, [imported], Date.now());
    return { uid: imported, code: link?.code ?? '' };
  });
  const browser = new TestBrowser(server.url);
  const answer = await fetch(`${server.url}/claim/${code}`, { redirect: 'manual' });
  browser.adoptCookies(answer.headers.getSetCookie()[0]?.split(';')[0] ?? '');
  return {
    uid,
    browser,
    isClaimed: () => withDatabase(server.data, async db => !(await isUnclaimed(db, uid))),
  };
}

async function claim(browser: TestBrowser, provider: ProviderId): Promise<string> {
  const address = await browser.startSignIn('sign-in/social', provider, { claim: true });
  return browser.openCallback(await browser.followToCallback(address));
}

function readEmail(uid: string) {
  return withDatabase(server.data, db =>
    db.selectFrom('users').select(['email', 'emailVerified']).where('id', '=', uid).executeTakeFirst(),
  );
}

for (const provider of PROVIDERS) {
  test(`CL5 ${provider} claims the account of a link, also where sign-up is closed, and signs in from then on`, async () => {
    const email = switchProfile();
    const { uid, browser, isClaimed } = await openLink();
    expect(await claim(browser, provider)).toBe('/done');
    expect(await isClaimed()).toBe(true);
    expect((await browser.getPerson()).uid).toBe(uid);
    expect(await readEmail(uid), 'a person without an address').toMatchObject({ email });
    const later = new TestBrowser(server.url);
    expect(await later.signIn('sign-in/social', provider)).toBe('/done');
    expect((await later.getPerson()).uid).toBe(uid);
    const { notices } = await (await browser.getPerson()).runCommand<{ notices: unknown[] }>(
      'list_notices',
      {},
    );
    expect(notices).toEqual([]);
    // The link is used up: the state of another sign-in that began with it is worth nothing.
    switchProfile();
    await expect(claim(browser, provider)).rejects.toThrow('404');
  });
}

test('CL5 of two sign-ins that began with one link, one claims the account', async () => {
  const { uid, browser } = await openLink();
  const other = new TestBrowser(server.url, browser.cookie);
  const callbacks: [TestBrowser, string][] = [];
  for (const each of [browser, other]) {
    const address = await each.startSignIn('sign-in/social', 'github', { claim: true });
    callbacks.push([each, await each.followToCallback(address)]);
  }
  const ends: string[] = [];
  for (const [each, callback] of callbacks) {
    switchProfile();
    ends.push(await each.openCallback(callback));
  }
  expect(ends).toEqual(['/done', expect.stringContaining('/failed?error=provider_link_over')]);
  expect(other.isSignedIn).toBe(false);
  const rows = await withDatabase(server.data, db =>
    db.selectFrom('accounts').select('providerId').where('userId', '=', uid).execute(),
  );
  expect(rows).toEqual([{ providerId: 'github' }]);
});

test('CL5 CL7 an account of the provider that signs another person in claims nothing, and the link stays', async () => {
  switchProfile();
  const first = await openLink();
  expect(await claim(first.browser, 'google')).toBe('/done');
  const second = await openLink();
  expect(await claim(second.browser, 'google')).toContain('/failed?error=provider_linked');
  expect([await second.isClaimed(), second.browser.isSignedIn]).toEqual([false, false]);
  switchProfile();
  expect(await claim(second.browser, 'google')).toBe('/done');
});

test('CL5 somebody who cancels at the provider can use the link again', async () => {
  switchProfile();
  const { browser, isClaimed } = await openLink();
  providerServer.consent = 'refused';
  expect(await claim(browser, 'github')).toContain('error=access_denied');
  providerServer.consent = 'given';
  expect(await isClaimed()).toBe(false);
  expect(await claim(browser, 'github')).toBe('/done');
});

test('CL5 CL7 a person keeps the address of the import, and nobody gets one that somebody has', async () => {
  const own = `${randomUUID()}@example.com`;
  const kept = await openLink(own);
  switchProfile();
  expect(await claim(kept.browser, 'oidc')).toBe('/done');
  expect(await readEmail(kept.uid)).toMatchObject({ email: own });
  const ann = await TestPerson.add(server, 'Ann');
  switchProfile(ann.email);
  const other = await openLink();
  expect(await claim(other.browser, 'oidc')).toBe('/done');
  expect((await readEmail(other.uid))?.email).toMatch(/@imported\.invalid$/);
});

test('CL7 S1 a provider with the address of an import signs nobody in without a link', async () => {
  const email = `${randomUUID()}@example.com`;
  const { uid, isClaimed } = await openLink(email);
  for (const provider of PROVIDERS) {
    switchProfile(email);
    const browser = new TestBrowser(server.url);
    expect(await browser.signIn('sign-in/social', provider)).toContain('error=account_not_linked');
    expect([provider, browser.isSignedIn, await isClaimed()]).toEqual([provider, false, false]);
  }
  expect(await readEmail(uid)).toMatchObject({ email });
});

test('CL2 CL5 a suspension while the person is at the provider ends the claim', async () => {
  switchProfile();
  const { uid, browser, isClaimed } = await openLink();
  const callback = await browser.followToCallback(
    await browser.startSignIn('sign-in/social', 'google', { claim: true }),
  );
  await withDatabase(server.data, db =>
    db.insertInto('suspensions').values({ userId: uid, at: 1 }).execute(),
  );
  expect(await browser.openCallback(callback)).toContain('/failed?error=provider_link_over');
  expect([await isClaimed(), browser.isSignedIn]).toEqual([false, false]);
});

test('CL5 a sign-in without a link, or that names a claim itself, claims nothing', async () => {
  const { uid, isClaimed } = await openLink();
  switchProfile();
  const stranger = new TestBrowser(server.url);
  await expect(claim(stranger, 'github')).rejects.toThrow('404');
  const forged = { additionalData: { serverContext: { claim: { uid, hash: 'x' } } }, claim: { uid } };
  const address = await stranger.startSignIn('sign-in/social', 'github', forged);
  const end = await stranger.openCallback(await stranger.followToCallback(address));
  expect(end).toContain('/failed?error=signup_disabled');
  expect(await isClaimed()).toBe(false);
});
