import type { Page } from '@playwright/test';
import { sendCommand } from '@snug/testkit/browser/commands.ts';
import { ChatPage } from '@snug/testkit/browser/pages/chat-page.ts';
import { DashboardPage } from '@snug/testkit/browser/pages/dashboard-page.ts';
import { SignInPage } from '@snug/testkit/browser/pages/sign-in-page.ts';
import { NARROW } from '@snug/testkit/browser/viewports.ts';
import { expectNoViolations } from './axe.ts';
import { createEmail, expect, PASSWORD, test } from './fixtures.ts';
import { readStoredText } from './stored-data.ts';

test.use({ serviceWorkers: 'allow' });

const OFFLINE = "You're offline. Showing what was here last.";

/** All data that the browser stores of seen rooms. */
function readCachedText(page: Page): Promise<string> {
  return readStoredText(page, 'snug:rooms:2', 'lists', 'rooms');
}

/** Waits until the page and these words are stored: afterwards both open without the server. */
async function waitUntilCached(page: Page, words: string): Promise<void> {
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await expect.poll(() => readCachedText(page)).toContain(words);
}

test('Snug opens without the server and shows the last seen rooms', { tag: '@own-server' }, async ({
  person,
  server,
}) => {
  const [ann, ben] = [await person('Ann', { viewport: NARROW }), await person('Ben')];
  await ben.createRoom('Unseen', 'Never opened by Ann');
  await ben.createRoom('Train', 'Tunnels ahead');
  const address = ben.page.url();
  const [context, { roomId }] = [ben.page.context(), ben];
  for (let line = 1; line <= 20; line++)
    await sendCommand(server.url, context, 'send_message', { roomId, text: `Line ${line}.` });
  await ann.openRoom('Train');
  await expect(ann.getArticle('Line 20.')).toBeVisible();
  await ann.sendMessage('Seen it');
  await expect(ann.getArticle('Seen it').locator('time').first()).toBeAttached();
  await waitUntilCached(ann.page, 'Seen it');
  await server.kill();

  await ann.page.reload();
  await expect(ann.getArticle('Seen it')).toBeVisible();
  await expect(ann.page.getByText(OFFLINE)).toBeVisible();
  await expect(ann.page.getByRole('heading', { name: 'Train' })).toBeVisible();
  await expectNoViolations(ann.page, 'offline');
  await ann.page.goto('/');
  await expect(ann.page.getByText(OFFLINE)).toBeVisible();
  await expect(ann.getRoomLink('Train')).toContainText('Seen it');
  await expect(ann.getRoomLink('Train')).toContainText('Ann');
  await expect(ann.rooms.locator('[class*="skeleton"]'), 'nothing seems to load').toHaveCount(0);
  await ann.getRoomLink('Unseen').click();
  await expect(ann.page.getByText("This room will appear when you're back online.")).toBeVisible();
  await ann.page.goto(address);
  await ann.sendMessage('Written in the tunnel');
  await expect(ann.page.getByText('1 message waiting to be sent')).toBeVisible();
  // A reload before the browser has stored it would lose it.
  await expect.poll(() => readStoredText(ann.page, 'snug', 'outbox')).toContain('Written in the tunnel');
  const line = ann.page.getByRole('status').filter({ hasText: OFFLINE });
  await ann.page.addInitScript(() => {
    const statuses: string[] = [];
    Object.assign(globalThis, { statuses });
    new MutationObserver(() => statuses.push(document.querySelector('output')?.textContent ?? '')).observe(
      document,
      {
        childList: true,
        subtree: true,
      },
    );
  });
  await ann.page.reload();
  await expect(line).toContainText('Reconnecting...');
  await expect(line).toContainText('1 message waiting to be sent');
  const lines = await ann.page.evaluate(() => (globalThis as unknown as { statuses: string[] }).statuses);
  const counted = lines.find(words => words.includes('1 message waiting'));
  expect(counted, 'the number shows before the notice').not.toContain('Reconnecting...');

  await server.start();
  await expect(ann.page.getByText(OFFLINE)).toBeHidden({ timeout: 60_000 });
  await expect(ben.getArticle('Written in the tunnel')).toBeVisible({ timeout: 60_000 });
  await expect(ann.getArticle('Written in the tunnel').locator('time').first()).toBeAttached();
  const texts = ['Line 20.', 'Seen it', 'Written in the tunnel'];
  expect(await ann.getShownTexts(texts), 'each once, in order').toEqual(texts);
});

