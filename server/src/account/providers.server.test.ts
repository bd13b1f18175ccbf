import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import type { SignInOptions } from '@snug/protocol';
import { type Profile, type Provider, ProviderServer } from '@snug/testkit/provider-server.ts';
import { ServerProcess } from '@snug/testkit/server-process.ts';
import { PASSWORD } from '@snug/testkit/store-person.ts';
import { TestBrowser } from '@snug/testkit/test-browser.ts';
import { postAuth, TestPerson } from '@snug/testkit/test-person.ts';
import { IS_WIDE } from '@snug/testkit/test-scope.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../db/open.ts';
import { hashRecoveryCode } from './two-step/recovery-codes.ts';

const PROVIDERS: Provider[] = ['google', 'github', 'oidc'];

let providerServer: ProviderServer;
let server: ServerProcess;

beforeAll(async () => {
  providerServer = await ProviderServer.start();
  server = await ServerProcess.start({ settings: createSettings(providerServer) });
});
afterAll(async () => {
  await server.remove();
  await providerServer.stop();
});
afterEach(() => {
  providerServer.consent = 'given';
});

function createSettings(provider: ProviderServer): NodeJS.ProcessEnv {
  return Object.assign({}, ...PROVIDERS.map(id => provider.settings(id)));
}

function createProfile(profile: Profile = {}): Profile {
  const sub = randomUUID();
  return { sub, id: sub, name: 'Ann Alder', email: `${sub}@elsewhere.example`, ...profile };
}

async function signIn(provider: Provider, profile: Profile, at = server): Promise<TestBrowser> {
  providerServer.profile = profile;
  const browser = new TestBrowser(at.url);
  expect(await browser.signIn('sign-in/social', provider)).toBe('/done');
  return browser;
}

/** The numbers of people, linked accounts and sessions. */
async function countRows(at = server): Promise<Record<string, number>> {
  const db = openDatabase(at.data, { readOnly: true });
  const count = async (table: string) => {
    const rows = await db
      .selectFrom(table as 'users')
      .select('id')
      .execute();
    return rows.length;
  };
  const counts = {
    users: await count('users'),
    accounts: await count('accounts'),
    sessions: await count('sessions'),
  };
  await db.destroy();
  return counts;
}

async function readUid(browser: TestBrowser): Promise<string> {
  const live = await (await browser.getPerson()).connect();
  await live.request('list_rooms', {});
  live.socket.close();
  return live.getEvents('connected')[0]?.me.uid ?? '';
}

