import type { Page, WebSocketRoute } from '@playwright/test';
import { png } from '@snug/testkit/browser/input-files.ts';
import { testLaunchOptions } from '@snug/testkit/browser/launch.ts';
import { ChatPage } from '@snug/testkit/browser/pages/chat-page.ts';
import { DashboardPage } from '@snug/testkit/browser/pages/dashboard-page.ts';
import { SignInPage } from '@snug/testkit/browser/pages/sign-in-page.ts';
import { UploadDialog } from '@snug/testkit/browser/pages/upload-dialog.ts';
import { VoiceRecorder } from '@snug/testkit/browser/pages/voice-recorder.ts';
import { NARROW } from '@snug/testkit/browser/viewports.ts';
import { expectNoViolations } from './axe.ts';
import { createEmail, expect, PASSWORD, test } from './fixtures.ts';
import { readStoredText } from './stored-data.ts';

test.use({
  serviceWorkers: 'allow',
  launchOptions: await testLaunchOptions(
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
  ),
});

/** Afterwards the page opens without the server. */
async function waitForServiceWorker(page: Page): Promise<void> {
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
}

/** Expects each of `texts` once in the room, in this order. */
async function expectInOrder(who: ChatPage, texts: readonly string[], message: string): Promise<void> {
  await expect.poll(() => who.getShownTexts(texts), { message, timeout: 60_000 }).toEqual(texts);
}

/** Closes the page's new sockets while `isBlocked`, and rejects its messages permanently while `refuses`. */
async function control(page: Page) {
  const sockets = new Set<WebSocketRoute>();
  const wire = {
    isBlocked: false,
    refuses: false,
    block: () => {
      wire.isBlocked = true;
      for (const socket of sockets) void socket.close();
    },
  };
  await page.context().routeWebSocket('**/api/live*', socket => {
    if (wire.isBlocked) {
      void socket.close();
      return;
    }
    sockets.add(socket);
    const server = socket.connectToServer();
    socket.onMessage(frame => {
      const { id, command } = JSON.parse(String(frame)) as { id: number; command: string };
      const error = { code: 'forbidden', message: 'Not in here', retry: false };
      if (wire.refuses && command === 'send_message') socket.send(JSON.stringify({ id, error }));
      else server.send(frame);
    });
  });
  await page.reload();
  return wire;
}

test('offline messages of two tabs survive their pages, and arrive once and in order', {
  tag: ['@own-server', '@journey'],
}, async ({ person, server }) => {
  const [ann, ben] = [await person('Ann'), await person('Ben')];
  await ann.createRoom('Other', 'Where something is half written');
  await ann.composer.fill('only half writ');
  await ann.page.goto('/');
  await ann.createRoom('Tunnel', 'No signal in here');
  const address = ann.page.url();
  await ben.openRoom('Tunnel');
  await ann.sendMessage('before');
  await expect(ben.getArticle('before')).toBeVisible();
  await waitForServiceWorker(ann.page);
  await server.kill();

  for (const text of ['one', 'two', 'three']) await ann.sendMessage(text);
  await new UploadDialog(ann.page).sendFiles(png('four.png', 40, 30));
  await ann.composer.fill('not yet');
  await expect(ann.page.getByText('4 messages waiting to be sent')).toBeVisible();
  await ann.page.reload();
  const waiting = ['one', 'two', 'three', 'four.png'];
  await expectInOrder(ann, waiting, 'after a reload');
  await expect(ann.page.getByText('4 messages waiting to be sent')).toBeVisible();
  await expect(ann.composer).toHaveValue('not yet');
  await expect(ann.getArticle('before'), 'the older message stays').toBeVisible();
  await expectNoViolations(ann.page, 'offline, wide');
  await ann.page.setViewportSize(NARROW);
  await expectNoViolations(ann.page, 'offline, narrow');
  const [width, scrolled] = await ann.messages.evaluate(log => [log.clientWidth, log.scrollWidth]);
  expect(scrolled, 'nothing overflows').toBe(width);

  const context = ann.page.context();
  await ann.page.close();
  const [first, second] = [new ChatPage(await context.newPage()), new ChatPage(await context.newPage())];
  for (const { page } of [first, second]) await page.goto(address);
  await expectInOrder(first, waiting, 'in a new page');
  await second.composer.press('Enter');
  await expect(second.getArticle('not yet')).toBeVisible();
  await expect(first.composer, 'both tabs share one draft').toHaveValue('');
  await expect(first.getArticle('not yet')).toBeVisible();
  await first.sendMessage('five');
  await expect(second.getArticle('five')).toBeVisible();
  const recorder = new VoiceRecorder(second.page);
  await recorder.record(1);
  await recorder.stop();
  await expect(recorder.strip).toBeHidden();
  await expect(first.getArticle('Voice message')).toBeVisible();
  await expect(first.page.getByText('7 messages waiting to be sent')).toBeVisible();

  await server.start();
  const texts = ['before', 'one', 'two', 'three', 'not yet', 'five'];
  for (const who of [ben, first, second]) {
    await expect(who.messages.getByRole('group', { name: 'Voice message' })).toBeVisible({
      timeout: 60_000,
    });
    await expect(who.articles).toHaveCount(8);
    await expectInOrder(who, texts, 'each once');
    await expect(who.articles.nth(4).getByRole('button', { name: 'four.png' })).toBeVisible();
    await expect(who.articles.nth(7).getByRole('group', { name: 'Voice message' })).toBeVisible();
    await expect(who.page.getByText(/waiting to be sent/)).toBeHidden();
  }
  await second.openRoom('Other');
  await expect(second.composer, 'the draft stays in its room').toHaveValue('only half writ');
  await second.composer.fill('');
  await second.page.reload();
  await expect(second.composer).toHaveValue('');
});

