import { randomUUID } from 'node:crypto';
import { type Provider, ProviderServer } from '@snug/testkit/provider-server.ts';
import { ServerProcess } from '@snug/testkit/server-process.ts';
import { TestBrowser } from '@snug/testkit/test-browser.ts';
import { postAuth, TestPerson } from '@snug/testkit/test-person.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

const PROVIDERS: Provider[] = ['google', 'github', 'oidc'];

let providerServer: ProviderServer;
let server: ServerProcess;

beforeAll(async () => {
  providerServer = await ProviderServer.start();
  server = await ServerProcess.start({
    settings: Object.assign({}, ...PROVIDERS.map(id => providerServer.settings(id))) as NodeJS.ProcessEnv,
  });
});
afterAll(async () => {
  await server.remove();
  await providerServer.stop();
});

function switchProfile(): void {
  const id = randomUUID();
  providerServer.profile = { sub: id, id, name: 'Eve', email: `${id}@elsewhere.example` };
}

/** A sign-in with a provider up to its callback, with an unused code. */
async function openCallback(
  browser: TestBrowser,
  provider: Provider,
  path: 'sign-in/social' | 'link-social',
) {
  return new URL(await browser.followToCallback(await browser.startSignIn(path, provider)));
}

async function listAccounts(person: TestPerson): Promise<unknown[]> {
  return (await person.runCommand<{ accounts: unknown[] }>('list_accounts', {})).accounts;
}

for (const provider of PROVIDERS) {
  test(`S7 a stolen or injected code of ${provider} works only in the flow that it was issued for`, async () => {
    switchProfile();
    const [one, other] = [new TestBrowser(server.url), new TestBrowser(server.url)];
    const stolen = (await openCallback(one, provider, 'sign-in/social')).searchParams.get('code') ?? '';
    const own = await openCallback(other, provider, 'sign-in/social');
    own.searchParams.set('code', stolen);
    expect(await other.openCallback(own.href)).toMatch(
      /^\/failed\?error=(invalid_code|unable_to_get_user_info|provider_\w+)$/,
    );
    expect(other.isSignedIn).toBe(false);
  });

  test(`S7 a victim who is led into an attacker’s flow at ${provider} stays who they are, with the same accounts`, async () => {
    switchProfile();
    const ann = await TestPerson.add(server, 'Ann');
    const eve = await TestPerson.add(server, 'Eve');
    for (const path of ['sign-in/social', 'link-social'] as const) {
      const callback = await openCallback(new TestBrowser(server.url, eve.cookie), provider, path);
      const victim = new TestBrowser(server.url, ann.cookie);
      expect(await victim.openCallback(callback.href)).toContain('error=state_mismatch');
      expect((await victim.getPerson()).email).toBe(ann.email);
    }
    expect([await listAccounts(ann), await listAccounts(eve)]).toEqual([[], []]);
  });

  test(`S7 each request to ${provider} is new and contains no secret`, async () => {
    const addresses = await Promise.all(
      [1, 2].map(() => new TestBrowser(server.url).startSignIn('sign-in/social', provider)),
    );
    const [one, other] = addresses.map(address => new URL(address).searchParams);
    const fresh = ['state', 'code_challenge', ...(provider === 'oidc' ? ['nonce'] : [])];
    for (const name of fresh) {
      expect(one?.get(name)?.length).toBeGreaterThanOrEqual(22);
      expect(one?.get(name)).not.toBe(other?.get(name));
    }
    expect(one?.get('code_challenge_method')).toBe('S256');
    expect(one?.get('response_type')).toBe('code');
    expect(one?.get('redirect_uri')).toBe(`http://localhost:${server.port}/api/auth/callback/${provider}`);
    expect(addresses.join()).not.toContain('secret');
    expect(one?.has('code_verifier')).toBe(false);
  });

  test(`S7 no script and no other site can read the state of ${provider}`, async () => {
    const body = { provider, callbackURL: '/', disableRedirect: true };
    const cookies = (await postAuth(server.url, 'sign-in/social', body)).headers.getSetCookie();
    expect(cookies).toHaveLength(1);
    for (const attribute of [/; HttpOnly/i, /; SameSite=Lax/i, /; Max-Age=\d{1,3}(;|$)/i])
      expect(cookies[0]).toMatch(attribute);
  });
}