/** The copies of other lists than the rooms. */
async function readCachedLists(page: Page): Promise<string> {
  const [lists] = JSON.parse(await readStoredText(page, 'snug:rooms:2', 'lists')) as [unknown[]];
  return JSON.stringify(lists.filter(Array.isArray));
}

/** Waits until the page and a copy of a list with these words are stored. */
async function waitUntilListCached(page: Page, words: string): Promise<void> {
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await expect.poll(() => readCachedLists(page)).toContain(words);
}

async function expectListed(page: Page, path: string, text: string): Promise<void> {
  const response = await page.goto(path);
  expect(response?.status()).toBe(200);
  await expect(page.getByRole('main').getByRole('article').filter({ hasText: text })).toBeVisible();
}

test('"Mentions" and "Saved" open directly, and without the server as they were', {
  tag: '@own-server',
}, async ({ person, server }) => {
  const [ann, ben] = [await person('Ann'), await person('Ben')];
  const { page } = ann;
  await ann.createRoom('Bakery', 'Open from six');
  await ann.sendMessage('Who wants rye?');
  await expect(ann.getArticle('Who wants rye?').locator('time').first()).toBeAttached();
  const { roomId } = ann;
  const ask = async (name: 'get_messages' | 'set_saved', input: object) =>
    (await sendCommand(server.url, page.context(), name, { roomId, ...input })) as {
      messages: { id: string }[];
    };
  const messageId = (await ask('get_messages', {})).messages[0]?.id;
  await sendCommand(server.url, ben.page.context(), 'send_message', {
    roomId,
    text: 'Two for me',
    replyTo: messageId,
  });
  await ask('set_saved', { messageId, on: true });

  const shown = [
    ['/mentions', 'Two for me'],
    ['/saved', 'Who wants rye?'],
  ] as const;
  for (const [path, text] of shown) {
    await expectListed(page, path, text);
    expect((await page.reload())?.status()).toBe(200);
    await waitUntilListCached(page, text);
  }
  await server.kill();
  for (const [path, text] of shown) {
    await expectListed(page, path, text);
    await expect(page.getByText(OFFLINE)).toBeVisible();
  }
  await expectNoViolations(page, 'saved, offline');
});

test('a message that was deleted does not return to "Mentions" without the server', {
  tag: ['@own-server', '@detail'],
}, async ({ person, server }) => {
  const [ann, ben] = [await person('Ann'), await person('Ben')];
  const { page } = ann;
  await ann.createRoom('Secrets', 'Kept for a moment');
  await ben.openRoom('Secrets');
  await ann.sendMessage('Tell me');
  await ben.getArticle('Tell me').hover();
  await ben.getArticle('Tell me').getByRole('button', { name: 'Reply' }).click();
  await ben.sendMessage('The code is 1234');
  await ann.page.getByRole('link', { name: /^Mentions/ }).click();
  await expect(page.getByRole('main').getByText('The code is 1234')).toBeVisible();
  await waitUntilListCached(page, 'The code is 1234');
  await ann.openRoom('Secrets');
  await ben.getArticle('The code is 1234').hover();
  await ben.page.getByRole('button', { name: 'Delete message' }).last().click();
  await ben.page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(ann.getArticle('The code is 1234')).toHaveCount(0);
  await expect.poll(() => readCachedLists(page)).not.toContain('The code is 1234');
  await server.kill();
  await page.goto('/mentions');
  await expect(page.getByText("Your mentions will appear when you're back online.")).toBeVisible();
});