test('rejected messages survive a reload, and can be found, retried or discarded', {
  tag: '@detail',
}, async ({ person }) => {
  const ann = await person('Ann', { viewport: NARROW });
  await ann.createRoom('Quiet', 'Nothing to do here');
  await ann.page.goto('/');
  await ann.createRoom('Refused', 'No');
  const wire = await control(ann.page);
  wire.refuses = true;
  await ann.sendMessage('try me');
  await ann.sendMessage('drop me');
  await expect(ann.getArticle('drop me').getByText('Not sent')).toBeVisible();
  // A reload before the browser has stored them would lose them.
  for (const text of ['try me', 'drop me'])
    await expect.poll(() => readStoredText(ann.page, 'snug', 'outbox')).toContain(text);
  await ann.page.reload();
  for (const text of ['try me', 'drop me']) {
    await expect(ann.getArticle(text).getByText('Not sent')).toBeVisible();
    await expect(ann.getArticle(text).getByText('Not in here')).toBeVisible();
  }
  await ann.page.getByRole('link', { name: 'Back to rooms' }).click();
  await ann.openRoom('Quiet');
  await expect(ann.page.getByRole('link', { name: '2 messages not sent' })).toBeVisible();
  await expectNoViolations(ann.page, 'not sent elsewhere');
  await ann.page.getByRole('link', { name: '2 messages not sent' }).click();
  await ann.getArticle('drop me').getByRole('button', { name: 'Discard' }).click();
  await expect(ann.getArticle('drop me')).toHaveCount(0);
  wire.refuses = false;
  await ann.getArticle('try me').getByRole('button', { name: 'Try again' }).click();
  await expect(ann.getArticle('try me').locator('time').first()).toBeAttached();
  await ann.page.reload();
  await expect(ann.getArticle('try me')).toBeVisible();
  await expect(ann.articles).toHaveCount(1);
});