for (const [of, at] of PROVIDERS.flatMap(of => PROVIDERS.map(at => [of, at] as const))) {
  if (of === at) continue;
  test(`S7 the callback of ${at} rejects a code of ${of}`, async () => {
    switchProfile();
    const browser = new TestBrowser(server.url);
    const { href } = await openCallback(browser, of, 'sign-in/social');
    const end = await browser.openCallback(href.replace(`/callback/${of}`, `/callback/${at}`));
    expect(end).toMatch(/^\/failed\?error=/);
    expect(browser.isSignedIn).toBe(false);
  });
}

test('S7 a callback that names another issuer is rejected', async () => {
  switchProfile();
  const browser = new TestBrowser(server.url);
  const callback = await openCallback(browser, 'oidc', 'sign-in/social');
  callback.searchParams.set('iss', 'https://another.example');
  expect(await browser.openCallback(callback.href)).toBe('/failed?error=issuer_mismatch');
  expect(browser.isSignedIn).toBe(false);
});

test('S7 repeated or malformed callbacks sign nobody in and break nothing', async () => {
  for (const query of [
    'code=a&code=b&state=c',
    'code=a&state=b&state=c',
    'state[]=a&code=b',
    'code=%00&state=%00',
    `code=${'a'.repeat(8_000)}&state=b`,
    'error=%3Cscript%3E&state=a',
    'error=access_denied%0d%0aset-cookie:%20a=b&state=a',
    '',
  ]) {
    const response = await fetch(`${server.url}/api/auth/callback/oidc?${query}`, { redirect: 'manual' });
    const location = new URL(response.headers.get('location') ?? '', server.url);
    expect([query, response.status, location.port]).toEqual([query, 302, String(server.port)]);
    expect(
      response.headers.getSetCookie().filter(cookie => /^(a=|snug-\d+\.session_token=[^;])/.test(cookie)),
    ).toEqual([]);
  }
  for (const method of ['POST', 'PUT', 'DELETE']) {
    const response = await fetch(`${server.url}/api/auth/callback/oidc?code=a&state=b`, { method });
    expect([method, response.status]).toEqual([method, 404]);
  }
});

const EXTERNAL_URLS = [
  'https://evil.example/',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/%09/evil.example',
  '/%5cevil.example',
  '/%2f/evil.example',
  '/.//evil.example',
  '/..//evil.example',
  '/a/..//evil.example',
  '/%2e//evil.example',
  'https:evil.example',
  'http://127.0.0.1:PORT@evil.example/',
  'http://127.0.0.1:PORT.evil.example/',
  'http://localhost:PORT@evil.example/',
  'http://localhost:PORT%40evil.example/',
  'javascript:alert(1)',
  'data:text/html,x',
  '/ok?next=//evil.example',
];
const OWN_HOST = /^(127\.0\.0\.1|localhost)$/;
for (const externalUrl of EXTERNAL_URLS) {
  test(`S7 no sign-in with a provider ends at ${JSON.stringify(externalUrl)}, for any return address`, async () => {
    const returnUrl = externalUrl.replace('PORT', String(server.port));
    for (const key of ['callbackURL', 'errorCallbackURL', 'newUserCallbackURL']) {
      for (const consent of ['given', 'refused'] as const) {
        switchProfile();
        providerServer.consent = consent;
        const { hostname } = new URL(
          await readErrorRedirect({ callbackURL: '/', [key]: returnUrl }),
          server.url,
        );
        expect([key, consent, hostname]).toEqual([key, consent, expect.stringMatching(OWN_HOST)]);
      }
    }
    providerServer.consent = 'given';
  });
}

/** The path of the error redirect; `/` if the server rejects the addresses at once. */
async function readErrorRedirect(addresses: object): Promise<string> {
  const response = await postAuth(server.url, 'sign-in/social', {
    provider: 'github',
    disableRedirect: true,
    ...addresses,
  });
  if (response.status === 403) return '/';
  const cookie = response.headers
    .getSetCookie()
    .map(line => line.split(';')[0])
    .join('; ');
  const browser = new TestBrowser(server.url, cookie);
  const { url } = (await response.json()) as { url: string };
  return browser.openCallback(await browser.followToCallback(url));
}