for (const provider of PROVIDERS) {
  test(`S1 signing in with ${provider} creates a person, and finds the same one the next time`, async () => {
    const ann = createProfile();
    const before = await countRows();
    const first = await signIn(provider, ann);
    expect((await first.getPerson()).name).toBe('Ann Alder');
    const second = await signIn(provider, { ...ann, name: 'Renamed', email: 'moved@elsewhere.example' });
    expect(await readUid(second)).toBe(await readUid(first));
    expect((await second.getPerson()).name).toBe('Ann Alder');
    expect(await countRows()).toEqual({
      users: before.users! + 1,
      accounts: before.accounts! + 1,
      sessions: before.sessions! + 2,
    });
    expect(await (await first.getPerson()).runCommand<object>('list_accounts', {})).toEqual({
      accounts: [{ provider, linkedAt: expect.any(Number) }],
    });
  });

  for (const verified of [true, false]) {
    test(`S1 a taken address, ${verified ? '' : 'not '}verified, gives no access with ${provider}`, async () => {
      const ann = await TestPerson.add(server, 'Ann');
      const before = await countRows();
      providerServer.profile = createProfile({ email: ann.email.toUpperCase(), email_verified: verified });
      const browser = new TestBrowser(server.url);
      expect(await browser.signIn('sign-in/social', provider)).toBe('/failed?error=account_not_linked');
      expect(browser.isSignedIn).toBe(false);
      expect(await countRows()).toEqual(before);
    });
  }

  test.runIf(IS_WIDE || provider === 'oidc')(
    `a person without an address can sign in with ${provider}, under a name that fits`,
    async () => {
      for (const [name, shown] of [
        [undefined, 'Someone'],
        ['', 'Someone'],
        ['a\0b', 'a b'],
        ['x'.repeat(300), 'x'.repeat(80)],
        [`${'x'.repeat(79)}😀`, 'x'.repeat(79)],
      ]) {
        const profile = createProfile({ email: null, name });
        const person = await (await signIn(provider, profile)).getPerson();
        expect(person.name).toBe(shown);
        expect(person.email).toMatch(/^[0-9a-f]{40}@no-address\.invalid$/);
      }
      const { name } = await (
        await signIn(provider, createProfile({ name: ' ', login: 'octo' }))
      ).getPerson();
      expect(name).toBe('octo');
    },
  );

  test.runIf(IS_WIDE || provider === 'oidc')(
    `if sign-up is closed, ${provider} signs existing people in and rejects new ones`,
    async () => {
      const own = await ServerProcess.start({ settings: createSettings(providerServer) });
      try {
        const [ann, ben] = [createProfile(), createProfile()];
        await signIn(provider, ann, own);
        await own.restart({ SNUG_SIGN_UP: 'closed' });
        const before = await countRows(own);
        providerServer.profile = ben;
        const browser = new TestBrowser(own.url);
        expect(await browser.signIn('sign-in/social', provider)).toBe('/failed?error=signup_disabled');
        expect(browser.isSignedIn).toBe(false);
        expect(await countRows(own)).toEqual(before);
        await signIn(provider, ann, own);
      } finally {
        await own.remove();
      }
    },
  );

  test(`a code of ${provider} works once, and only with the state and in the browser of its start`, async () => {
    providerServer.profile = createProfile();
    const browser = new TestBrowser(server.url);
    const callback = await browser.followToCallback(await browser.startSignIn('sign-in/social', provider));
    const before = await countRows();
    const lost = new URL(callback);
    lost.searchParams.delete('state');
    expect(await new TestBrowser(server.url).openCallback(lost.href)).toContain('error=state_not_found');
    lost.searchParams.set('state', 'forged');
    expect(await browser.openCallback(lost.href)).toContain('error=state_mismatch');
    expect(await new TestBrowser(server.url).openCallback(callback)).toBe('/failed?error=state_mismatch');
    const stranger = new TestBrowser(server.url);
    await stranger.startSignIn('sign-in/social', provider);
    expect(await stranger.openCallback(callback)).toBe('/failed?error=state_mismatch');
    expect(await countRows()).toEqual(before);

    expect(await browser.openCallback(callback)).toBe('/done');
    const otherBrowser = new TestBrowser(server.url);
    expect(await otherBrowser.openCallback(callback)).toContain('error=state_mismatch');
    const replayed = new URL(
      await otherBrowser.followToCallback(await otherBrowser.startSignIn('sign-in/social', provider)),
    );
    replayed.searchParams.set('code', new URL(callback).searchParams.get('code') ?? '');
    expect(await otherBrowser.openCallback(replayed.href)).toBe('/failed?error=invalid_code');
    expect(otherBrowser.isSignedIn).toBe(false);
  });

  test.runIf(IS_WIDE || provider === 'oidc')(
    `if a person refuses consent at ${provider}, they return and nothing has changed`,
    async () => {
      providerServer.consent = 'refused';
      const before = await countRows();
      const browser = new TestBrowser(server.url);
      expect(await browser.signIn('sign-in/social', provider)).toBe('/failed?error=access_denied');
      expect(await countRows()).toEqual(before);
    },
  );

  test.runIf(IS_WIDE || provider === 'oidc')(
    `if ${provider} gives no tokens, or another one’s, nobody is signed in`,
    async () => {
      providerServer.profile = createProfile();
      const before = await countRows();
      for (const change of [
        { statusCode: 500, body: '' },
        { statusCode: 200, body: { error: 'bad_verification_code' } },
        { statusCode: 400, body: { error: 'invalid_grant' } },
      ]) {
        providerServer.onceToken(response => Object.assign(response, change));
        const browser = new TestBrowser(server.url);
        expect(await browser.signIn('sign-in/social', provider)).toMatch(
          /^\/failed\?error=(invalid_code|unable_to_get_user_info|provider_\w+)$/,
        );
      }
      expect(await countRows()).toEqual(before);
    },
  );
}