test('unsent messages belong to their author: other accounts in this browser neither see nor send them', {
  tag: '@detail',
}, async ({ person }) => {
  const [ann, ben] = [await person('Ann'), await person('Ben')];
  await ann.createRoom('Shared', 'One computer for two');
  const wire = await control(ann.page);
  await expect(ann.composer).toBeVisible();
  wire.isBlocked = true;
  await ann.page.reload();
  await ann.sendMessage('for Ann to send');
  await ann.composer.fill('for Ann to finish');
  await expect(ann.page.getByText('1 message waiting to be sent')).toBeVisible();

  // In another tab.
  const tab = new ChatPage(await ann.page.context().newPage());
  await tab.page.goto('/');
  const dashboard = new DashboardPage(tab.page);
  await dashboard.open();
  await dashboard.signOut();
  const question = tab.page.getByRole('alertdialog', { name: "1 message and 1 draft haven't been sent yet" });
  await expect(question).toContainText('They will be kept in this browser, hidden from others.');
  await expectNoViolations(tab.page, 'signing out with something unsent');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await dashboard.signOut();
  await question.getByRole('button', { name: 'Sign out' }).click();
  await expect(tab.page).toHaveURL('/signin');
  await new SignInPage(tab.page).signIn(createEmail('Ben'), PASSWORD);
  await expect(tab.rooms).toBeVisible();
  wire.isBlocked = false;
  await tab.openRoom('Shared');
  await ann.page.bringToFront();
  for (const who of [ann, tab]) {
    await expect(who.page.getByText('No messages yet', { exact: true })).toBeVisible();
    await expect(who.articles).toHaveCount(0);
    await expect(who.composer).toHaveValue('');
    await expect(who.page.getByText(/waiting to be sent/)).toHaveCount(0);
  }

  await ann.page.getByRole('button', { name: 'Dashboard' }).click();
  await expect(ann.page.getByText('Hey, Ben'), 'the old tab belongs to Ben').toBeVisible();
  await new DashboardPage(ann.page).signOut();
  await expect(tab.page).toHaveURL('/signin');
  await new SignInPage(tab.page).signIn(createEmail('Ann'), PASSWORD);
  await tab.openRoom('Shared');
  await expect(tab.composer).toHaveValue('for Ann to finish');
  await ben.openRoom('Shared');
  await expect(ben.getArticle('for Ann to send')).toHaveAccessibleName(/^Ann/);
  await expect(ben.articles).toHaveCount(1);
});

const VOLATILE =
  "Unsent messages and changes will be lost if you close this page: this browser can't store them.";

async function denyStorage(page: Page): Promise<void> {
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('Not in private', 'SecurityError');
    };
  });
}

test('if the browser stores nothing, unsent messages are sent, and one notice shows', {
  tag: '@detail',
}, async ({ person }) => {
  const ann = await person('Ann');
  await ann.createRoom('Private', 'Nothing stays');
  await denyStorage(ann.page);
  const wire = await control(ann.page);
  await expect(ann.composer).toBeVisible();
  await ann.sendMessage('with a connection');
  await expect(ann.getArticle('with a connection').locator('time').first()).toBeAttached();
  wire.isBlocked = true;
  await ann.page.goto('/');
  await ann.page.goBack();
  await ann.sendMessage('and without');
  await new UploadDialog(ann.page).sendFiles(png('picture.png', 40, 30));
  const words = ann.page.getByText(VOLATILE);
  await expect(words).toBeVisible();
  await expect(words).toBeHidden();
  wire.isBlocked = false;
  await ann.page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(ann.messages.getByRole('button', { name: 'picture.png' })).toBeVisible();
  await expect(ann.getArticle('and without').locator('time').first()).toBeAttached();
  await expect(ann.articles).toHaveCount(3);
});

test('if the browser stores nothing, a notice shows while a change waits, and the browser asks before the page closes', {
  tag: '@detail',
}, async ({ person }) => {
  const ann = await person('Ann');
  await ann.createRoom('Private changes', 'Nothing stays');
  await denyStorage(ann.page);
  const wire = await control(ann.page);
  await ann.sendMessage('A frist try');
  await expect(ann.getArticle('A frist try').locator('time').first()).toBeAttached();
  wire.block();
  await expect(ann.page.getByText('Reconnecting...')).toBeVisible();
  await ann.composer.press('ArrowUp');
  const field = ann.messages.getByRole('textbox', { name: 'Text of the message' });
  await field.fill('A first try');
  await field.press('Enter');
  await expect(ann.page.getByText(VOLATILE)).toBeVisible();
  const questions: string[] = [];
  ann.page.on('dialog', async dialog => {
    questions.push(dialog.type());
    await dialog.accept();
  });
  wire.isBlocked = false;
  await ann.page.reload();
  expect(questions).toEqual(['beforeunload']);
  await ann.composer.press('ArrowUp');
  await expect(field, 'the words are not lost').toHaveValue('A first try');
});

test('a message that is written without a connection is an attempt to connect', {
  tag: ['@own-server', '@detail'],
}, async ({ person, server }) => {
  const ann = await person('Ann');
  await ann.createRoom('Impatient', 'Now');
  await ann.sendMessage('With a connection');
  await expect(ann.getArticle('With a connection').locator('time').first()).toBeAttached();
  // The random part of the delay before the next attempt: minutes.
  await ann.page.evaluate(() => {
    Math.random = () => 1000;
  });
  await server.kill();
  await expect(ann.page.getByText('Reconnecting...')).toBeVisible();
  await server.start();
  await ann.sendMessage('Now');
  await expect(ann.getArticle('Now').locator('time').first()).toBeAttached();
});
