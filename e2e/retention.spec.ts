import type { Page } from '@playwright/test';
import { sendCommand } from '@snug/testkit/browser/commands.ts';
import type { ChatPage } from '@snug/testkit/browser/pages/chat-page.ts';
import { NARROW } from '@snug/testkit/browser/viewports.ts';
import { expectAccessible, expectNoViolations } from './axe.ts';
import { createEmail, expect, test } from './fixtures.ts';
import { runAdmin } from './run-admin.ts';
import type { Server } from './server.ts';
import { beginRules, findUid, makeOlder } from './trims.ts';

const ANNOUNCED = /^From \d\d \w{3} \d{4} on, messages older than 30 days are removed\./;
const BEGINNING = /^Messages before \d\d \w{3} \d{4} were removed$/;
/** The job looks for due work every 10 s. */
const TRIMMED = { timeout: 30_000 };

async function sendLines(server: Server, person: ChatPage, from: number, to: number): Promise<void> {
  const { roomId, page } = person;
  for (let line = from; line <= to; line++)
    await sendCommand(server.url, page.context(), 'send_message', { roomId, text: `Line ${line}.` });
}

async function setDays(server: Server, person: ChatPage, days: number, rest: object = {}): Promise<void> {
  const { roomId, page } = person;
  const input = { roomId, days, version: 0, ...rest };
  await sendCommand(server.url, page.context(), 'set_retention', input);
}

/** Everything that scripts of the page can read of what this browser stores. */
function readAllStores(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const waitFor = <Result>(request: IDBRequest<Result>) =>
      new Promise<Result>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(new Error(request.error?.message)));
      });
    const found: unknown[] = [Object.entries(localStorage), Object.entries(sessionStorage)];
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await waitFor(indexedDB.open(name));
      for (const store of database.objectStoreNames)
        found.push(await waitFor(database.transaction(store).objectStore(store).getAll()));
      database.close();
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        if (request.url.includes('/assets/')) continue;
        found.push(request.url, await (await cache.match(request))?.text());
      }
    }
    return JSON.stringify(found);
  });
}