test('S1 the same subject at another provider or issuer is another person', async () => {
  const ann = createProfile();
  const uids = new Set<string>();
  for (const provider of PROVIDERS) {
    uids.add(await readUid(await signIn(provider, { ...ann, email: `${provider}@subjects.example` })));
  }
  const other = await ProviderServer.start();
  try {
    other.profile = { ...ann, email: 'other@subjects.example' };
    await server.restart({ ...createSettings(providerServer), ...other.settings('oidc') });
    const browser = new TestBrowser(server.url);
    expect(await browser.signIn('sign-in/social', 'oidc')).toBe('/done');
    uids.add(await readUid(browser));
  } finally {
    await server.restart(createSettings(providerServer));
    await other.stop();
  }
  expect(uids.size).toBe(4);
});

test('ten concurrent first sign-ins create one person', async () => {
  providerServer.profile = createProfile();
  const browsers = Array.from({ length: 10 }, () => new TestBrowser(server.url));
  const before = await countRows();
  const callbacks = await Promise.all(
    browsers.map(async browser =>
      browser.followToCallback(await browser.startSignIn('sign-in/social', 'oidc')),
    ),
  );
  const ends = await Promise.all(
    browsers.map((browser, index) => browser.openCallback(callbacks[index] ?? '')),
  );
  expect(ends).toContain('/done');
  const after = await countRows();
  expect([after.users, after.accounts]).toEqual([before.users! + 1, before.accounts! + 1]);
});

test('an id token of another sign-in, client or key signs nobody in', async () => {
  providerServer.profile = createProfile();
  const before = await countRows();
  for (const [claims, error] of [
    [{ nonce: 'another' }, 'unable_to_get_user_info'],
    [{ aud: 'another' }, 'provider_audience'],
    [{ iss: 'https://another.example' }, 'provider_issuer'],
    [{ exp: 1 }, 'provider_clock'],
  ] as const) {
    providerServer.profile = createProfile(claims);
    const browser = new TestBrowser(server.url);
    expect(await browser.signIn('sign-in/social', 'oidc')).toBe(`/failed?error=${error}`);
  }
  providerServer.onceToken(response => {
    const body = response.body as Record<string, string>;
    const [head, claims, signature] = (body.id_token ?? '').split('.');
    const forged = Buffer.from(claims ?? '', 'base64url')
      .toString()
      .replace('Ann Alder', 'Eve');
    body.id_token = [head, Buffer.from(forged).toString('base64url'), signature].join('.');
  });
  providerServer.profile = createProfile();
  expect(await new TestBrowser(server.url).signIn('sign-in/social', 'oidc')).toBe(
    '/failed?error=provider_signature',
  );
  expect(await countRows()).toEqual(before);
});

test('the server does not redeem a code of one provider with the state of another', async () => {
  providerServer.profile = createProfile();
  const browser = new TestBrowser(server.url);
  const callback = await browser.followToCallback(await browser.startSignIn('sign-in/social', 'oidc'));
  expect(await browser.openCallback(callback.replace('/callback/oidc', '/callback/google'))).toBe(
    '/failed?error=invalid_code',
  );
  expect(browser.isSignedIn).toBe(false);
});

test('the server stores no token of a provider', async () => {
  const browser = await signIn('oidc', createProfile());
  providerServer.profile = createProfile();
  expect(await browser.signIn('link-social', 'google')).toBe('/done');
  expect(await browser.signIn('link-social', 'google')).toBe('/done');
  const db = openDatabase(server.data, { readOnly: true });
  const rows = await db
    .selectFrom('accounts')
    .select(['accessToken', 'refreshToken', 'idToken'] as never[])
    .where('providerId', '!=', 'credential')
    .execute();
  await db.destroy();
  expect(rows.length).toBeGreaterThan(0);
  for (const row of rows) expect(Object.values(row)).toEqual([null, null, null]);
});

test('a linked account signs the same person in, whatever its address', async () => {
  const ann = await TestPerson.add(server, 'Ann');
  const browser = new TestBrowser(server.url, ann.cookie);
  const github = createProfile({ email: null });
  providerServer.profile = github;
  expect(await browser.signIn('link-social', 'github')).toBe('/done');
  expect(await ann.runCommand('list_accounts', {})).toEqual({
    accounts: [{ provider: 'github', linkedAt: expect.any(Number) }],
  });
  expect(await readUid(await signIn('github', github))).toBe(await readUid(browser));
  expect((await browser.getPerson()).name).toBe('Ann');
});

