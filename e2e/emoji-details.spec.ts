import type { Locator, Page } from '@playwright/test';
import type { ChatPage } from '@snug/testkit/browser/pages/chat-page.ts';
import { addEmoji, multiplyEmoji } from './add-emoji.ts';
import { expectAccessible, expectNoViolations } from './axe.ts';
import { createGif, createPng, createZip } from './emoji-pictures.ts';
import { createEmail, expect, test } from './fixtures.ts';
import { runAdmin } from './run-admin.ts';

const getEmoji = (page: Page | Locator, name: string): Locator =>
  page.getByRole('img', { name: `:${name}:`, exact: true });

async function openPicker({ page }: ChatPage, article: Locator): Promise<Locator> {
  await article.hover();
  await article.getByRole('button', { name: 'Add reaction' }).click();
  return page.getByRole('dialog', { name: 'Emoji' });
}

test('with 2,000 emoji, a page fetches the pictures that show, and the list once', {
  tag: ['@own-server', '@detail'],
}, async ({ person, server }) => {
  const ann = await person('Ann');
  await addEmoji(server, ann.page.context(), 'moth');
  multiplyEmoji(server, 'moth', 2_000);
  let listBytes = 0;
  ann.page.on('websocket', socket =>
    socket.on('framereceived', ({ payload }) => {
      if (String(payload).includes('"moth_0001"')) listBytes += payload.length;
    }),
  );
  await ann.page.reload();
  await ann.createRoom('Many', 'Pictures');
  await ann.sendMessage('One :moth_1234: here');
  await expect(getEmoji(ann.getArticle('One'), 'moth_1234')).toBeVisible();

  const pictures: string[] = [];
  ann.page.on('request', request => {
    if (request.url().includes('/emoji/')) pictures.push(request.url());
  });
  await ann.page.reload();
  await expect(getEmoji(ann.getArticle('One'), 'moth_1234')).toBeVisible();
  expect(new Set(pictures).size, 'of the room').toBeLessThanOrEqual(1);
  const page = await ann.page.request.get(ann.page.url());
  expect((await page.text()).match(/"moth_\d+"/g) ?? [], 'names in the page').toEqual(['"moth_1234"']);

  const picker = await openPicker(ann, ann.getArticle('One'));
  await expect(getEmoji(picker, 'moth_0001')).toBeVisible();
  await expect(picker.getByRole('row').nth(260)).toBeAttached();
  expect(new Set(pictures).size, 'of the picker').toBeLessThan(140);
  const before = new Set(pictures).size;
  await picker.getByRole('grid').evaluate(grid => grid.scrollBy(0, 4_000));
  await expect(getEmoji(picker, 'moth_0900')).toBeVisible();
  expect(new Set(pictures).size - before, 'after scrolling').toBeLessThan(220);
  await picker.getByRole('searchbox').fill('1999');
  await expect(picker.getByRole('gridcell')).toHaveCount(1);
  await ann.page.keyboard.press('Enter');
  await expect(ann.page.getByRole('button', { name: 'moth_1999, 1 person' })).toBeVisible();

  expect(listBytes).toBeGreaterThan(0);
  listBytes = 0;
  await ann.page.reload();
  await expect(ann.page.getByRole('button', { name: 'moth_1999, 1 person' })).toBeVisible();
  expect(listBytes, 'of the list, which the browser keeps').toBe(0);
});

