import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Download, Page } from '@playwright/test';
import { sendCommand, uploadFile } from '@snug/testkit/browser/commands.ts';
import type { ChatPage } from '@snug/testkit/browser/pages/chat-page.ts';
import { readZip } from '@snug/testkit/read-zip.ts';
import { PNG } from '@snug/testkit/sample-files.ts';
import { expectNoViolations } from './axe.ts';
import { createEmail, expect, test } from './fixtures.ts';
import { HOSTILE_TEXTS } from './hostile-texts.ts';
import { runAdmin } from './run-admin.ts';

const SCREENS = [
  { width: 375, height: 700 },
  { width: 1280, height: 800 },
];

function send({ page }: ChatPage, url: string, roomId: string, content: object): Promise<unknown> {
  return sendCommand(url, page.context(), 'send_message', { roomId, ...content });
}

async function exportRoom({ page }: ChatPage): Promise<Download> {
  await page.getByRole('button', { name: 'Room options' }).click();
  await page.getByRole('menuitem', { name: 'Export room' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export room' });
  await expect(dialog.getByText('Everyone in this room sees that you exported it.')).toBeVisible();
  await expectNoViolations(page, 'the dialog to export a room');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('link', { name: 'Export', exact: true }).click(),
  ]);
  await expect(dialog).toBeHidden();
  return download;
}

/** A new folder with the files of the archive. */
async function unpack(download: Download): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'snug-export-'));
  for (const [name, bytes] of readZip(readFileSync(await download.path()))) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), bytes);
  }
  return folder;
}

interface Opened {
  page: Page;
  problems: string[];
  /** Addresses of other places than the folder. */
  foreign: string[];
}

async function openFolder(
  browser: Browser,
  folder: string,
  viewport: (typeof SCREENS)[number],
): Promise<Opened> {
  const page = await (await browser.newContext({ viewport })).newPage();
  const [problems, foreign]: string[][] = [[], []];
  page.on('console', message => problems?.push(message.text()));
  page.on('pageerror', error => problems?.push(String(error)));
  page.on('request', request => {
    if (!request.url().startsWith(pathToFileURL(folder).href)) foreign?.push(request.url());
  });
  await page.goto(pathToFileURL(join(folder, 'index.html')).href);
  return { page, problems: problems ?? [], foreign: foreign ?? [] };
}