test('an admin sets how long a room keeps its messages, and everyone sees it before it begins', {
  tag: '@own-server',
}, async ({ person, server }) => {
  const [ann, ben] = [await person('Ann'), await person('Ben')];
  await ann.createRoom('Harbour', 'Boats');
  await sendLines(server, ann, 1, 3);
  await makeOlder(server, ann.roomId, 'Line 2.');
  await ben.openRoom('Harbour');
  await ben.joinRoom();
  const { page } = ann;
  await page.getByRole('button', { name: 'Admin: edit room' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Room' });
  const keep = dialog.getByRole('combobox', { name: 'Keep messages' });
  await expect(keep.getByRole('option')).toHaveText(['Forever', '1 year', '90 days', '30 days', 'Other...']);
  await expect(dialog.getByRole('checkbox', { name: 'Keep pinned messages' })).not.toBeChecked();
  const question = page.getByRole('alertdialog', { name: 'Remove older messages?' });
  await keep.selectOption('30 days');
  await expect(question).toContainText('About 2 messages are older than 30 days.');
  await question.getByRole('button', { name: 'Cancel' }).press('Enter');
  await expect(keep).toHaveValue('0');
  await keep.selectOption('30 days');
  await expectNoViolations(page, 'question before a shorter rule');
  await question.getByRole('button', { name: 'Save' }).press('Enter');
  await expect(question).toBeHidden();
  await expect(dialog.getByText(ANNOUNCED)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  const [own, others] = [page.getByText(ANNOUNCED), ben.page.getByText(ANNOUNCED)];
  await expect(others).toBeVisible();
  await expect(others.getByRole('button', { name: 'Undo' })).toHaveCount(0);
  await own.getByRole('button', { name: 'Undo' }).press('Enter');
  await expect(others).toBeHidden();
  await expect(own).toBeHidden();

  await setDays(server, ann, 30, { version: 2 });
  await expect(others).toBeVisible();
  await beginRules(server);
  for (const { page, messages, articles } of [ann, ben]) {
    await expect(messages.getByText(BEGINNING)).toBeVisible(TRIMMED);
    await expect(articles).toHaveCount(1);
    // The test begins the rule without an event.
    await page.reload();
    await page.getByRole('button', { name: 'Room Information' }).click();
    const about = page.getByRole('dialog', { name: 'About Harbour' });
    await expect(about.getByText('Messages older than 30 days are removed.', { exact: true })).toBeVisible();
  }
});

test('after the next connection, no store of the browser has a trimmed word', {
  tag: ['@own-server', '@detail'],
}, async ({ person, server }) => {
  const [ann, ben] = [await person('Ann'), await person('Ben')];
  await ann.createRoom('Harbour', 'Boats');
  const { roomId } = ann;
  await ben.openRoom('Harbour');
  await ben.joinRoom();
  const send = async (from: ChatPage, text: string, input: object = {}) =>
    (await sendCommand(server.url, from.page.context(), 'send_message', { roomId, text, ...input })) as {
      message: { id: string };
    };
  const uid = await findUid(server, 'Ben');
  const { message: root } = await send(ann, '@Ben Zanzibar', { mentions: [{ uid, start: 0, length: 4 }] });
  await send(ben, 'Quokka', { replyTo: root.id });
  const { message: saved } = await send(ann, 'Xylophone');
  await sendCommand(server.url, ben.page.context(), 'set_saved', { roomId, messageId: saved.id, on: true });
  await send(ann, 'Wolfram', { replyTo: saved.id });
  await makeOlder(server, roomId, 'Xylophone');
  await setDays(server, ann, 30);
  const { page } = ben;
  await ben.openRoom('Harbour');
  await page.getByRole('link', { name: 'Saved' }).click();
  await expect(page.getByRole('article').filter({ hasText: 'Xylophone' })).toBeVisible();
  await page.getByRole('link', { name: 'Mentions' }).click();
  await expect(page.getByRole('article').filter({ hasText: 'Zanzibar' })).toBeVisible();
  await page.getByRole('link', { name: 'Conversations' }).click();
  await page.getByRole('radio', { name: 'All' }).check();
  await expect(page.getByRole('article').filter({ hasText: 'Quokka' })).toBeVisible();
  await ben.openRoom('Harbour');
  const source = ben.getArticle('Zanzibar').first();
  await source.hover();
  await source.getByRole('button', { name: 'Reply' }).click();
  await ben.composer.fill('Later');
  const words = ['Zanzibar', 'Quokka', 'Xylophone'];
  await expect
    .poll(async () => {
      const stored = await readAllStores(page);
      return words.every(word => stored.includes(word)) && stored.includes('snug:reply');
    })
    .toBe(true);

  await page.goto('about:blank');
  await beginRules(server);
  await expect(ann.messages.getByText(BEGINNING)).toBeVisible(TRIMMED);
  await page.goto(`${server.url}/chat/${roomId}`);
  await expect(ben.messages.getByText(BEGINNING)).toBeVisible();
  await expect(ben.composer).toHaveValue('Later');
  const findWords = async () => {
    const stored = await readAllStores(page);
    return words.filter(word => stored.includes(word));
  };
  await expect.poll(findWords).toEqual([]);
  expect(await readAllStores(page)).toContain('Wolfram');
  await page.reload();
  await expect(ben.getArticle('Wolfram')).toContainText('Message deleted');
  expect(await findWords()).toEqual([]);
});

test('what a reader sees stays in place, and if all of it goes, the new beginning shows', {
  tag: ['@own-server', '@detail'],
}, async ({ person, server }) => {
  const ann = await person('Ann', { viewport: NARROW });
  await ann.createRoom('Harbour', 'Boats');
  await sendLines(server, ann, 1, 50);
  await makeOlder(server, ann.roomId, 'Line 10.');
  await setDays(server, ann, 30);
  await ann.page.reload();
  const scrollTo = async (text: string) => {
    await expect(async () => {
      await ann.messages.evaluate(log => log.scrollTo(0, 0));
      await ann.page.mouse.wheel(0, -400);
      await expect(ann.messages.getByText(text, { exact: true })).toBeAttached({ timeout: 500 });
    }).toPass();
    await ann.messages
      .getByText(text, { exact: true })
      .evaluate(row => row.scrollIntoView({ block: 'start' }));
  };
  await ann.messages.hover();
  await scrollTo('Line 9.');
  const words = ann.messages.getByText('Line 13.', { exact: true });
  await expect(words).toBeInViewport();
  const before = await words.boundingBox();
  await beginRules(server);
  await expect(ann.messages.getByText('Line 10.', { exact: true })).toHaveCount(0, TRIMMED);
  const after = await words.boundingBox();
  expect(Math.abs((after?.y ?? 0) - (before?.y ?? 0)), 'pixels that the words moved').toBeLessThan(2);

  await makeOlder(server, ann.roomId, 'Line 35.');
  await ann.messages.getByText('Line 20.', { exact: true }).evaluate(row => row.scrollIntoView());
  await beginRules(server);
  await expect(ann.messages.getByText(BEGINNING)).toBeInViewport(TRIMMED);
  await expect(ann.articles.first()).toContainText('Line 36.');
});

test('open lists, an open conversation, an edit and a link follow a trim', {
  tag: ['@own-server', '@detail'],
}, async ({ person, server }) => {
  const [ann, ben] = [await person('Ann'), await person('Ben')];
  await ann.createRoom('Harbour', 'Boats');
  await sendLines(server, ann, 1, 3);
  await ben.openRoom('Harbour');
  await ben.joinRoom();
  const { page, roomId } = ann;
  const first = (await ann.getArticle('Line 1.').getAttribute('id')) ?? '';
  await sendCommand(server.url, page.context(), 'set_pin', { roomId, messageId: first, on: true });
  await makeOlder(server, roomId, 'Line 2.');
  await setDays(server, ann, 30);
  await ben.page.getByRole('button', { name: 'Pinned messages' }).click();
  const pins = ben.page.getByRole('dialog', { name: 'Pinned messages' });
  await expect(pins.getByText('Line 1.')).toBeVisible();
  await ann.getArticle('Line 2.').hover();
  await ann.getArticle('Line 2.').getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Edit message' }).click();
  const edit = page.getByRole('textbox', { name: 'Text of the message' });
  await edit.fill('Line two, better');
  await beginRules(server);
  await expect(edit).toBeHidden(TRIMMED);
  await expect(ann.composer).toHaveValue('Line two, better');
  await expect(pins.getByText('Line 1.')).toBeHidden(TRIMMED);
  await page.goto(`/chat/${roomId}?at=${first}`);
  await expect(page.getByText('That message is no longer here')).toBeVisible();
  await page.goto(`/chat/${roomId}?conversation=${first}`);
  await expect(page.getByText('That message is no longer here').first()).toBeVisible();
  await expect(ann.getArticle('Line 3.')).toBeVisible();
});

test('the rule of the workspace bounds those of rooms, and workspace admins see which rooms are held', {
  tag: ['@own-server', '@detail'],
}, async ({ person, server }) => {
  const [ann, wanda] = [await person('Ann'), await person('Wanda')];
  await runAdmin(server, 'grant', createEmail('Wanda'));
  await ann.createRoom('Harbour', 'Boats');
  const { page } = wanda;
  await page.goto('/admin/settings');
  const most = page.getByRole('combobox', { name: 'Keep messages at most' });
  const question = page.getByRole('alertdialog', { name: 'Remove older messages?' });
  await most.selectOption('Other...');
  const days = page.getByRole('textbox', { name: 'Number of days' });
  for (const wrong of ['0', '1.5', '', '36501', 'ten']) {
    await days.fill(wrong);
    await days.press('Enter');
    await expect(page.getByText('Write a whole number from 1 to 36,500')).toBeVisible();
  }
  await days.fill('60');
  await days.press('Enter');
  await expect(question).toContainText('No messages are older than 60 days.');
  await expect(page.getByLabel('Keep messages at most')).toHaveValue('60');
  await question.getByRole('button', { name: 'Save' }).press('Enter');
  await expect(question).toBeHidden();
  await expect(most.getByRole('option', { selected: true })).toHaveText('60 days');
  await expectAccessible(page, 'the rule of the workspace');

  const announced = /^From .* on, messages older than 60 days are removed\./;
  await expect(ann.page.getByText(announced)).toBeVisible();
  await ann.page.getByRole('button', { name: 'Admin: edit room' }).click();
  const dialog = ann.page.getByRole('dialog', { name: 'Edit Room' });
  const keep = dialog.getByRole('combobox', { name: 'Keep messages' });
  await expect(keep.getByRole('option')).toHaveText(['60 days', '30 days', 'Other...']);
  await expect(dialog.getByText('This workspace keeps messages for 60 days at most.')).toBeVisible();
  await expectAccessible(ann.page, 'the rule of a room');
  await ann.page.keyboard.press('Escape');

  await runAdmin(server, 'hold', ann.roomId, '--reason', 'A court asks for it');
  await page.goto('/admin/rooms');
  await expect(page.getByRole('row').filter({ hasText: 'Harbour' })).toContainText('Held');
});
