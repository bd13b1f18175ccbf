import { randomUUID } from 'node:crypto';
import { ProviderServer } from '@snug/testkit/provider-server.ts';
import { ServerProcess } from '@snug/testkit/server-process.ts';
import { TestBrowser } from '@snug/testkit/test-browser.ts';
import type { Answer, TestPerson } from '@snug/testkit/test-person.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

const PAIRS = 40;

let elsewhere: ProviderServer;
let server: ServerProcess;

beforeAll(async () => {
  elsewhere = await ProviderServer.start();
  server = await ServerProcess.start({
    settings: { ...elsewhere.settings('google'), ...elsewhere.settings('github') },
  });
});
afterAll(async () => {
  await server.remove();
  await elsewhere.stop();
});

/** Somebody without a password, who signs in with either of two providers. */
async function personWithTwo(): Promise<TestPerson> {
  const id = randomUUID();
  elsewhere.profile = { sub: id, id, name: 'Ann' };
  const browser = new TestBrowser(server.url);
  await browser.go('sign-in/social', 'google');
  expect(await browser.go('link-social', 'github')).toBe('/done');
  return browser.person();
}

const both = ['google', 'github'] as const;
const PRONOUNCED = { google: 'Google', github: 'GitHub' };

test(`S3 of two ways to sign in that go at once one stays, ${PAIRS} times, over both transports`, async () => {
  for (let pair = 0; pair < PAIRS; pair++) {
    const ann = await personWithTwo();
    const live = await ann.live();
    await live.ask('list_rooms', {});
    const [over, other] = pair % 2 === 0 ? both : both.toReversed();
    const answers: Answer[] = await Promise.all([
      ann.http('unlink_account', { provider: over }),
      live.ask('unlink_account', { provider: other }),
    ]);
    const refused = answers.flatMap(({ error }) => error ?? []);
    const { accounts } = await ann.do<{ accounts: { provider: (typeof both)[number] }[] }>(
      'list_accounts',
      {},
    );
    expect(accounts).toHaveLength(1);
    expect(refused).toEqual([
      {
        code: 'forbidden',
        message: `You cannot disconnected from ${PRONOUNCED[accounts[0]?.provider ?? 'google']}`,
      },
    ]);
    live.socket.close();
  }
});

test('what is disconnected signs that person in no more, and can be linked by another', async () => {
  const ann = await personWithTwo();
  expect(await ann.do('unlink_account', { provider: 'google' })).toEqual({
    accounts: [{ provider: 'github' }],
  });
  const browser = new TestBrowser(server.url);
  expect(await browser.go('sign-in/social', 'google')).toBe('/failed?error=account_not_linked');
  expect(browser.isSignedIn).toBe(false);
  expect((await ann.http('list_rooms', {})).status).toBe(200);
});