test('the admin of a private room exports it, and its pages open without a server', {
  tag: '@detail',
}, async ({ person, server, browser }) => {
  const [ann, ben] = [await person('Ann'), await person('Ben')];
  const { url } = server;
  const created = (await sendCommand(url, ann.page.context(), 'create_room', {
    name: 'Plans <b>2026</b> & more',
    description: 'For the winter',
    kind: 'private',
  })) as { room: { id: string } };
  const roomId = created.room.id;
  const session = await ben.page.request.get('/api/auth/get-session');
  const { user } = (await session.json()) as { user: { id: string } };
  await sendCommand(url, ann.page.context(), 'set_member', { roomId, uid: user.id, member: true });
  const question = (await send(ben, url, roomId, { text: 'Where do we **meet**?' })) as {
    message: { id: string };
  };
  await send(ann, url, roomId, {
    text: 'At the _old_ mill\n- at 9\n- or `later`\n> as always',
    replyTo: question.message.id,
  });
  await send(ann, url, roomId, { text: 'מתי נפגשים? (בשעה 9)' });
  await send(ann, url, roomId, { text: '```js\nconst answer = "<script>" + 42;\n```' });
  for (const text of HOSTILE_TEXTS) await send(ben, url, roomId, { text: `x ${text} x` });
  const file = await uploadFile(url, ann.page.context(), {
    name: 'mill <1>.png',
    mimeType: 'image/png',
    buffer: Buffer.from(PNG),
  });
  await send(ann, url, roomId, { fileId: file.id });
  const active = {
    name: 'page.html',
    mimeType: 'text/html',
    buffer: Buffer.from('<script>document.title = "ran"</script>'),
  };
  const page = await uploadFile(url, ben.page.context(), active);
  await send(ben, url, roomId, { fileId: page.id });

  await ann.page.goto(`/chat/${roomId}`);
  await ben.page.goto(`/chat/${roomId}`);
  const download = await exportRoom(ann);
  expect(download.suggestedFilename()).toMatch(/^Plans _b_2026__b_ & more \d{4}-\d\d-\d\d\.zip$/);
  const line = ben.page.getByRole('article', { name: /^Ann exported this room on / });
  await expect(line).toBeVisible();
  await line.hover();
  await expect(line.getByRole('button')).toHaveCount(0);
  await expectNoViolations(ben.page, 'the line about an export');

  const folder = await unpack(download);
  for (const screen of SCREENS) {
    const { page, problems, foreign } = await openFolder(browser, folder, screen);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Plans <b>2026</b> & more');
    await expectNoViolations(page, `the index at ${screen.width}`, ['light', 'dark']);
    await page.getByRole('list').getByRole('link').first().click();
    const articles = page.getByRole('article');
    await expect(articles).toHaveCount(HOSTILE_TEXTS.length + 7);
    await expect(articles.nth(0).getByRole('strong')).toHaveText('meet');
    await articles
      .nth(1)
      .getByRole('link', { name: /^Ben: Where do we meet\?/ })
      .click();
    expect(page.url()).toContain(`#m-${question.message.id}`);
    for (const text of ['javascript', 'onmouseover', 'evil'])
      await expect(articles.filter({ hasText: text }).first()).toBeVisible();
    const picture = page.getByRole('img', { name: 'mill <1>.png' });
    await picture.scrollIntoViewIfNeeded();
    await expect
      .poll(() => picture.evaluate(image => (image as HTMLImageElement).naturalWidth))
      .toBeGreaterThan(0);
    expect(await findForbidden(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await expectNoViolations(page, `a page at ${screen.width}, ${colorScheme}`, [colorScheme]);
    }
    await page.getByRole('link', { name: 'page.html' }).click();
    await expect(page).toHaveURL(/page\.html\.txt$/);
    expect(await page.title()).not.toBe('ran');
    expect(problems).toEqual([]);
    expect(foreign).toEqual([]);
    await page.context().close();
  }
  rmSync(folder, { recursive: true });
});

/** What the browser made of the texts: elements and attributes that no page has. */
function findForbidden(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const elements =
      'HTML HEAD META TITLE STYLE BODY MAIN NAV H1 H2 H3 ARTICLE HEADER A TIME P DIV BDI SPAN STRONG EM S CODE PRE UL OL LI BLOCKQUOTE FIGURE FIGCAPTION IMG AUDIO VIDEO'.split(
        ' ',
      );
    const attributes =
      'lang dir charset http-equiv content name id class href title rel datetime role aria-label tabindex src alt width height loading controls preload download'.split(
        ' ',
      );
    const found: string[] = [];
    for (const element of document.querySelectorAll('*')) {
      if (!elements.includes(element.tagName)) found.push(element.outerHTML);
      for (const { name, value } of element.attributes) {
        const isAddress = name === 'href' || name === 'src';
        const isSafe =
          !isAddress || /^(?:https?:\/\/|mailto:|#m-|files\/|index\.html$|\d{4}-\d\d)/.test(value);
        if (!attributes.includes(name) || !isSafe) found.push(`${name}=${value}`);
      }
    }
    if ('pwned' in window) found.push('a script ran');
    return found;
  });
}

test('a workspace admin exports the open rooms', {
  tag: ['@own-server', '@detail'],
}, async ({ person, server }) => {
  const [ann, wanda] = [await person('Ann'), await person('Wanda')];
  await ann.createRoom('Garden', 'Green');
  await ann.sendMessage('The roses bloom');
  await runAdmin(server, 'grant', createEmail('Wanda'));
  await wanda.page.goto('/admin/rooms');
  await wanda.page.getByRole('button', { name: 'Export open rooms' }).click();
  const dialog = wanda.page.getByRole('dialog', { name: 'Export open rooms' });
  await expectNoViolations(wanda.page, 'the dialog to export the open rooms');
  const [download] = await Promise.all([
    wanda.page.waitForEvent('download'),
    dialog.getByRole('link', { name: 'Export', exact: true }).press('Enter'),
  ]);
  const entries = readZip(readFileSync(await download.path()));
  expect([...entries.values()].join('\n')).toContain('The roses bloom');
  await wanda.page.goto('/admin/audit');
  const row = wanda.page.getByRole('row').filter({ hasText: 'Exported' });
  await expect(row).toContainText('Wanda');
  await expect(row).toContainText('1 room (Snug export)');
});