test('an admin adds a zip, names, deletes, restores and erases emoji by keyboard', {
  tag: ['@own-server', '@detail'],
}, async ({ person, server }) => {
  const [ann, wanda] = [await person('Ann'), await person('Wanda')];
  await runAdmin(server, 'grant', createEmail('Wanda'));
  const { page } = wanda;
  await page.goto('/admin/emoji');
  await expect(page.getByText('No emoji yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Add emoji' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Add emoji' });
  await dialog
    .getByLabel('Choose a picture')
    .setInputFiles([
      createZip('set.zip', [
        createPng('set/Blue Jay.png', [30, 80, 220]),
        { name: 'set/broken.png', mimeType: 'image/png', buffer: Buffer.from('no picture') },
        createPng('set/Tada.png', [220, 80, 30]),
        createGif('set/blink.gif'),
      ]),
      { name: 'drawing.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') },
    ]);
  const list = dialog.getByRole('list', { name: 'Emoji to add' });
  await expect(list.getByRole('listitem')).toHaveCount(5);
  await expect(list).toContainText("This isn't a PNG, GIF, WebP or JPEG.");
  await expect(list.getByRole('listitem').locator('img')).toHaveCount(3);
  await expectAccessible(page, 'several emoji to add');
  await dialog.getByRole('button', { name: 'Add 4 emoji' }).click();
  const tada = list.getByRole('textbox', { name: 'Name of set/Tada.png' });
  await expect(tada).toHaveAccessibleDescription('This name is taken. Choose another one.');
  await expect(list.getByText('Added', { exact: true })).toHaveCount(2);
  await expect(list).toContainText("Snug can't read this picture.");
  await tada.fill('tada-own');
  await dialog.getByRole('button', { name: 'Remove set/broken.png' }).click();
  await expect(
    list.getByRole('button', { name: 'Remove set/Tada.png' }),
    'the focus is at the next picture',
  ).toBeFocused();
  await dialog.getByRole('button', { name: 'Remove drawing.svg' }).click();
  await dialog.getByRole('button', { name: 'Add 1 emoji' }).press('Enter');
  await expect(dialog).toHaveCount(0);

  const table = page.getByRole('table', { name: 'Emoji' });
  await expect(table.getByRole('row')).toHaveCount(4);
  await expectAccessible(page, 'the emoji at /admin');
  const row = table.getByRole('row').filter({ hasText: ':blue_jay:' });
  await row.getByRole('button', { name: 'Add another name' }).press('Enter');
  const naming = page.getByRole('dialog', { name: 'Another name for :blue_jay:' });
  await naming.getByRole('textbox', { name: 'Name' }).fill('jaybird');
  await page.keyboard.press('Enter');
  await expect(row).toContainText(':jaybird:');
  await ann.createRoom('Birds', 'Of our own');
  await ann.sendMessage('A :jaybird: and a :blue_jay:');
  await expect(getEmoji(ann.getArticle('A'), 'jaybird')).toBeVisible();
  await row.getByRole('button', { name: 'Remove name jaybird' }).press('Enter');
  await expect(getEmoji(ann.getArticle('A'), 'jaybird')).toHaveCount(0);
  await expect(getEmoji(ann.getArticle('A'), 'blue_jay')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Find an emoji' }).fill('blu');
  await expect(table.getByRole('row')).toHaveCount(2);
  await row.getByRole('button', { name: 'Delete blue_jay' }).press('Enter');
  await expect(getEmoji(ann.getArticle('A'), 'blue_jay')).toHaveCount(0);
  await row.getByRole('button', { name: 'Restore blue_jay' }).press('Enter');
  await expect(getEmoji(ann.getArticle('A'), 'blue_jay')).toBeVisible();
  await row.getByRole('button', { name: 'Delete blue_jay' }).press('Enter');
  await row.getByRole('button', { name: 'Delete blue_jay for good' }).press('Enter');
  const question = page.getByRole('alertdialog', { name: 'Delete :blue_jay: for good?' });
  await expectNoViolations(page, 'the question before a deletion for good');
  await question.getByRole('button', { name: 'Delete for good' }).press('Enter');
  await expect(row).toContainText('Deleted for good');
  await expect(row.getByRole('button')).toHaveCount(0);

  const picker = await openPicker(ann, ann.getArticle('A'));
  await expect(picker.getByRole('button', { name: 'Add emoji' })).toBeVisible();
  await page.getByRole('radiogroup', { name: 'Who can add emoji' }).getByText('Workspace admins').click();
  await expect(picker.getByRole('button', { name: 'Add emoji' })).toHaveCount(0);
});

test('an animation stands still under reduced motion, and copies are the names', {
  tag: ['@own-server', '@detail'],
}, async ({ person, server }) => {
  const ann = await person('Ann');
  await addEmoji(server, ann.page.context(), 'blink', createGif('blink.gif'));
  await addEmoji(server, ann.page.context(), 'paper_kite');
  await ann.createRoom('Motion', 'Or none');
  await ann.sendMessage('See :blink: and :paper_kite: now');
  const emoji = getEmoji(ann.getArticle('See'), 'blink');
  const readSource = () => emoji.evaluate((image: HTMLImageElement) => image.currentSrc);
  await ann.page.emulateMedia({ reducedMotion: 'no-preference' });
  await expect.poll(readSource).toMatch(/\/[0-9a-f]{32}\.webp$/);
  await ann.page.emulateMedia({ reducedMotion: 'reduce' });
  await expect.poll(readSource).toMatch(/-still\.webp$/);
  await expect(emoji).toHaveJSProperty('complete', true);

  await ann.sendMessage(':paper_kite::blink:');
  await expect(ann.page.getByRole('article').last().getByRole('img', { name: ':blink:' })).toBeVisible();
  await ann.page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    const [first, last] = [...document.querySelectorAll('[role="log"] [data-words]')].slice(-2);
    if (first && last) getSelection()?.setBaseAndExtent(first, 0, last, last.childNodes.length);
  });
  await ann.page.keyboard.press('ControlOrMeta+c');
  await ann.composer.press('ControlOrMeta+v');
  await expect(ann.composer).toHaveValue(/See :blink: and :paper_kite: now\n+:paper_kite::blink:/);
});

test('without a connection nobody adds an emoji, and the known ones stay', {
  tag: ['@own-server', '@detail'],
}, async ({ person, server, consoleErrors }) => {
  const ann = await person('Ann');
  await addEmoji(server, ann.page.context(), 'paper_kite');
  await ann.createRoom('Offline', 'Later');
  await ann.sendMessage('A :paper_kite: flies');
  const picker = await openPicker(ann, ann.getArticle('A'));
  await expect(getEmoji(picker, 'paper_kite')).toBeVisible();
  await expect(picker.getByRole('button', { name: 'Add emoji' })).toBeVisible();
  await ann.page.context().setOffline(true);
  await expect(picker.getByRole('button', { name: 'Add emoji' })).toHaveCount(0);
  await expect(picker.getByRole('gridcell', { name: 'paper_kite', exact: true })).toBeVisible();
  consoleErrors.length = 0;
});
