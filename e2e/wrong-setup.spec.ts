import type { Page } from '@playwright/test';
import { ChatPage } from '@snug/testkit/browser/pages/chat-page.ts';
import { expectAccessible } from './axe.ts';
import { test as base, createEmail, expect, PASSWORD, signUp } from './fixtures.ts';
import { TestProxy } from './test-proxy.ts';

const test = base.extend<{ front: TestProxy }>({
  front: async ({ server }, use) => {
    const front = await TestProxy.start();
    front.target = server.port;
    await use(front);
    await front.close();
  },
});

const NO_SOCKETS = "The proxy in front of Snug does not pass WebSockets on. Messages can't arrive.";

async function signIn(page: Page, name: string): Promise<void> {
  await page.goto('/signin');
  await signUp(page, name, createEmail(name));
  await page.goto('/');
}

test('a page at another address names the expected one in place of the form', async ({
  server,
  front,
  visitor,
}) => {
  const page = await visitor();
  await page.goto(`${front.url}/chat/a-room`);
  await expect(page.getByRole('alert')).toHaveText(
    `This Snug expects ${server.url}. You opened ${front.url}.`,
  );
  await expect(page.getByText('Set SNUG_URL')).toBeVisible();
  await expect(page.getByRole('textbox')).toHaveCount(0);
  await expect(page.getByRole('button')).toHaveCount(0);
  await expectAccessible(page, 'wrong address');
  const refused = await page.evaluate(
    async body =>
      (await fetch('/api/auth/sign-in/email', { method: 'POST', body: JSON.stringify(body) })).json(),
    { email: 'ann@snug.example', password: PASSWORD },
  );
  expect(refused).toMatchObject({ error: { code: 'wrong_origin' } });

  // The address itself works.
  await page.goto('/signin');
  await expect(page.getByRole('textbox', { name: 'Email' })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('from another address, a link leads on to the expected one', {
  tag: ['@detail', '@own-server'],
}, async ({ server, browser }) => {
  const expected = `http://snug.localhost:${server.port}`;
  await server.restart({ SNUG_URL: expected });
  const page = await (await browser.newContext({ viewport: { width: 320, height: 700 } })).newPage();
  await page.goto(`${server.url}/chat/a-room`);
  await page.getByRole('link', { name: `Open ${expected}` }).click();
  await expect(page).toHaveURL(`${expected}/signin`);
  await expect(page.getByRole('textbox', { name: 'Email' })).toBeVisible();
  await page.context().close();
});

test('a link that leads to another address names the expected one', { tag: '@detail' }, async ({
  server,
  front,
  visitor,
}) => {
  for (const path of ['/recover', '/confirm-email', '/verify', '/signin', '/admin']) {
    const page = await visitor({ viewport: { width: 375, height: 700 } });
    await page.goto(front.url.replace('localhost', '127.0.0.1') + path);
    await expect(page.getByRole('alert')).toHaveText(
      `This Snug expects ${server.url}. You opened ${front.url.replace('localhost', '127.0.0.1')}.`,
    );
    await page.close();
  }
});

test('someone who is signed in finds the expected address at the top of another one', {
  tag: '@detail',
}, async ({ server, front, visitor }) => {
  const page = await visitor();
  front.passSockets();
  await signIn(page, 'Ann');
  await expect(new ChatPage(page).rooms).toBeVisible();
  // Cookies have no port, so the session counts here, too.
  await page.goto(front.url);
  await expect(page.getByRole('alert')).toContainText(
    `This Snug expects ${server.url}. You opened ${front.url}.`,
    { timeout: 20_000 },
  );
});

test('a proxy without WebSockets is named, and "Try again" connects after it was mended', {
  tag: '@own-server',
}, async ({ server, front, browser }) => {
  await server.restart({ SNUG_URL: front.url, LOG_LEVEL: 'warn' });
  const context = await browser.newContext({ baseURL: front.url });
  const page = await context.newPage();
  await signIn(page, 'Ann');
  const notice = page.getByRole('alert');
  await expect(notice).toContainText(NO_SOCKETS, { timeout: 20_000 });
  await expect(notice).toContainText('Let it pass the headers Upgrade and Connection for /api/live.');
  expect(server.log.split('does not pass WebSockets on')).toHaveLength(2);
  await expectAccessible(page, 'no WebSockets');

  front.passSockets();
  // The page also tries by itself, and takes the notice away.
  const button = notice.getByRole('button', { name: 'Try again' });
  await button.click({ timeout: 5_000 }).catch(() => undefined);
  await expect(notice).toHaveCount(0);
  const ann = new ChatPage(page);
  await ann.createRoom('Mended', 'A room');
  await ann.sendMessage('It arrives');
  await context.close();
});

test('a server that does not respond at all is offline, not a proxy', {
  tag: ['@detail', '@own-server'],
}, async ({ server, front, browser }) => {
  await server.restart({ SNUG_URL: front.url });
  const context = await browser.newContext({ baseURL: front.url });
  const page = await context.newPage();
  await signIn(page, 'Ann');
  await expect(page.getByRole('alert')).toContainText(NO_SOCKETS, { timeout: 20_000 });
  await server.end('SIGTERM');
  await expect(page.getByText("You're offline. Showing what was here last.")).toBeVisible({
    timeout: 60_000,
  });
  await expect(page.getByRole('alert')).toHaveCount(0);
  await server.start();
  await context.close();
});
