import type { Route } from '@playwright/test';
import { png, svg, textFile } from '@snug/testkit/browser/input-files.ts';
import { ChatPage } from '@snug/testkit/browser/pages/chat-page.ts';
import { UploadDialog } from '@snug/testkit/browser/pages/upload-dialog.ts';
import { SCREENS } from '@snug/testkit/browser/viewports.ts';
import { expect, test } from './fixtures.ts';
import { readStoredText } from './stored-data.ts';

const UPLOADS = '**/api/files?*';

for (const [where, viewport] of SCREENS) {
  test(`five files are accepted, each rejected one is listed with the reason, and any can be removed, ${where}`, {
    tag: '@detail',
  }, async ({ person }) => {
    const ann = await person('Ann', { viewport });
    await ann.createRoom('Files', 'A room for files');
    const upload = new UploadDialog(ann.page);
    await upload.open();
    await expect(upload.dialog.getByText('* only files less than 5mb are allowed')).toBeVisible();
    await expect(upload.send).toBeDisabled();
    await upload.choose(
      textFile('1.txt'),
      textFile('huge.bin', 5_120_001),
      textFile('2.txt'),
      textFile('large.bin', 5_120_000),
      svg('4.svg'),
      png('5.png', 40, 30),
      textFile('6.txt'),
    );
    await expect(upload.items).toHaveCount(5);
    await expect(
      upload.dialog.getByText("huge.bin wasn't added: 5,001 KB is over the 5,000 KB limit"),
    ).toBeVisible();
    await expect(upload.dialog.getByText("6.txt wasn't added: you can send 5 files at a time")).toBeVisible();
    await expect(ann.page.getByText('huge.bin'), 'no toast').toHaveCount(1);
    await expect(upload.getItem('1.txt')).toContainText('5 B');
    await expect(upload.getItem('large.bin')).toContainText('4.9 MB');
    for (const [name, previews] of [
      ['4.svg', 1],
      ['5.png', 1],
      ['1.txt', 0],
    ] as const) {
      await expect(upload.getItem(name).locator('img'), `previews of ${name}`).toHaveCount(previews);
    }
    await expect
      .poll(() =>
        upload
          .getItem('4.svg')
          .locator('img')
          .evaluate((image: HTMLImageElement) => image.naturalWidth),
      )
      .toBe(40);

    await upload.dialog.getByRole('button', { name: 'Remove 2.txt' }).click();
    await expect(upload.items).toHaveCount(4);
    await expect(upload.items.nth(1).getByRole('button'), 'the focus is at the next file').toBeFocused();
    await upload.drop(textFile('dropped.txt'), textFile('one too many.txt'));
    await expect(upload.getItem('dropped.txt')).toBeVisible();
    await expect(upload.dialog.getByText("one too many.txt wasn't added")).toBeVisible();
    await expect(upload.dialog.getByText('huge.bin'), 'the notice is about the last selection').toHaveCount(
      0,
    );
    await expect(ann.page).not.toHaveTitle('run');
    await ann.page.keyboard.press('Escape');
    await expect(ann.page.getByRole('button', { name: 'Attach files' }), 'the focus returns').toBeFocused();
    await upload.open();
    await expect(upload.items, 'a closed dialog keeps no files').toHaveCount(0);
  });
}

test('files are uploaded when they are sent, one message each, in the order of the list', {
  tag: '@journey',
}, async ({ person }) => {
  const [ann, ben] = [await person('Ann'), await person('Ben')];
  await ann.createRoom('Order', 'First things first');
  await ben.openRoom('Order');
  const uploads: string[] = [];
  ann.page.on('request', request => {
    if (request.method() === 'POST' && request.url().includes('/api/files')) uploads.push(request.url());
  });
  const upload = new UploadDialog(ann.page);
  await upload.open();
  // The first upload is by far the slowest.
  const names = ['a.bin', 'b.txt', 'c.txt', 'd.txt'];
  await upload.choose(textFile('a.bin', 5_000_000), ...names.slice(1).map(name => textFile(name)));
  await expect(upload.items).toHaveCount(4);
  expect(uploads, 'nothing is uploaded before Send').toEqual([]);
  await upload.send.dblclick();
  await expect(upload.dialog).toBeHidden();
  for (const who of [ann, ben]) {
    await expect(who.articles).toHaveCount(4);
    expect(await who.getShownTexts(names)).toEqual(names);
    await expect(who.getRoomLink('Order'), 'the last file is the last message').toContainText('File · d.txt');
  }
  expect(uploads).toHaveLength(4);
});

