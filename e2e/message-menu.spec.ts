import type { Page } from '@playwright/test';
import type { ChatPage } from '@snug/testkit/browser/pages/chat-page.ts';
import { expect, test } from './fixtures.ts';
import { routeLaterFiles } from './later-files.ts';

async function sendTwo(ann: ChatPage) {
  await ann.createRoom('Menus', 'By mouse and by key');
  for (const text of ['First words', 'Second words']) {
    await ann.sendMessage(text);
    await expect(ann.getArticle(text).locator('time').first()).toBeAttached();
  }
  const row = ann.getArticle('Second words');
  return { row, menu: ann.page.getByRole('menu'), more: row.getByRole('button', { name: 'More' }) };
}

async function expectToast(page: Page, text: string): Promise<void> {
  await expect(page.getByRole('status').filter({ hasText: text })).toBeVisible();
}

test('a right click while the menus load opens them afterwards', { tag: '@detail' }, async ({ person }) => {
  const ann = await person('Ann');
  const { row, menu } = await sendTwo(ann);
  const room = ann.page.getByRole('navigation').getByRole('link', { name: /Menus/ });
  for (const [target, item] of [
    [row, 'Copy text'],
    [room, 'Notifications'],
  ] as const) {
    const held = Promise.withResolvers<void>();
    await routeLaterFiles(ann.page, held.promise);
    await ann.page.reload();
    await expect(target).toBeVisible();
    await target.click({ button: 'right' });
    await expect(menu).toHaveCount(0);
    held.resolve();
    await expect(menu.getByRole('menuitem', { name: item })).toBeVisible();
    await ann.page.keyboard.press('Escape');
    await expect(menu).toHaveCount(0);
    await ann.page.unrouteAll({ behavior: 'wait' });
  }
});

test('"More" and a right click open the menu of a message', async ({ person }) => {
  const ann = await person('Ann');
  const { row, menu, more } = await sendTwo(ann);
  await row.hover();
  await expect(row.getByRole('button')).toHaveCount(5);
  await more.click();
  await expect(menu.getByRole('menuitem', { name: 'Copy text' })).toBeVisible();
  await expect(more, 'the actions stay while the menu is open').toHaveCSS('opacity', '1');
  await menu.getByRole('menuitem', { name: 'Copy text' }).click();
  await expectToast(ann.page, 'Text copied');
  await expect(menu).toHaveCount(0);
  await expect(row, 'the focus returns to the row').toBeFocused();
  await ann.composer.press('ControlOrMeta+v');
  await expect(ann.composer).toHaveValue('Second words');

  const other = ann.getArticle('First words').locator('[data-words]');
  // The page loads the right click when it is idle.
  await expect(async () => {
    await other.click({ button: 'right' });
    await expect(menu).toBeVisible({ timeout: 2000 });
  }).toPass();
  await ann.page.keyboard.press('Escape');
  await expect(menu).toHaveCount(0);
  await expect(ann.getArticle('First words')).toBeFocused();
});

test('keys open the menu of the focused message and move in it', { tag: '@detail' }, async ({ person }) => {
  const ann = await person('Ann');
  const { row, menu } = await sendTwo(ann);
  const first = menu.getByRole('menuitem', { name: 'Edit message' });
  const second = menu.getByRole('menuitem', { name: 'Copy text' });
  await ann.composer.press('Shift+Tab');
  await ann.page.keyboard.press('Shift+Tab');
  await expect(row).toBeFocused();
  // The page loads the menu's key when it is idle.
  await expect(async () => {
    await ann.page.keyboard.press('Shift+F10');
    await expect(first).toBeFocused({ timeout: 2000 });
  }).toPass();
  await ann.page.keyboard.press('ArrowDown');
  await expect(second).toBeFocused();
  await ann.page.keyboard.press('Escape');
  await expect(menu).toHaveCount(0);
  await expect(row).toBeFocused();
  await expect(row.getByRole('button', { name: 'Undo' }), 'one tab stop less').toHaveCount(0);
  for (let press = 0; press < 4; press++) await ann.page.keyboard.press('Tab');
  await expect(row.getByRole('button', { name: 'More' })).toBeFocused();
  await ann.page.keyboard.press('Enter');
  await expect(first).toBeFocused();
  await ann.page.keyboard.press('ArrowDown');
  await ann.page.keyboard.press('Enter');
  await expect(menu).toHaveCount(0);
  await expect(row).toBeFocused();
});

test("the browser's own menu stays for Shift, links and selected text", { tag: '@detail' }, async ({
  person,
}) => {
  const ann = await person('Ann');
  const { row, menu } = await sendTwo(ann);
  await ann.sendMessage('See https://snug.example/ there');
  const words = row.locator('[data-words]');
  await words.click({ button: 'right', modifiers: ['Shift'] });
  await ann.getArticle('See').getByRole('link').click({ button: 'right' });
  await words.dblclick();
  await words.click({ button: 'right' });
  await expect(menu).toHaveCount(0);
  await ann.composer.focus();
  await ann.getArticle('First words').locator('[data-words]').click({ button: 'right' });
  await expect(menu).toBeVisible();
});
