import { randomUUID } from 'node:crypto';
import { ProviderServer } from '@snug/testkit/provider-server.ts';
import { ServerProcess } from '@snug/testkit/server-process.ts';
import { TestBrowser } from '@snug/testkit/test-browser.ts';
import type { TestPerson } from '@snug/testkit/test-person.ts';
import { IS_WIDE } from '@snug/testkit/test-scope.ts';
import type { CommandOutcome } from '@snug/testkit/test-socket.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

const PAIRS = IS_WIDE ? 40 : 10;

let providerServer: ProviderServer;
let server: ServerProcess;

beforeAll(async () => {
  providerServer = await ProviderServer.start();
  server = await ServerProcess.start({
    settings: { ...providerServer.settings('google'), ...providerServer.settings('github') },
  });
});
afterAll(async () => {
  await server.remove();
  await providerServer.stop();
});

/** A person without a password and with two providers. */
async function signUpWithTwoAccounts(): Promise<TestPerson> {
  const id = randomUUID();
  providerServer.profile = { sub: id, id, name: 'Ann' };
  const browser = new TestBrowser(server.url);
  await browser.signIn('sign-in/social', 'google');
  expect(await browser.signIn('link-social', 'github')).toBe('/done');
  return browser.getPerson();
}

const both = ['google', 'github'] as const;
const DISPLAY_NAMES = { google: 'Google', github: 'GitHub' };

test(`S3 of two sign-in methods that are disconnected at once, one stays, ${PAIRS} times, over both transports`, async () => {
  for (let pair = 0; pair < PAIRS; pair++) {
    const ann = await signUpWithTwoAccounts();
    const live = await ann.connect();
    await live.request('list_rooms', {});
    const [first, second] = pair % 2 === 0 ? both : both.toReversed();
    const results: CommandOutcome[] = await Promise.all([
      ann.postCommand('unlink_account', { provider: first }),
      live.request('unlink_account', { provider: second }),
    ]);
    const refused = results.flatMap(({ error }) => error ?? []);
    const { accounts } = await ann.runCommand<{ accounts: { provider: (typeof both)[number] }[] }>(
      'list_accounts',
      {},
    );
    expect(accounts).toHaveLength(1);
    expect(refused).toMatchObject([
      {
        code: 'forbidden',
        retry: false,
        message: `You cannot disconnected from ${DISPLAY_NAMES[accounts[0]?.provider ?? 'google']}`,
      },
    ]);
    live.socket.close();
  }
});

test('a disconnected account no longer signs that person in, and another person can link it', async () => {
  const ann = await signUpWithTwoAccounts();
  expect(await ann.runProven('unlink_account', { provider: 'google' })).toEqual({
    accounts: [{ provider: 'github', linkedAt: expect.any(Number) }],
  });
  const browser = new TestBrowser(server.url);
  expect(await browser.signIn('sign-in/social', 'google')).toBe('/failed?error=account_not_linked');
  expect(browser.isSignedIn).toBe(false);
  expect((await ann.postCommand('list_rooms', {})).status).toBe(200);
});
