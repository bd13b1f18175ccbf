import { randomUUID } from 'node:crypto';
import { type Profile, type Provider, ProviderServer } from '@snug/testkit/provider-server.ts';
import { ServerProcess } from '@snug/testkit/server-process.ts';
import { TestBrowser } from '@snug/testkit/test-browser.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../db/open.ts';
import type { Db } from '../db/schema.ts';

let providerServer: ProviderServer;
let server: ServerProcess;

beforeAll(async () => {
  providerServer = await ProviderServer.start();
  const settings = { ...providerServer.settings('oidc'), ...providerServer.settings('github') };
  server = await ServerProcess.start({ settings });
});
afterAll(async () => {
  await server.remove();
  await providerServer.stop();
});

/** Returns the end of a sign-in by a new person with these claims, after the log contains the words about it. */
async function signIn(words = '', claims: Profile = {}, provider: Provider = 'oidc'): Promise<string> {
  const sub = randomUUID();
  const person = { sub, id: sub, name: 'Ann', email: `${sub}@elsewhere.example` };
  providerServer.profile = { ...person, ...claims };
  const before = server.log.length;
  const end = await new TestBrowser(server.url).signIn('sign-in/social', provider);
  await expect.poll(() => server.log.slice(before)).toContain(words);
  expect(server.log).not.toContain('very secret');
  expect(server.log).not.toContain(person.email);
  return end;
}

const inSeconds = (seconds: number) => Math.floor(Date.now() / 1_000) + seconds;

/** An id token that only its first part names. */
function sign(header: object): string {
  return `${Buffer.from(JSON.stringify(header)).toString('base64url')}.e30.c2lnbmF0dXJl`;
}

function replaceIdToken(idToken: string): void {
  providerServer.onceToken(response => Object.assign(response.body as object, { id_token: idToken }));
}

const ENDS: Readonly<Record<string, (db: Db, uid: string) => Promise<unknown>>> = {
  'was suspended': (db, uid) => db.insertInto('suspensions').values({ userId: uid, at: 1 }).execute(),
  'was a guest until now': (db, uid) =>
    db.updateTable('users').set({ guest: 1, guestUntil: 1 }).where('id', '=', uid).execute(),
};

for (const [what, end] of Object.entries(ENDS))
  test(`a sign-in by a provider names the end of the access of somebody who ${what}`, async () => {
    const sub = randomUUID();
    const email = `${sub}@elsewhere.example`;
    expect(await signIn('', { sub, email })).toBe('/done');
    const db = openDatabase(server.data);
    const { id } = await db
      .selectFrom('users')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    await end(db, id);
    await db.destroy();
    expect(await signIn('', { sub, email })).toMatch(/error=forbidden$/);
  });

test('clocks of Snug and a provider may differ by 60 s, in both directions', async () => {
  for (const claims of [
    { nbf: inSeconds(3) },
    { nbf: inSeconds(45), iat: inSeconds(45) },
    { exp: inSeconds(-2) },
    { exp: inSeconds(-40) },
  ])
    expect(await signIn('', claims)).toBe('/done');
});

test('a larger difference of the clocks is named', async () => {
  for (const claims of [{ nbf: inSeconds(600) }, { exp: inSeconds(-90) }]) {
    const end = await signIn('Compare the clocks of Snug and the provider', claims);
    expect(end).toBe('/failed?error=provider_clock');
  }
});

test('a wrong client id or secret is named, and no secret', async () => {
  for (const [statusCode, error, provider] of [
    [401, 'invalid_client', 'oidc'],
    [400, 'unauthorized_client', 'oidc'],
    [200, 'incorrect_client_credentials', 'github'],
  ] as const) {
    const body = { error, error_description: 'not very secret' };
    providerServer.onceToken(response => Object.assign(response, { statusCode, body }));
    const words = `returned ${error}: the client id or the client secret is wrong`;
    expect(await signIn(words, {}, provider)).toBe('/failed?error=provider_client');
  }
});

test('an id token that Snug cannot verify is named with its algorithm', async () => {
  for (const alg of ['HS256', 'none']) {
    replaceIdToken(sign({ alg }));
    expect(await signIn(`It is signed with ${alg}; Snug accepts`)).toBe('/failed?error=provider_signature');
  }
  replaceIdToken(sign({ alg: '<script>' }));
  expect(await signIn('It is signed with an unknown algorithm')).toBe('/failed?error=provider_signature');
});

test('a userinfo without a sub, and one that is no JSON object, are named', async () => {
  for (const [body, words] of [
    [{ name: 'Ann' }, 'returned no sub'],
    ['eyJhbGciOiJSUzI1NiJ9.e30.c2ln', 'returned no JSON object (application/json'],
  ] as const) {
    providerServer.onceUserinfo(response => Object.assign(response, { body }));
    expect(await signIn(words, { name: undefined })).toBe('/failed?error=provider_profile');
  }
});

test('a token endpoint that fails is named with its address', async () => {
  providerServer.onceToken(response => Object.assign(response, { statusCode: 503, body: 'down' }));
  const words = `${providerServer.issuer}/token returned 503`;
  expect(await signIn(words)).toBe('/failed?error=provider_unreachable');
});

test('an issuer that differs in one slash is named with both names', async () => {
  const issuer = `${providerServer.issuer}/`;
  const stop = providerServer.onDiscovery(response => Object.assign(response.body as object, { issuer }));
  const before = server.log.length;
  const attempt = new TestBrowser(server.url).startSignIn('sign-in/social', 'oidc');
  await expect(attempt).rejects.toThrow('502 provider_issuer');
  stop();
  await expect
    .poll(() => server.log.slice(before))
    .toContain(`OIDC_ISSUER is ${providerServer.issuer}, and the provider calls itself ${issuer}`);
});
