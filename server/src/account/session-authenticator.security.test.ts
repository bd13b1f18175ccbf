import { expect, test } from 'vitest';
import { MUTATIONS, type SnugMutations } from '../commands/mutations.ts';
import { parseStoredTime, toStoredTime } from '../db/stored-time.ts';
import { Writer } from '../db/writer.ts';
import { dialect, isOnPostgres, runBatch, temporaryDatabase } from '../testing/database.ts';
import { cheapPasswordHash } from '../testing/password-hash.ts';
import { createAuth } from './auth.ts';
import { createAccountsDatabase } from './auth-dialect.ts';
import { runWithBrowserInvite } from './browser-invite.ts';
import { SessionAuthenticator } from './session-authenticator.ts';
import { findActive } from './session-store.ts';

const DAY_MS = 24 * 60 * 60_000;
const EMAIL = 'ann@snug.example';
const PASSWORD = 'a long enough password';

/** The accounts at a public address, on a real database. `ended` lists the ids of sessions that ended. */
async function createAccountsSetup(origin = 'http://localhost:3000') {
  const { db } = await temporaryDatabase();
  const failures: unknown[] = [];
  const onFailure = (error: unknown) => void failures.push(error);
  const writer = new Writer<SnugMutations>({
    runBatch: jobs => runBatch(db, MUTATIONS, jobs, () => clock.now()),
    onCommit: () => {},
    onFailure,
  });
  const ended: string[] = [];
  const auth = createAuth({
    config: { origins: [origin], providers: [] },
    secret: 'x'.repeat(32),
    database: createAccountsDatabase(db, writer, dialect),
    sessionEvents: {
      onStarted: async () => {},
      onEnding: async () => {},
      onEnded: async ({ id }) => void ended.push(id),
    },
    now: () => Date.now(),
    passwordHash: cheapPasswordHash,
    onFailure,
  });
  // The library reads the machine's clock, so this clock runs with it.
  const clock = { aheadMs: 0, now: () => Date.now() + clock.aheadMs };
  const sessions = new SessionAuthenticator({ auth, read: db, writer, now: clock.now, onFailure });
  const post = async (path: string, body: object, cookie = '') => {
    const request = new Request(`${origin}/api/auth/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin, cookie },
      body: JSON.stringify(body),
    });
    const context = { signUp: 'open', invite: undefined } as const;
    const response = await runWithBrowserInvite(context, () => auth.handler(request));
    const [line = ''] = response.headers.getSetCookie();
    return { status: response.status, line, cookie: line.split(';')[0] ?? '' };
  };
  const signUp = () => post('sign-up/email', { name: 'Ann', email: EMAIL, password: PASSWORD });
  const signIn = (cookie = '') => post('sign-in/email', { email: EMAIL, password: PASSWORD }, cookie);
  const find = (cookie: string) => sessions.find({ cookie });
  /** Simulates waiting: moves the times of all sessions into the past. */
  const wait = async (ms: number) => {
    const rows = await db.selectFrom('sessions').selectAll().execute();
    const subtract = (stored: string) => toStoredTime(parseStoredTime(stored) - ms);
    for (const { id, createdAt, updatedAt, expiresAt } of rows)
      await db
        .updateTable('sessions')
        .set({
          createdAt: subtract(createdAt),
          updatedAt: subtract(updatedAt),
          expiresAt: subtract(expiresAt),
        })
        .where('id', '=', id)
        .execute();
  };
  return { db, auth, ended, failures, clock, writer, post, signUp, signIn, find, wait };
}

test('S4 each sign-in creates a session with a new token of more than 128 random bits', async () => {
  const { signUp, signIn } = await createAccountsSetup();
  const cookies = [await signUp(), await signIn(), await signIn()];
  const tokens = cookies.map(
    ({ cookie }) => /^snug-3000\.session_token=([a-zA-Z0-9]+)\./.exec(cookie)?.[1] ?? '',
  );
  expect(new Set(tokens).size).toBe(3);
  for (const token of tokens) expect(token.length * Math.log2(62)).toBeGreaterThan(128);
});

test('S4 signing in ends the browser’s previous session, and no other', async () => {
  const { signUp, signIn, find, ended } = await createAccountsSetup();
  const [first, elsewhere] = [await signUp(), await signIn()];
  const before = await find(first.cookie);
  const second = await signIn(first.cookie);
  expect(ended).toEqual([before?.id]);
  expect(await find(first.cookie)).toBeUndefined();
  expect([await find(second.cookie), await find(elsewhere.cookie)]).toMatchObject([
    { me: { name: 'Ann' } },
    { me: { name: 'Ann' } },
  ]);
});

test('S4 a browser with the cookie of a deleted session can sign in', async () => {
  const { db, signUp, signIn, find, ended } = await createAccountsSetup();
  const { cookie } = await signUp();
  await db.deleteFrom('sessions').execute();
  const again = await signIn(cookie);
  expect([again.status, ended, (await find(again.cookie))?.me.name]).toEqual([200, [], 'Ann']);
});

test('S4 a failed sign-in ends nothing, and a forged cookie ends no session', async () => {
  const { signUp, signIn, post, find, ended } = await createAccountsSetup();
  const { cookie } = await signUp();
  expect((await post('sign-in/email', { email: EMAIL, password: 'another one' }, cookie)).status).toBe(401);
  await signIn(cookie.replace(/.{3}$/, 'AA%3D'));
  expect(ended).toEqual([]);
  expect(await find(cookie)).toBeDefined();
});

test('S4 Snug rejects every altered cookie that the accounts library rejects', async () => {
  const { auth, signUp, find } = await createAccountsSetup();
  const { cookie } = await signUp();
  const [, token = '', signature = ''] = /=(\w+)\.(.+)$/.exec(cookie) ?? [];
  const named = (value: string) => `snug-3000.session_token=${value}`;
  const accepted = [
    cookie,
    `a=b; ${cookie}`,
    `${cookie};a=b`,
    `a="${cookie}"; ${cookie}`,
    `${cookie}; ${named('x')}`,
  ];
  const refused = [
    '',
    'x',
    '.',
    '%',
    token,
    `${token}.`,
    `.${signature}`,
    `${token}.x`,
    `x${token}.${signature}`,
    `${token}.${signature}x`,
    `${token}x.${signature}`,
    `${token}.${signature}.${signature}`,
    `${token}.${signature.slice(0, -3)}`,
    `${token.toLowerCase()}.${signature}`,
    `x; ${cookie}`,
    `${token}.${signature}`.replace(/%../g, ''),
    `${token}.${'A'.repeat(43)}=`,
    `${token}.\u00e9`,
  ].map(named);
  for (const header of [...accepted, ...refused, `x${cookie}`, cookie.toUpperCase()]) {
    const isAccepted = (await find(header)) !== undefined;
    expect([header, isAccepted]).toEqual([header, accepted.includes(header)]);
    const headers = new Headers({ cookie: header });
    const isAcceptedByLibrary = (await auth.api.getSession({ headers })) !== null;
    expect([header, isAccepted && !isAcceptedByLibrary]).toEqual([header, false]);
  }
});

test('S5 an expired session is deleted when it is found, and announced like any end of a session', async () => {
  const { db, signUp, find, wait, ended } = await createAccountsSetup();
  const { cookie } = await signUp();
  const { id } = (await find(cookie)) ?? {};
  await wait(31 * DAY_MS);
  expect([await find(cookie), ended, await db.selectFrom('sessions').select('id').execute()]).toEqual([
    undefined,
    [id],
    [],
  ]);
});

for (const [origin, name, flags] of [
  ['https://chat.example', '__Host-snug.session_token', ['HttpOnly', 'Path=/', 'SameSite=Lax', 'Secure']],
  [
    'https://chat.example:8443',
    '__Host-snug-8443.session_token',
    ['HttpOnly', 'Path=/', 'SameSite=Lax', 'Secure'],
  ],
  ['http://chat.example', 'snug.session_token', ['HttpOnly', 'Path=/', 'SameSite=Lax']],
  ['http://[::1]:8080', 'snug-8080.session_token', ['HttpOnly', 'Path=/', 'SameSite=Lax']],
  ['http://localhost:3000', 'snug-3000.session_token', ['HttpOnly', 'Path=/', 'SameSite=Lax']],
] as const) {
  test(`S4 at ${origin} the session cookie is ${name}, and neither scripts nor other sites can use it`, async () => {
    const { signUp, find } = await createAccountsSetup(origin);
    const { line, cookie } = await signUp();
    const [pair = '', ...attributes] = line.split('; ');
    expect(pair.split('=')[0]).toBe(name);
    expect(attributes.filter(attribute => !attribute.startsWith('Max-Age')).toSorted()).toEqual(flags);
    expect(attributes).toContain(`Max-Age=${(90 * DAY_MS) / 1000}`);
    expect(await find(cookie)).toBeDefined();
    const other = name.startsWith('__Host-') ? name.slice(7) : `__Host-${name}`;
    expect(await find(cookie.replace(name, other)), 'a cookie with another name is ignored').toBeUndefined();
  });
}

test('S5 a session expires after 30 days without use, also for open sockets', async () => {
  const { db, signUp, find, wait } = await createAccountsSetup();
  const { cookie } = await signUp();
  const { id = '' } = (await find(cookie)) ?? {};
  await wait(30 * DAY_MS - 60_000);
  expect(await findActive(db, [id], Date.now())).toEqual(new Set([id]));
  await wait(60_000);
  expect(await findActive(db, [id], Date.now())).toEqual(new Set());
  expect(await find(cookie)).toBeUndefined();
});

test('S5 use extends a session, but it expires 90 days after sign-in', async () => {
  const { signUp, find, wait, writer } = await createAccountsSetup();
  const { cookie } = await signUp();
  for (let days = 0; days < 88; days += 22) {
    expect([days, await find(cookie)]).toEqual([days, expect.objectContaining({ me: expect.anything() })]);
    await writer.whenIdle();
    await wait(22 * DAY_MS);
  }
  expect(await find(cookie)).toBeDefined();
  await writer.whenIdle();
  await wait(2 * DAY_MS);
  expect(await find(cookie)).toBeUndefined();
});

test('S5 the use of a session is stored at most once a day', async () => {
  const { db, signUp, find, clock, writer } = await createAccountsSetup();
  const { cookie } = await signUp();
  const readExpiry = async () =>
    parseStoredTime(
      (await db.selectFrom('sessions').select('expiresAt').executeTakeFirstOrThrow()).expiresAt,
    );
  const initial = await readExpiry();
  clock.aheadMs += DAY_MS - 60_000;
  await find(cookie);
  await writer.whenIdle();
  expect(await readExpiry()).toBe(initial);
  clock.aheadMs += 120_000;
  const before = clock.now();
  await find(cookie);
  await writer.whenIdle();
  const storedUse = (await readExpiry()) - 30 * DAY_MS;
  expect([storedUse >= before, storedUse <= clock.now()]).toEqual([true, true]);
});

// Only this engine stores an invalid time.
test.skipIf(isOnPostgres)('S5 a failure to store the use of a session rejects nobody', async () => {
  const { db, signUp, find, clock, writer, failures } = await createAccountsSetup();
  const { cookie } = await signUp();
  await db.updateTable('sessions').set({ createdAt: 'no time' }).execute();
  clock.aheadMs += 2 * DAY_MS;
  const found = await find(cookie).catch(() => undefined);
  await writer.whenIdle();
  expect([found !== undefined, failures.length > 0]).toEqual([true, true]);
});