test('after the reconnection, deleted messages disappear and new ones appear', { tag: '@detail' }, async ({
  person,
}) => {
  const [ann, ben] = [await person('Ann'), await person('Ben')];
  await ben.createRoom('Regrets', 'Think first');
  await ben.sendMessage('A word too many');
  await ann.openRoom('Regrets');
  await expect(ann.getArticle('A word too many')).toBeVisible();
  await waitUntilCached(ann.page, 'A word too many');
  let isBlocked = true;
  await ann.page.routeWebSocket('**/api/live*', socket => {
    if (isBlocked) void socket.close();
    else socket.connectToServer();
  });
  await ann.page.reload();
  await expect(ann.getArticle('A word too many')).toBeVisible();
  await ben.getArticle('A word too many').hover();
  await ben.page.getByRole('button', { name: 'Delete message' }).click();
  await ben.page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await ben.sendMessage('Never mind');
  await expect(ben.getArticle('Never mind').locator('time').first()).toBeAttached();
  await expect(ann.getArticle('A word too many')).toBeVisible();
  isBlocked = false;
  await ann.page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(ann.getArticle('Never mind')).toBeVisible();
  await expect(ann.articles).toHaveCount(1);
  await expect
    .poll(() => readCachedText(ann.page), 'nor does the disk have it')
    .not.toContain('A word too many');
});

test('signing out deletes the cached rooms, and the next person sees none of them', {
  tag: ['@own-server', '@detail'],
}, async ({ person, server }) => {
  await person('Ben');
  const ann = await person('Ann');
  const { page } = ann;
  await ann.createRoom('Diary', 'Ann only looks here');
  await ann.sendMessage('Dear diary');
  await waitUntilCached(page, 'Dear diary');
  // After the next sign-in, the same path opens.
  await page.goto('/');
  const dashboard = new DashboardPage(page);
  await dashboard.open();
  await dashboard.signOut();
  await expect(page).toHaveURL('/signin');
  await expect.poll(() => readCachedText(page)).toBe('[[],[]]');

  await new SignInPage(page).signIn(createEmail('Ben'), PASSWORD);
  await expect(ann.getRoomLink('Diary')).toBeVisible();
  await waitUntilCached(page, 'Diary');
  const stored = await readCachedText(page);
  expect(stored.match(/Dear diary/g), 'Ben has the list, and no room').toHaveLength(1);
  await server.kill();
  await page.goto('/');
  await ann.getRoomLink('Diary').click();
  await expect(page.getByText("This room will appear when you're back online.")).toBeVisible();
});

test('a revoked session hides the rooms and deletes their cache', { tag: '@detail' }, async ({
  person,
  visitor,
}) => {
  const ann = await person('Ann');
  await ann.createRoom('Diary', 'Ann only looks here');
  await ann.sendMessage('Dear diary');
  await waitUntilCached(ann.page, 'Dear diary');
  const address = ann.page.url();
  const context = ann.page.context();
  await ann.page.close();

  const elsewhere = new SignInPage(await visitor());
  await elsewhere.open();
  await elsewhere.signIn(createEmail('Ann'), PASSWORD);
  const dashboard = new DashboardPage(elsewhere.page);
  await dashboard.open();
  await expect(dashboard.sessions).toHaveCount(2);
  await expect.poll(() => readCachedText(elsewhere.page)).toContain('Diary');
  await dashboard.getButton('Sign out everywhere').click();
  await expect(elsewhere.page).toHaveURL('/signin');
  await expect.poll(() => readCachedText(elsewhere.page)).toBe('[[],[]]');

  const again = new ChatPage(await context.newPage());
  await again.page.goto(address);
  await expect(again.page).toHaveURL('/signin');
  await expect(again.articles).toHaveCount(0);
  await expect.poll(() => readCachedText(again.page)).toBe('[[],[]]');
});