test('an upload shows its progress, and closing the dialog cancels it', { tag: '@detail' }, async ({
  person,
}) => {
  const ann = await person('Ann');
  await ann.createRoom('Slow', 'Patience');
  const held: Route[] = [];
  await ann.page.route(UPLOADS, async route => {
    if (route.request().url().includes('slow')) held.push(route);
    else await route.continue();
  });
  const stored = ann.page.waitForResponse(UPLOADS).then(response => response.json());
  const upload = new UploadDialog(ann.page);
  await upload.open();
  await upload.choose(textFile('quick.txt'), textFile('slow.txt', 100_000));
  await upload.send.click();
  const progress = upload.dialog.getByRole('progressbar', { name: 'Uploading slow.txt' });
  await expect(progress).toBeVisible();
  await expect(upload.send).toBeDisabled();
  await expect(upload.getItem('quick.txt')).toContainText('uploaded');
  await ann.page.keyboard.press('Escape');
  await expect(upload.dialog).toBeHidden();
  const { url } = (await stored) as { url: string };
  await expect
    .poll(() => ann.page.evaluate(async url => (await fetch(url)).status, url), 'what had arrived is gone')
    .toBe(404);
  await upload.open();
  await expect(upload.items).toHaveCount(0);
  expect(held).toHaveLength(1);
  await ann.page.unrouteAll();
  await ann.page.keyboard.press('Escape');
  await upload.sendFiles(textFile('after.txt'));
  await expect(ann.articles).toHaveCount(1);
  await expect(ann.getArticle('after.txt')).toBeVisible();
});

test('a failed file shows its reason, keeps the others, and can be retried', { tag: '@detail' }, async ({
  person,
}) => {
  const ann = await person('Ann');
  await ann.createRoom('Trouble', 'And how to get out of it');
  let isBroken = true;
  const uploads: string[] = [];
  await ann.page.route(UPLOADS, async route => {
    const name = new URL(route.request().url()).searchParams.get('name') ?? '';
    uploads.push(name);
    if (isBroken && name === 'b.txt') await route.abort();
    else await route.continue();
  });
  const upload = new UploadDialog(ann.page);
  await upload.open();
  await upload.choose(textFile('a.txt'), textFile('b.txt'), textFile('c.txt'));
  await upload.send.click();
  await expect(ann.page.getByRole('alert').filter({ hasText: /Try again\. 😕$/ })).toBeVisible();
  await expect(upload.getItem('a.txt')).toContainText('uploaded');
  await expect(upload.getItem('c.txt')).toContainText('uploaded');
  await expect(upload.getItem('b.txt')).toContainText('Try again');
  await expect(ann.articles, 'no file is sent before all are uploaded').toHaveCount(0);

  isBroken = false;
  await upload.dialog.getByRole('button', { name: 'Upload b.txt again' }).click();
  await expect(upload.getItem('b.txt')).toContainText('uploaded');
  await upload.send.click();
  await expect(upload.dialog).toBeHidden();
  await expect(ann.articles).toHaveCount(3);
  expect(await ann.getShownTexts(['a.txt', 'b.txt', 'c.txt'])).toEqual(['a.txt', 'b.txt', 'c.txt']);
  expect(uploads.toSorted()).toEqual(['a.txt', 'b.txt', 'b.txt', 'c.txt']);
});

test("a file that the server rejects shows the server's reason, and closing keeps the list", {
  tag: '@detail',
}, async ({ person }) => {
  const ann = await person('Ann');
  await ann.createRoom('Refused', 'No');
  await ann.page.route(UPLOADS, route =>
    route.fulfill({
      status: 413,
      json: { error: { code: 'too_large', message: 'Much too large', retry: false } },
    }),
  );
  const upload = new UploadDialog(ann.page);
  await upload.open();
  await upload.choose(textFile('a.txt'));
  await upload.send.click();
  await expect(upload.getItem('a.txt')).toContainText('Much too large');
  await expect(ann.page.getByRole('alert').filter({ hasText: 'Much too large 😕' })).toBeVisible();
  await upload.dialog.getByRole('button', { name: 'Close' }).click();
  await upload.open();
  await expect(upload.getItem('a.txt')).toBeVisible();
});

