import type { ErrorBody } from '@snug/protocol';
import { ProviderServer } from '@snug/testkit/provider-server.ts';
import { ServerProcess } from '@snug/testkit/server-process.ts';
import { TestPerson } from '@snug/testkit/test-person.ts';
import { IS_WIDE } from '@snug/testkit/test-scope.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../base/ids.ts';

const PASSWORD = 'a long enough password';

let providerServer: ProviderServer;
let server: ServerProcess;
let addresses = 0;

beforeAll(async () => {
  providerServer = await ProviderServer.start();
  server = await ServerProcess.start({
    // This machine acts as the proxy, so a test can set the client's address. Slow tests must not regain tries meanwhile.
    settings: {
      SNUG_RATE_LIMITS: 'on',
      SNUG_LIMIT_SIGN_IN: '10/7200',
      SNUG_LIMIT_SIGN_IN_FAILURES: '5/7200',
      SNUG_LIMIT_SIGN_UP: '10/7200',
      SNUG_LIMIT_PROVIDER_SIGN_IN: '30/7200',
      SNUG_LIMIT_ACCOUNTS: '100/7200',
      SNUG_TRUSTED_PROXIES: '127.0.0.1',
      ...providerServer.settings('github'),
    },
  });
});
afterAll(async () => {
  await server.remove();
  await providerServer.stop();
});

function nextAddress(): string {
  return `198.51.${100 + Math.floor(addresses / 250)}.${addresses++ % 250}`;
}

interface AuthResult {
  status: number;
  retryAfter: string | null;
  error: ErrorBody | undefined;
}

async function postFrom(path: string, body: object, from: string): Promise<AuthResult> {
  const response = await fetch(`${server.url}/api/auth/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: server.url, 'x-forwarded-for': from },
    body: JSON.stringify(body),
  });
  const { error } = (await response.json()) as { error?: ErrorBody };
  return { status: response.status, retryAfter: response.headers.get('retry-after'), error };
}

const signIn = (email: string, password: string, from = nextAddress()) =>
  postFrom('sign-in/email', { email, password }, from);
const signUp = (email: string, from = nextAddress()) =>
  postFrom('sign-up/email', { name: 'Ann', email, password: PASSWORD }, from);

async function createAccount(): Promise<string> {
  return (await TestPerson.add(server, 'Ann')).email;
}

function expectRateLimited({ status, retryAfter, error }: AuthResult): void {
  expect([status, error?.code, String(error?.retryAfter)]).toEqual([429, 'rate_limited', retryAfter]);
  expect(error?.message).toBe(`You're going a bit fast. Try again in ${retryAfter} seconds.`);
  expect(error?.retryAfter).toBeGreaterThan(1);
}

test('Q4 the server does not check the sixth guess of a password, from any address and for any spelling of the account', async () => {
  const email = await createAccount();
  for (let guess = 0; guess < 5; guess++) expect((await signIn(email, `guess ${guess}`)).status).toBe(401);
  expectRateLimited(await signIn(email, PASSWORD));
  expectRateLimited(await signIn(email.toUpperCase(), PASSWORD));
  expect((await signIn(await createAccount(), PASSWORD)).status).toBe(200);
});

test.runIf(IS_WIDE)('Q4 an unknown account is limited like a known one', async () => {
  const email = `nobody-${newId()}@snug.example`;
  for (let guess = 0; guess < 5; guess++) expect((await signIn(email, `guess ${guess}`)).status).toBe(401);
  expectRateLimited(await signIn(email, PASSWORD));
});

test('Q4 of a hundred concurrent guesses the server checks five', async () => {
  const email = await createAccount();
  const responses = await Promise.all(
    Array.from({ length: 100 }, (_, guess) => signIn(email, `guess ${guess}`)),
  );
  const statuses = responses.map(({ status }) => status);
  expect(statuses.filter(status => status === 401)).toHaveLength(5);
  expect(statuses.filter(status => status === 429)).toHaveLength(95);
});

test('Q4 only the right password resets the tries', async () => {
  const email = await createAccount();
  for (let guess = 0; guess < 4; guess++) expect((await signIn(email, `guess ${guess}`)).status).toBe(401);
  expect((await signIn(email, PASSWORD)).status).toBe(200);
  for (let guess = 0; guess < 4; guess++) expect((await signIn(email, `guess ${guess}`)).status).toBe(401);
  expect((await postFrom('sign-in/email', { email }, nextAddress())).status).toBe(400);
  expectRateLimited(await signIn(email, PASSWORD));
});

test('Q4 one network address has ten tries, for any accounts and with any forged headers', async () => {
  const from = nextAddress();
  const email = await createAccount();
  for (let tries = 0; tries < 10; tries++)
    expect((await signIn(`${tries}-${email}`, PASSWORD, `192.0.2.${tries}, ${from}`)).status).toBe(401);
  expectRateLimited(await signIn(email, PASSWORD, from));
  expectRateLimited(await signIn(email, PASSWORD, `192.0.2.99, ${from}`));
  expect((await signIn(email, PASSWORD)).status).toBe(200);
});

test.runIf(IS_WIDE)('Q4 all addresses of one IPv6 network share their limit', async () => {
  const email = await createAccount();
  for (let tries = 0; tries < 10; tries++)
    expect((await signIn(`${tries}-${email}`, PASSWORD, `2001:db8:1:2::${tries + 1}`)).status).toBe(401);
  expectRateLimited(await signIn(email, PASSWORD, '2001:db8:1:2:ffff::1'));
  expect((await signIn(email, PASSWORD, '2001:db8:1:3::1')).status).toBe(200);
});

test('Q1 one network address creates ten accounts', async () => {
  const from = nextAddress();
  for (let count = 0; count < 10; count++)
    expect((await signUp(`${newId()}@snug.example`, from)).status).toBe(200);
  expectRateLimited(await signUp(`${newId()}@snug.example`, from));
  expect((await signUp(`${newId()}@snug.example`)).status).toBe(200);
});

test('Q1 one network address starts thirty sign-ins with a provider, and then a page shows the error', async () => {
  const from = nextAddress();
  const body = { provider: 'github', callbackURL: '/', disableRedirect: true };
  for (let count = 0; count < 30; count++)
    expect((await postFrom('sign-in/social', body, from)).status).toBe(200);
  expect((await postFrom('sign-in/social', body, from)).status).toBe(429);
  const callback = (address: string) =>
    fetch(`${server.url}/api/auth/callback/github?code=c&state=s`, {
      redirect: 'manual',
      headers: { 'x-forwarded-for': address },
    });
  const location = async (address: string) => (await callback(address)).headers.get('location');
  expect(await location(from)).toMatch(/\/linking\.html\?error=rate_limited$/);
  expect(await location(nextAddress())).toMatch(/error=state_mismatch$/);
});

test('Q1 session requests have a rate limit, too', async () => {
  const from = nextAddress();
  const statuses = await Promise.all(
    Array.from({ length: 120 }, async () => {
      const response = await fetch(`${server.url}/api/auth/get-session`, {
        headers: { 'x-forwarded-for': from },
      });
      return response.status;
    }),
  );
  expect(statuses.filter(status => status === 200)).toHaveLength(100);
  expect(statuses.filter(status => status === 429)).toHaveLength(20);
});