test('S2 nobody can link an account that another person has linked', async () => {
  const profile = createProfile();
  const owner = await signIn('google', profile);
  const ben = await TestPerson.add(server, 'Ben');
  const before = await countRows();
  const browser = new TestBrowser(server.url, ben.cookie);
  expect(await browser.signIn('link-social', 'google')).toBe(
    '/failed?error=account_already_linked_to_different_user',
  );
  expect(await countRows()).toEqual(before);
  expect(await ben.runCommand('list_accounts', {})).toEqual({ accounts: [] });
  expect(await (await owner.getPerson()).runCommand('list_accounts', {})).toEqual({
    accounts: [{ provider: 'google', linkedAt: expect.any(Number) }],
  });
});

test('S2 if many people link one account at once, one of them gets it', async () => {
  providerServer.profile = createProfile();
  const people = await Promise.all(Array.from({ length: 6 }, () => TestPerson.add(server, 'Racer')));
  const browsers = people.map(person => new TestBrowser(server.url, person.cookie));
  const callbacks = await Promise.all(
    browsers.map(async browser =>
      browser.followToCallback(await browser.startSignIn('link-social', 'github')),
    ),
  );
  const ends = await Promise.all(
    browsers.map((browser, index) => browser.openCallback(callbacks[index] ?? '')),
  );
  expect(ends.filter(end => end === '/done')).toHaveLength(1);
  expect(ends.every(end => /\/done|error=/.test(end))).toBe(true);
  const lists = await Promise.all(
    people.map(person => person.runCommand<{ accounts: unknown[] }>('list_accounts', {})),
  );
  expect(lists.flatMap(list => list.accounts)).toHaveLength(1);
});

test('S2 only the session that started a link can finish it', async () => {
  const [ann, ben] = [await TestPerson.add(server, 'Ann'), await TestPerson.add(server, 'Ben')];
  providerServer.profile = createProfile();
  for (const other of [ben.cookie, (await ann.signInAgain()).cookie, `snug-${server.port}.session_token=`]) {
    const browser = new TestBrowser(server.url, ann.cookie);
    const callback = await browser.followToCallback(await browser.startSignIn('link-social', 'google'));
    browser.adoptCookies(other);
    expect(await browser.openCallback(callback)).toContain('/failed?error=session_changed');
  }
  for (const person of [ann, ben])
    expect(await person.runCommand('list_accounts', {})).toEqual({ accounts: [] });
});

test('nobody links without a session, and no flow leads to another site', async () => {
  const start = (path: string, body: object, cookie = '') => postAuth(server.url, path, body, cookie);
  expect((await start('link-social', { provider: 'google', callbackURL: '/' })).status).toBe(401);
  const ann = await TestPerson.add(server, 'Ann');
  for (const away of ['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)']) {
    for (const key of ['callbackURL', 'errorCallbackURL', 'newUserCallbackURL']) {
      const body = { provider: 'google', callbackURL: '/', [key]: away, password: PASSWORD };
      expect([away, key, (await start('sign-in/social', body)).status]).toEqual([away, key, 403]);
      expect([away, key, (await start('link-social', body, ann.cookie)).status]).toEqual([away, key, 403]);
    }
  }
});

test('a token from elsewhere gives no access', async () => {
  const body = { provider: 'oidc', callbackURL: '/', idToken: { token: 'a.b.c' }, password: PASSWORD };
  const ann = await TestPerson.add(server, 'Ann');
  for (const path of ['sign-in/social', 'link-social']) {
    const response = await postAuth(server.url, path, body, ann.cookie);
    expect([response.status, response.headers.getSetCookie()]).toEqual([404, []]);
  }
});

test('everyone can read the sign-in options', async () => {
  const response = await fetch(`${server.url}/api/providers`);
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect((await response.json()) as SignInOptions).toEqual({
    origins: ['localhost', '127.0.0.1', '[::1]'].map(host => `http://${host}:${server.port}`),
    providers: [
      { id: 'google', name: 'Google' },
      { id: 'github', name: 'GitHub' },
      { id: 'oidc', name: 'Corp' },
    ],
    name: 'Snug',
    signUp: 'open',
    passkeys: true,
  });
});