test('if a proxy rejects a file, the dialog names the proxy, not the size', { tag: '@detail' }, async ({
  person,
}) => {
  const ann = await person('Ann');
  await ann.createRoom('Behind a proxy', 'No');
  await ann.page.route(UPLOADS, route =>
    route.fulfill({ status: 413, contentType: 'text/html', body: '<h1>413 Request Entity Too Large</h1>' }),
  );
  const upload = new UploadDialog(ann.page);
  await upload.open();
  await upload.choose(textFile('a.txt'));
  await upload.send.click();
  await expect(upload.getItem('a.txt')).toContainText('The server in front of Snug limits uploads.');
  await expect(upload.getItem('a.txt').getByRole('button', { name: 'Upload a.txt again' })).toBeVisible();
});

test('files that were sent survive a reload during their upload, and no other tab sends them before', {
  tag: '@detail',
}, async ({ person }) => {
  const [ann, ben] = [await person('Ann'), await person('Ben')];
  await ann.createRoom('Reloaded', 'In the middle');
  await ben.openRoom('Reloaded');
  const context = ann.page.context();
  const tab = new ChatPage(await context.newPage());
  await tab.page.goto(ann.page.url());
  await expect(tab.composer).toBeVisible();
  await ann.page.bringToFront();
  await ann.page.route(UPLOADS, async route => {
    if (!route.request().url().includes('b.txt')) await route.continue();
  });
  const upload = new UploadDialog(ann.page);
  await upload.open();
  const names = ['a.txt', 'b.txt', 'c.png'];
  await upload.choose(textFile('a.txt'), textFile('b.txt', 100_000), png('c.png', 40, 30));
  await upload.send.click();
  await expect(upload.getItem('c.png')).toContainText('uploaded');
  for (const name of names)
    await expect.poll(() => readStoredText(ann.page, 'snug', 'outbox')).toContain(name);
  // The visible tab becomes the leader and reads the outbox.
  await tab.page.bringToFront();
  await tab.sendMessage('meanwhile');
  await expect(ben.getArticle('meanwhile')).toBeVisible();
  await expect(tab.articles).toHaveCount(1);

  await ann.page.unrouteAll();
  await ann.page.reload();
  for (const who of [ann, tab, ben]) {
    await expect(who.articles).toHaveCount(4);
    expect(await who.getShownTexts(['meanwhile', 'a.txt', 'b.txt'])).toEqual(['meanwhile', 'a.txt', 'b.txt']);
    await expect(who.articles.nth(3).getByRole('button', { name: 'c.png' })).toBeVisible();
  }
  await expect(upload.dialog).toHaveCount(0);
});

test('after a failed upload and a reload, the files show "Not sent" and can be sent or discarded', {
  tag: '@detail',
}, async ({ person }) => {
  const ann = await person('Ann');
  await ann.createRoom('Given up', 'Or not');
  await ann.page.route(UPLOADS, async route => {
    if (route.request().url().includes('b.txt')) await route.abort();
    else await route.continue();
  });
  const upload = new UploadDialog(ann.page);
  await upload.open();
  await upload.choose(textFile('a.txt'), textFile('b.txt'));
  await upload.send.click();
  await expect(upload.getItem('b.txt')).toContainText('Try again');
  await expect(ann.articles).toHaveCount(0);
  await expect.poll(() => readStoredText(ann.page, 'snug', 'outbox')).toContain('failed');
  await ann.page.unrouteAll();
  await ann.page.reload();
  for (const name of ['a.txt', 'b.txt'])
    await expect(ann.getArticle(name).getByText('Not sent')).toBeVisible();
  await ann.getArticle('a.txt').getByRole('button', { name: 'Discard' }).click();
  await ann.getArticle('b.txt').getByRole('button', { name: 'Try again' }).click();
  await expect(ann.getArticle('b.txt').locator('time').first()).toBeAttached();
  await expect(ann.articles).toHaveCount(1);
});