test('an unreachable provider blocks neither the start nor sign-ins with a password', async () => {
  const down = await ProviderServer.start();
  const settings = createSettings(down);
  await down.stop();
  const own = await ServerProcess.start({ settings });
  try {
    const attempt = new TestBrowser(own.url).startSignIn('sign-in/social', 'oidc');
    await expect(attempt).rejects.toThrow('502 PROVIDER_UNREACHABLE');
    const ann = await TestPerson.signUp(own.url, 'Ann');
    await expect(new TestBrowser(own.url, ann.cookie).startSignIn('link-social', 'oidc')).rejects.toThrow(
      'PROVIDER_UNREACHABLE',
    );
    expect(await ann.runCommand('list_accounts', {})).toEqual({ accounts: [] });
  } finally {
    await own.remove();
  }
});

test.runIf(IS_WIDE)('a request to a provider that never responds ends', async () => {
  const unresponsive = createServer().listen(0, '127.0.0.1');
  await once(unresponsive, 'listening');
  const { port } = unresponsive.address() as AddressInfo;
  const settings = { ...providerServer.settings('oidc'), OIDC_ISSUER: `http://127.0.0.1:${port}` };
  const own = await ServerProcess.start({ settings });
  try {
    const attempt = new TestBrowser(own.url).startSignIn('sign-in/social', 'oidc');
    await expect(attempt).rejects.toThrow('PROVIDER_UNREACHABLE');
  } finally {
    await own.remove();
    unresponsive.close();
  }
});

test('an issuer with invalid or foreign metadata is not used', async () => {
  for (const change of [
    { statusCode: 500, body: {} },
    { statusCode: 200, body: [] },
    {
      statusCode: 200,
      body: { issuer: 'https://another.example', authorization_endpoint: 'https://a.example' },
      code: 'provider_issuer',
    },
  ]) {
    const { code = 'PROVIDER_UNREACHABLE', ...response } = change;
    const stop = providerServer.onDiscovery(changed => Object.assign(changed, response));
    await expect(new TestBrowser(server.url).startSignIn('sign-in/social', 'oidc')).rejects.toThrow(code);
    stop();
  }
});

test('routes of the accounts library that Snug does not use are closed', async () => {
  const ann = await TestPerson.add(server, 'Ann');
  const closed =
    'unlink-account update-user delete-user change-email change-password set-password get-access-token ' +
    'refresh-token request-password-reset reset-password verify-password revoke-session revoke-sessions ' +
    'update-session send-verification-email callback/google';
  for (const path of closed.split(' ')) {
    expect([path, (await postAuth(server.url, path, {}, ann.cookie)).status]).toEqual([path, 404]);
  }
  for (const path of ['list-accounts', 'list-sessions', 'account-info', 'error', 'ok', 'verify-email']) {
    const response = await fetch(`${server.url}/api/auth/${path}`, { headers: { cookie: ann.cookie } });
    expect([path, response.status]).toEqual([path, 404]);
  }
});

test('S20 a sign-in with a provider waits for the second step, too, and keeps the session before it', async () => {
  const ann = createProfile();
  const first = await signIn('oidc', ann);
  const { uid } = await first.getPerson();
  const recoveryCode = 'abcd-efgh-ijkm-npqr';
  const db = openDatabase(server.data);
  await db
    .insertInto('two_step')
    .values({ userId: uid, secret: 'unknown', confirmedAt: 1, lastStep: 0 })
    .execute();
  await db
    .insertInto('recovery_codes')
    .values({ userId: uid, hash: hashRecoveryCode(recoveryCode) })
    .execute();
  await db.destroy();
  const before = await countRows();
  const second = new TestBrowser(server.url);
  expect(await second.signIn('sign-in/social', 'oidc')).toMatch(
    /^http:\/\/localhost:\d+\/verify\?wanted=%2Fdone$/,
  );
  expect(second.isSignedIn).toBe(false);
  expect(await countRows()).toEqual(before);
  expect(await second.enterCode('000000')).toBe(403);
  expect(second.isSignedIn).toBe(false);
  expect(await second.enterCode(recoveryCode)).toBe(200);
  expect(await readUid(second)).toBe(uid);

  await first.signIn('sign-in/social', 'oidc');
  expect((await first.getPerson()).uid).toBe(uid);
});
